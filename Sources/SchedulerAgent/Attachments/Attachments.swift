import GLibBridge
import Logging
import NotifyCore

/// A file that a caller hands over, open for reading.
typealias HandedFile = OpenFile

/// Keeps the files of requests: copies those that callers hand over, and removes those that no request has any longer.
///
/// A file system that does not answer delays only the requests whose files are on it.
final class Attachments {
    private let keeper: AttachmentKeeper
    private let store: Store
    private let clock: any AgentClock
    private let logger: Logger
    private let tasks: AgentTasks
    /// The folders of deliveries that newer ones have replaced, and whose bubbles are on the screen.
    var shown: [String] = []
    /// The folders of deliveries that have left the list and can still be answered.
    var answered: [String] = []
    /// Whether there are dialogs, which go with their deliveries as files do.
    var hasDialogs = false
    /// Whether a sweep follows what is being done now.
    private var isSweepPosted = false

    init(store: Store, clock: any AgentClock, logger: Logger, tasks: AgentTasks) {
        keeper = AttachmentKeeper(AttachmentStore(path: "\(store.folder)/attachments"))
        self.store = store
        self.clock = clock
        self.logger = logger
        self.tasks = tasks
    }

    /// Restores the files of an earlier run.
    func restore() throws(RequestError) {
        for folder in keeper.restore(used: try store.attachmentFolders()).sorted() {
            logger.warning("the attachments in \(folder) are missing; they are not shown")
        }
    }

    // MARK: Keep

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
            logger.debug("\(request.key.path): the files are in \(folder.first ?? "none")")
            keep(folder)
            sweepSoon()
            return result
        } catch {
            discard(folder)
            throw error
        }
    }

    /// Copies the files of a request; they are on the disk when this returns.
    ///
    /// The caller keeps or discards them. Under a quota, one request of an owner at a time: files that are being copied
    /// are not in the store yet and would not be counted by another call.
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
            folders: try store.attachmentFolders(of: apps),
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

    /// Keeps copied files: requests have them now.
    func keep(_ folders: Set<String>) { keeper.add(folders) }

    /// Keeps a request's files for a moment, because an app that receives the response may need them.
    func noteAnswer(to request: NotificationRequest) {
        keeper.noteAnswer(to: request, at: clock.sinceBoot)
    }

    /// Whether two files have the same content.
    func areSame(_ path: String, _ other: String) -> Bool { keeper.store.areSame(path, other) }

    // MARK: Remove

    /// Removes copied files that no request has.
    func discard(_ folders: Set<String>) {
        logUnused(folders)
        keeper.discard(folders)
    }

    /// Has the files removed that no request has any longer, and the dialogs closed about what has left the list, after
    /// what is being done now.
    func sweepSoon() {
        guard !isSweepPosted, keeper.hasFiles || hasDialogs else { return }
        isSweepPosted = true
        tasks.post(.sweep)
    }

    /// Removes the files that no request has.
    func sweep() {
        isSweepPosted = false
        do {
            logUnused(
                try keeper.sweep(
                    at: clock.sinceBoot,
                    keeping: shown + answered,
                    used: store.attachmentFolders
                )
            )
        } catch {
            logger.error("\(error)")
        }
    }

    private func logUnused(_ folders: Set<String>) {
        guard !folders.isEmpty else { return }
        logger.debug("the files in \(folders.sorted().joined(separator: ", ")) are of no request")
    }
}
