import AgentInterface
import GLibBridge
import NotifyCore

/// Accepts requests with attachments within the quota of their app.
struct AttachmentAdder {
    let sweeper: AttachmentSweeper
    private let context: SchedulingContext
    private var store: Store { context.store }
    private let adder: RequestAdder
    private let permissions: AppPermissions
    private let remover: RequestRemover

    init(
        _ context: SchedulingContext,
        _ adder: RequestAdder,
        _ permissions: AppPermissions,
        _ sweeper: AttachmentSweeper,
        _ remover: RequestRemover
    ) {
        self.context = context
        self.adder = adder
        self.permissions = permissions
        self.sweeper = sweeper
        self.remover = remover
    }

    /// Accepts a request if the app's quota has room.
    ///
    /// - Throws: ``NotifyCore/RequestError``; neither request nor file is stored then.
    func add(
        _ request: NotificationRequest,
        files: [OpenFile],
        within quota: SenderQuota?
    ) async throws(RequestError) -> AddReply {
        guard let quota else { return try await add(request, files: files) }
        if let reply = try adder.intake.replyToEarlierCall(request) { return reply }
        var request = request
        let changes = try quota.admit(&request)
        // A request without an identifier gets a fresh one, and replaces no other.
        try quota.checkRoom(for: request.key, in: store)
        try context.count(request, of: quota)
        try await forgetOldest(of: quota)
        var reply = try await addChecked(request, files: files, within: quota)
        reply.remarks += changes
        return reply
    }

    private func addChecked(
        _ request: NotificationRequest,
        files: [OpenFile],
        within quota: SenderQuota
    ) async throws(RequestError) -> AddReply {
        guard !request.content.attachments.isEmpty, let apps = quota.apps else {
            return try await add(request, files: files)
        }
        do throws(RequestError) {
            return try await addAlone(request, files: files, within: quota, apps)
        } catch  where error == quota.tooManyBytes {
            // What is kept of removed requests goes first.
            guard try ChangeTable(store).drop(of: apps) else { throw error }
            return try await addAlone(request, files: files, within: quota, apps)
        }
    }

    private func addAlone(
        _ request: NotificationRequest,
        files: [OpenFile],
        within quota: SenderQuota,
        _ apps: ClosedRange<String>
    ) async throws(RequestError) -> AddReply {
        let room = AttachmentRoom(
            folders: try store.attachmentFolders(of: apps),
            limit: quota.maxBytes,
            refusal: quota.tooManyBytes
        )
        return try await sweeper.keeper.alone(
            for: apps.lowerBound,
            orThrow: quota.isCopying
        ) { () throws(RequestError) in
            try await add(request, files: files, room: room) { () throws(RequestError) in
                try quota.checkRoom(for: request.key, in: store)
            }
        }
    }

    /// Accepts a request with files.
    ///
    /// - Parameters:
    ///   - room: the room for files; `nil` for no limit.
    ///   - check: throws if the request must not be stored; called after its files are copied.
    /// - Throws: ``NotifyCore/RequestError``; neither request nor file is stored then.
    func add(
        _ request: NotificationRequest,
        files: [OpenFile],
        room: AttachmentRoom? = nil,
        check: () throws(RequestError) -> Void = {}
    ) async throws(RequestError) -> AddReply {
        if let reply = try adder.intake.replyToEarlierCall(request) { return reply }
        let attachments = request.content.attachments
        guard !attachments.isEmpty else {
            let reply = try adder.add(request)
            // It may have replaced a request with attachments.
            sweeper.sweep()
            return reply
        }
        try request.checkFilesCameAlong()
        var request = request
        if request.identifier.isEmpty {
            request.identifier = try store.freshIdentifier(for: request.appID)
        }
        // Before files are copied for a request that is refused.
        try permissions.check(request.appID)
        try request.validate()
        request.content.attachments = try await sweeper.keeper.copy(
            attachments,
            files,
            of: request.appID,
            room: room
        )
        let folder = Set([request.attachmentFolder].compactMap { $0 })
        do {
            // The same call may have been made again while the files were copied.
            if let reply = try adder.intake.replyToEarlierCall(request) {
                sweeper.keeper.discard(folder)
                return reply
            }
            try check()
            let reply = try adder.add(request)
            sweeper.keeper.add(folder)
            sweeper.sweep()
            return reply
        } catch {
            sweeper.keeper.discard(folder)
            throw error
        }
    }

    /// Removes the oldest delivered notifications, so that an app that never removes any can continue.
    func forgetOldest(of quota: SenderQuota) async throws(RequestError) {
        let oldest = try store.deliveredPastBounds(of: quota)
        guard quota.sender.kind == .sandbox else {
            // Nobody has removed them, so other machines do not hear of it.
            return try await remover.forget(oldest)
        }
        for (app, keys) in Dictionary(grouping: oldest, by: \.appID) {
            var selection = RemovalSelection(choice: .identifiers(keys.map(\.identifier)))
            selection.appID = app
            selection.includesPending = false
            _ = try await remover.remove(selection)
        }
    }
}
