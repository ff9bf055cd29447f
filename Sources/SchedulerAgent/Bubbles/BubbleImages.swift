import DesktopBubbles
import GLibBridge
import Logging
import NotifyCore

/// Checks and converts images for the server.
///
/// An image that cannot be read, or whose pixels are too large, is left out and logged; the rest of the bubble
/// stays. An image file on a network that does not answer is left out after a timeout.
struct BubbleImages: Sendable {
    private static let reading = BlockingIOPool(name: "images", maxTotal: 32, maxPerOwner: 2)
    /// How long a bubble waits for its images, in milliseconds.
    private static let deadline: UInt32 = 1_000

    private let logger: Logger

    /// Creates a converter that logs the images that it leaves out.
    init(logger: Logger) {
        self.logger = logger
    }

    /// Returns the request without images that cannot be shown.
    func checked(_ request: NotificationRequest) async -> NotificationRequest {
        guard
            request.bubble.icon.flatMap(Self.path) != nil
                || request.content.attachments.contains(where: \.isImage)
        else { return request }
        let answer = await Self.reading.answer(within: Self.deadline, for: request.appID) {
            self.withoutUnreadable(request)
        }
        if case .done(let checked) = answer { return checked }
        logger.warning(
            "the images of \(request.key) are left out: their files take too long to open"
        )
        return Self.without(request) { _ in true }
    }

    /// Returns the bubble with an image that the server can read, or without one: a server that reads no URI gets the
    /// path, and not the name of an icon beside an icon.
    func readable(_ bubble: Bubble, by profile: ServerProfile) -> Bubble {
        guard !profile.readsImageURIs else { return bubble }
        var bubble = bubble
        let icon = bubble.icon
        bubble.hints = bubble.hints.compactMap { hint in
            guard hint.name == "image-path" else { return hint }
            let path = Self.path(of: hint).map { Bubble.Hint(hint.name, .string($0)) }
            return path ?? (icon.isEmpty ? hint : nil)
        }
        return bubble
    }

    /// Returns the bubble with pixels instead of the file, for a server that accepts no path.
    func unpacked(_ bubble: Bubble, of app: String, into hint: String) async -> Bubble {
        guard bubble.hints.contains(where: { Self.path(of: $0) != nil }) else { return bubble }
        let answer = await Self.reading.answer(within: Self.deadline, for: app) {
            self.withPixels(bubble, hint)
        }
        if case .done(let unpacked) = answer { return unpacked }
        logger.warning("an image is left out: its file takes too long to read")
        var bubble = bubble
        bubble.hints.removeAll { Self.path(of: $0) != nil }
        return bubble
    }

    /// Converts an image to a file for the notification portal.
    func squarePNG(_ path: String, of app: String) async -> [UInt8]? {
        let answer = await Self.reading.answer(within: Self.deadline, for: app) {
            self.readSquarePNG(path)
        }
        if case .done(let file) = answer { return file }
        logger.warning("an image is left out: its file takes too long to read")
        return nil
    }

    /// Returns the content of a file of the right form; `nil` for another one, or one that is too large.
    func file(
        _ path: String,
        of app: String,
        atMost size: Int,
        _ isRight: @escaping @Sendable ([UInt8]) -> Bool
    ) async -> [UInt8]? {
        let answer = await Self.reading.answer(within: Self.deadline, for: app) { () -> [UInt8]? in
            guard let file = try? OpenFile(reading: path),
                let status = try? file.status(), status.isRegular, status.size <= size
            else { return nil }
            return try? file.start(size)
        }
        if case .done(let bytes?) = answer, isRight(bytes) { return bytes }
        logger.warning("the file \(path.quoted) is left out: it cannot be sent to the portal")
        return nil
    }

    private func readSquarePNG(_ path: String) -> [UInt8]? {
        reporting { () throws(BubbleImageProblem) in try BubbleImage(path).squarePNG() }
    }

    private func withoutUnreadable(_ request: NotificationRequest) -> NotificationRequest {
        Self.without(request) { image($0) == nil }
    }

    private static func without(
        _ request: NotificationRequest,
        where isBad: (String) -> Bool
    ) -> NotificationRequest {
        var request = request
        request.content.attachments.removeAll { attachment in
            guard attachment.isImage, let path = attachment.path else { return false }
            return isBad(path)
        }
        if let path = request.bubble.icon.flatMap(path), isBad(path) { request.bubble.icon = nil }
        return request
    }

    private func withPixels(_ bubble: Bubble, _ hint: String) -> Bubble {
        var bubble = bubble
        bubble.hints = bubble.hints.compactMap { given in
            guard let path = Self.path(of: given) else { return given }
            return image(path).flatMap(data).map { Bubble.Hint(hint, $0) }
        }
        return bubble
    }

    private func image(_ path: String) -> BubbleImage? {
        do throws(BubbleImageProblem) {
            let image = try BubbleImage(path)
            guard image.isReadable || Self.isKnownImage(path) else {
                logger.warning("an image is left out: \(path) is no image")
                return nil
            }
            return image
        } catch {
            logger.warning("an image is left out: \(error)")
            return nil
        }
    }

    /// Image formats that servers may show even if no loader is installed here: SVG, WebP, AVIF and HEIC.
    private static let otherKinds: [(offset: Int, mark: String)] = [
        (0, "<svg"), (0, "<?xml"), (8, "WEBP"), (4, "ftyp"),
    ]

    /// Whether a file starts like an image of any format.
    private static func isKnownImage(_ path: String) -> Bool {
        guard let file = try? OpenFile(reading: path),
            let start = try? file.start(AttachmentType.startLength)
        else { return false }
        return AttachmentType.all.contains { $0.kind == .image && $0.matches(start) }
            || otherKinds.contains { kind in
                start.dropFirst(kind.offset).starts(with: Array(kind.mark.utf8))
            }
    }

    private func data(of image: BubbleImage) -> Variant? {
        reporting { () throws(BubbleImageProblem) in try image.data() }
    }

    /// Returns a result, or logs that the image is left out.
    private func reporting<Result>(
        _ read: () throws(BubbleImageProblem) -> Result
    ) -> Result? {
        do throws(BubbleImageProblem) {
            return try read()
        } catch {
            logger.warning("an image is left out: \(error)")
            return nil
        }
    }

    private static func path(of hint: Bubble.Hint) -> String? {
        hint.name == "image-path" ? hint.value.string.flatMap(path) : nil
    }

    /// The path of an icon that is a file; `nil` for a name of the icon theme.
    static func path(_ icon: String) -> String? {
        icon.hasPrefix("/") ? icon : FileURI.path(of: icon)
    }
}

extension NotificationAttachment {
    /// Whether it is an image.
    var isImage: Bool { AttachmentType.named(type)?.kind == .image }
}
