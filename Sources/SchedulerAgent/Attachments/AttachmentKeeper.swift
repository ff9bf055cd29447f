import GLibBridge
import NotifyCore
import Synchronization

/// Manages the attachments of requests: copies and removes them without blocking on a file system that does
/// not answer, and tracks which folders are in use.
final class AttachmentKeeper: Sendable {
    /// The maximum numbers of copies that hang, of each app and of all.
    private static let copying = (max: 32, maxPerApp: 4)
    /// The maximum number of removals that hang.
    private static let maxRemovals = 4
    /// How long the files stay after a response, so that the app can read them.
    private static let graceAfterAnswer = Duration.seconds(60)

    private struct Folders {
        /// The folders that requests had at the last check.
        var used: Set<String> = []
        /// The folders of answered notifications, with the time of the answer.
        var answered: [String: BootTime] = [:]
        /// The owners whose files are being copied under a quota.
        var copyingOwners: Set<String> = []
    }

    /// The files, for calls that may block.
    let store: AttachmentStore
    /// The timeout for the files of a request, in milliseconds.
    private let timeout: UInt32
    private let folders = Mutex(Folders())
    private let copies = BlockingIOPool(
        name: "attachments",
        maxTotal: copying.max,
        maxPerOwner: copying.maxPerApp
    )
    private let removals = BlockingIOPool(
        name: "removals",
        maxTotal: maxRemovals,
        maxPerOwner: maxRemovals
    )

    init(_ store: AttachmentStore, timeout: UInt32 = 20_000) {
        self.store = store
        self.timeout = timeout
    }

    /// Restores the state of an earlier run, and removes files that no request has.
    func restore(used: Set<String>) -> Set<String> {
        let present = store.folders()
        folders.withLock { $0.used = used.intersection(present) }
        discard(present.subtracting(used))
        GLibActor.thread.task { await self.sweepShared() }
        return used.subtracting(present)
    }

    /// Whether requests have files.
    var hasFiles: Bool { folders.withLock { !$0.used.isEmpty } }

    /// Adds folders that requests have now.
    func add(_ names: Set<String>) {
        folders.withLock { $0.used.formUnion(names) }
    }

    /// Keeps a request's files for a moment, because an app that receives the response may need them.
    func noteAnswer(to request: NotificationRequest, at now: BootTime) {
        guard let folder = request.attachmentFolder else { return }
        folders.withLock { $0.answered[folder] = now }
    }

    /// Removes the files that no request has, and returns their folders.
    ///
    /// - Parameter used: reads the folders that stored requests have; not called if there are no files.
    @discardableResult
    func sweep(
        at now: BootTime,
        keeping kept: some Sequence<String>,
        used: () throws(RequestError) -> Set<String>
    ) throws(RequestError) -> Set<String> {
        guard hasFiles else { return [] }
        let inUse = try used().union(kept)
        let unused = folders.withLock { folders in
            folders.answered = folders.answered.filter { now - $0.value < Self.graceAfterAnswer }
            let unused = folders.used.subtracting(inUse).subtracting(folders.answered.keys)
            folders.used.subtract(unused)
            return unused
        }
        discard(unused)
        return unused
    }

    /// Removes folders in the background; the next sweep retries removals that hang.
    func discard(_ names: Set<String>) {
        guard !names.isEmpty else { return }
        GLibActor.thread.task {
            if await !self.remove(names) { self.add(names) }
        }
    }

    /// Copies the files of a request under a quota, one request of an owner at a time: files that are being copied
    /// are not in the store yet and would not be counted by another call.
    ///
    /// - Parameter refusal: thrown if another call of the owner copies files.
    func alone<Result>(
        for owner: String,
        orThrow refusal: RequestError,
        _ body: () async throws(RequestError) -> Result
    ) async throws(RequestError) -> Result {
        guard folders.withLock({ $0.copyingOwners.insert(owner).inserted }) else { throw refusal }
        defer { folders.withLock { _ = $0.copyingOwners.remove(owner) } }
        return try await body()
    }

    /// Copies the files of a request; they are on the disk when this returns.
    ///
    /// - Parameter room: the room for files; `nil` for no limit.
    /// - Throws: ``NotifyCore/RequestError``; copied files are removed then, or as soon as the file system answers.
    func copy(
        _ attachments: [NotificationAttachment],
        _ files: [OpenFile],
        of app: String,
        room: AttachmentRoom? = nil
    ) async throws(RequestError) -> [NotificationAttachment] {
        let store = store
        let answer = await copies.answer(within: timeout, for: app) {
            Self.copy(attachments, files, room, store)
        } late: { result in
            guard case .success(let taken) = result else { return }
            store.remove(Set([NotificationAttachment.folder(of: taken)].compactMap { $0 }))
        }
        switch answer {
        case .done(let result):
            return try result.get()
        case .late:
            throw RequestError(
                .invalidAttachment,
                .attachments,
                reason: "could not be read within \(timeout / 1_000) s",
                wayOut: "copy them to a disk of this machine first"
            )
        case .busy:
            throw RequestError(
                .invalidAttachment,
                "too many attachments are read already, of at most \(Self.copying.maxPerApp) requests "
                    + "of one app and \(Self.copying.max) of all",
                about: .attachments,
                wayOut: "wait for the answers to earlier calls and try again"
            )
        }
    }

    /// Removes the folders of requests.
    ///
    /// - Returns: whether it was started; not if earlier removals hang.
    func remove(_ names: Set<String>) async -> Bool {
        let store = store
        let answer = await removals.answer(within: timeout, for: "") { store.remove(names) }
        if case .busy = answer { return false }
        return true
    }

    /// Removes the shared names of files that no request has.
    private func sweepShared() async {
        let store = store
        _ = await removals.answer(within: timeout, for: "") { store.sweepShared() }
    }

    private static func copy(
        _ attachments: [NotificationAttachment],
        _ files: [OpenFile],
        _ room: AttachmentRoom?,
        _ store: AttachmentStore
    ) -> Result<[NotificationAttachment], RequestError> {
        do throws(RequestError) {
            return .success(try store.copy(attachments, files, room))
        } catch {
            return .failure(error)
        }
    }
}

extension NotificationAttachment {
    /// The name of the folder with the files of a request; `nil` if it has none.
    static func folder(of attachments: [NotificationAttachment]) -> String? {
        let parts = attachments.first?.path?.split(separator: "/") ?? []
        return parts.count < 2 ? nil : String(parts[parts.count - 2])
    }
}

extension NotificationRequest {
    /// The name of the folder with the request's files; `nil` if it has none.
    var attachmentFolder: String? { NotificationAttachment.folder(of: content.attachments) }

    /// Checks that the call has all files of the request.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if an attachment is a path.
    func checkFilesCameAlong() throws(RequestError) {
        guard let own = content.attachments.first(where: { $0.path != nil }) else { return }
        throw RequestError(
            .malformed,
            .attachment,
            value: own.name.quoted,
            reason: "is sent as a path",
            wayOut: "open it and send the file (h)"
        )
    }
}
