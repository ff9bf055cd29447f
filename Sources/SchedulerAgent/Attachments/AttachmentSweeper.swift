import GLibBridge
import Logging
import NotifyCore

/// A file that a caller hands over, open for reading.
typealias HandedFile = OpenFile

/// Removes the files that are no longer needed.
final class AttachmentSweeper {
    let keeper: AttachmentKeeper
    private let context: SchedulingContext
    private let screen: Screen
    /// The folders of deliveries that have left the list and are still being answered.
    var answered: [String] = []

    init(_ context: SchedulingContext, _ screen: Screen) {
        keeper = AttachmentKeeper(AttachmentStore(path: "\(context.store.folder)/attachments"))
        self.context = context
        self.screen = screen
    }

    /// Restores the files of an earlier run.
    func restore() throws(RequestError) {
        for folder in keeper.restore(used: try context.store.attachmentFolders()).sorted() {
            context.logger.warning("the attachments in \(folder) are missing; they are not shown")
        }
    }

    /// A file that a caller hands over, open for reading.
    typealias HandedFile = OpenFile

    /// Removes the files that no request has.
    func sweep() {
        do {
            let kept = screen.attachmentFolders + answered
            try keeper.sweep(
                at: context.clock.sinceBoot,
                keeping: kept,
                used: context.store.attachmentFolders
            )
        } catch {
            context.logger.error("\(error)")
        }
    }

    /// Copies the files of a request, and has a body store the request with them: they are removed if that fails.
    ///
    /// - Parameter quota: the limits of its sender; `nil` for none.
    /// - Throws: ``NotifyCore/RequestError``; no copies are left then.
    func keeping<Result>(
        _ files: [HandedFile],
        of request: NotificationRequest,
        within quota: SenderQuota?,
        _ store: (NotificationRequest) throws(RequestError) -> Result
    ) async throws(RequestError) -> Result {
        var request = request
        request.content.attachments = try await copy(files, of: request, within: quota)
        let folder = Set([request.attachmentFolder].compactMap { $0 })
        do throws(RequestError) {
            let result = try store(request)
            keeper.add(folder)
            sweep()
            return result
        } catch {
            keeper.discard(folder)
            throw error
        }
    }

    /// Copies the files of a request; they are on the disk when this returns.
    ///
    /// Under a quota, one request of an owner at a time: files that are being copied are not in the store yet and would
    /// not be counted by another call.
    func copy(
        _ files: [HandedFile],
        of request: NotificationRequest,
        within quota: SenderQuota?
    ) async throws(RequestError) -> [NotificationAttachment] {
        let attachments = request.content.attachments
        guard let quota, let apps = quota.apps else {
            return try await keeper.copy(attachments, files, of: request.appID)
        }
        let room = AttachmentRoom(
            folders: try context.store.attachmentFolders(of: apps),
            limit: quota.maxBytes,
            refusal: quota.tooManyBytes
        )
        return try await keeper.alone(
            for: apps.lowerBound,
            orThrow: quota.isCopying
        ) { () throws(RequestError) in
            try await keeper.copy(attachments, files, of: request.appID, room: room)
        }
    }

    /// Keeps a request's files for a moment; see ``AttachmentKeeper/noteAnswer(to:at:)``.
    func noteAnswer(to request: NotificationRequest) {
        keeper.noteAnswer(to: request, at: context.clock.sinceBoot)
    }
}
