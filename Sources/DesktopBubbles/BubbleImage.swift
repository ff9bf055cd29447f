import CNotify
public import GLibBridge

/// An image file for a bubble, read by the library that libnotify reads images with.
public struct BubbleImage: Sendable {
    /// Bytes that a file may have.
    public static let mostBytes: Int64 = 50_000_000
    /// How long a side may be, in pixels: a small file can unpack to gigabytes.
    public static let longestSide = 8_192
    /// How long a side is at most where the pixels themselves are sent; no server shows more.
    private static let sentSide: Int32 = 256

    /// The file's absolute path.
    public let path: String
    /// Width and height in pixels; `nil` where no loader for such files is installed here, or it is no
    /// image.
    private let size: (width: Int32, height: Int32)?

    /// Whether its pixels can be read here; a server may know more kinds of images.
    public var isReadable: Bool { size != nil }

    /// Looks at the start of a file; blocks as long as the file system does.
    ///
    /// - Throws: ``BubbleImageProblem`` where it is no file, or too large.
    public init(_ path: String) throws(BubbleImageProblem) {
        let status: OpenFile.Status
        do throws(SystemError) {
            status = try OpenFile(reading: path).status()
        } catch {
            throw BubbleImageProblem("\(error)")
        }
        guard status.isRegular else { throw BubbleImageProblem("\(path) is no file") }
        guard status.size <= Self.mostBytes else {
            throw BubbleImageProblem(
                "\(path) has \(status.size) bytes, more than the \(Self.mostBytes) allowed"
            )
        }
        self.path = path
        var (width, height): (Int32, Int32) = (0, 0)
        guard gdk_pixbuf_get_file_info(path, &width, &height) != nil, width > 0, height > 0 else {
            size = nil
            return
        }
        guard max(Int(width), Int(height)) <= Self.longestSide else {
            throw BubbleImageProblem(
                "\(path) has \(width) x \(height) pixels, more than \(Self.longestSide) a side"
            )
        }
        size = (width, height)
    }

    /// The pixels as the hint `image-data` wants them (Desktop Notifications Specification, "Icons and
    /// Images"), scaled down to 256 a side.
    ///
    /// - Throws: ``BubbleImageProblem`` where the file is damaged.
    public func data() throws(BubbleImageProblem) -> Variant {
        guard let size else {
            throw BubbleImageProblem("\(path) is no image that can be read here")
        }
        let side = Self.sentSide
        let file =
            max(size.width, size.height) > side
            ? gdk_pixbuf_new_from_file_at_scale(path, side, side, 1, nil)
            : gdk_pixbuf_new_from_file(path, nil)
        guard let file else { throw BubbleImageProblem("\(path) is damaged and cannot be shown") }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        // Cameras write which side is up beside the pixels.
        let image = gdk_pixbuf_apply_embedded_orientation(file)
        defer { g_object_unref(image.map { UnsafeMutableRawPointer($0) }) }
        guard let image, let pixels = gdk_pixbuf_read_pixels(image) else {
            throw BubbleImageProblem("\(path) is damaged and cannot be shown")
        }
        let length = Int(gdk_pixbuf_get_byte_length(image))
        return .tuple([
            .int32(gdk_pixbuf_get_width(image)),
            .int32(gdk_pixbuf_get_height(image)),
            .int32(gdk_pixbuf_get_rowstride(image)),
            .boolean(gdk_pixbuf_get_has_alpha(image) != 0),
            .int32(gdk_pixbuf_get_bits_per_sample(image)),
            .int32(gdk_pixbuf_get_n_channels(image)),
            .bytes(Array(UnsafeBufferPointer(start: pixels, count: length))),
        ])
    }
}

/// Why an image is left out.
public struct BubbleImageProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// The sentence.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
