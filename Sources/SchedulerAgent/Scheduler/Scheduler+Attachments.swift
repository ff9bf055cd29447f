import AgentInterface
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// As many requests may have files copied at a time; one that does not end is one of them for ever.
    private static let mostCopies = 8
    /// How long files may take, in milliseconds.
    private static let copyDeadline: UInt32 = 20_000
    /// How long it is waited for the end of files, in milliseconds.
    private static let removalDeadline: UInt32 = 1_000
    /// For so long an app that hears of an answer finds the files, in microseconds.
    private static let graceAfterAnswer: Int64 = 60_000_000

    /// Accepts a request with the files that came along.
    ///
    /// - Throws: ``NotifyCore/RequestError``; neither request nor file is stored then.
    func add(
        _ request: NotificationRequest,
        files: [OpenFile]
    ) async throws(RequestError) -> AddReply {
        if let reply = try replyToEarlierCall(request) { return reply }
        let attachments = request.content.attachments
        guard !attachments.isEmpty else {
            let reply = try add(request)
            // It may have taken the place of one that has files.
            await sweepAttachments()
            return reply
        }
        if let own = attachments.first(where: { $0.path != nil }) {
            throw RequestError(
                .malformed,
                "the attachment \(own.name.quoted) is sent as a path; open it and send the file (h)"
            )
        }
        var request = request
        if request.identifier.isEmpty { request.identifier = try freshIdentifier(request.appID) }
        // What does not hold anyway must not cost a copy.
        try checkPermission(of: request.appID)
        try request.validate()
        request.content.attachments = try await copied(attachments, files)
        do {
            // The same call may have been made again while the files were copied.
            if let reply = try replyToEarlierCall(request) {
                await discard(Set([request.attachmentFolder].compactMap { $0 }))
                return reply
            }
            let reply = try add(request)
            if let folder = request.attachmentFolder { attachmentFolders.insert(folder) }
            await sweepAttachments()
            return reply
        } catch {
            await discard(Set([request.attachmentFolder].compactMap { $0 }))
            throw error
        }
    }

    private func copied(
        _ given: [NotificationAttachment],
        _ files: [OpenFile]
    ) async throws(RequestError) -> [NotificationAttachment] {
        guard copies < Self.mostCopies else {
            throw RequestError(
                .invalidAttachment,
                "\(copies) requests have their attachments copied already; try again in a moment"
            )
        }
        copies += 1
        let store = attachments
        let result = await Self.thread.answer(within: Self.copyDeadline) {
            await Self.take(given, files, store)
        } late: { [weak self] result in
            if case .success(let taken) = result { await store.remove(Self.folders(of: taken)) }
            await self?.copyEnded()
        }
        guard let result else {
            throw RequestError(
                .invalidAttachment,
                "the attachments could not be read within \(Self.copyDeadline / 1_000) s; "
                    + "copy them to a disk of this machine first"
            )
        }
        copies -= 1
        return try result.get()
    }

    private static func take(
        _ attachments: [NotificationAttachment],
        _ files: [OpenFile],
        _ store: AttachmentStore
    ) async -> Result<[NotificationAttachment], RequestError> {
        do throws(RequestError) {
            return .success(try await store.take(attachments, files))
        } catch {
            return .failure(error)
        }
    }

    private static func folders(of attachments: [NotificationAttachment]) -> Set<String> {
        Set([NotificationAttachment.folder(of: attachments)].compactMap { $0 })
    }

    private func copyEnded() {
        copies -= 1
    }

    /// Puts in order what an earlier run left: files that no request has go.
    func takeUpAttachments() async throws(RequestError) {
        let there = attachments.folders()
        let used = try store.attachmentFolders()
        attachmentFolders = used.intersection(there)
        for folder in used.subtracting(there) {
            logger.warning("the attachments in \(folder) have gone; they are not shown")
        }
        await discard(there.subtracting(used))
    }

    /// Removes the files that no request has any more.
    func sweepAttachments() async {
        guard !attachmentFolders.isEmpty else { return }
        do {
            let now = clock.sinceBoot
            answeredFolders = answeredFolders.filter { now - $0.value < Self.graceAfterAnswer }
            let unused = attachmentFolders.subtracting(try store.attachmentFolders())
                .subtracting(answeredFolders.keys).subtracting(replaced.attachmentFolders)
            attachmentFolders.subtract(unused)
            await discard(unused)
        } catch {
            logger.error("\(error)")
        }
    }

    /// Keeps a request's files for a moment: whoever hears of the answer may want them.
    func noteAnswer(to request: NotificationRequest) {
        guard let folder = request.attachmentFolder else { return }
        answeredFolders[folder] = clock.sinceBoot
    }

    private func discard(_ folders: Set<String>) async {
        guard !folders.isEmpty else { return }
        // While a copy hangs, its thread has no time for anything else.
        let store = attachments
        _ = await Self.thread.answer(within: Self.removalDeadline) { await store.remove(folders) }
    }
}

extension NotificationRequest {
    /// The name of the folder that holds the request's files; `nil` where it has none.
    var attachmentFolder: String? { NotificationAttachment.folder(of: content.attachments) }
}

extension NotificationAttachment {
    fileprivate static func folder(of attachments: [NotificationAttachment]) -> String? {
        let parts = attachments.first?.path?.split(separator: "/") ?? []
        return parts.count < 2 ? nil : String(parts[parts.count - 2])
    }
}
