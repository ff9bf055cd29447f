import AgentInterface
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
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
            sweepAttachments()
            return reply
        }
        if let own = attachments.first(where: { $0.path != nil }) {
            throw Self.sentAsPath(own)
        }
        var request = request
        if request.identifier.isEmpty { request.identifier = try freshIdentifier(request.appID) }
        // What does not hold anyway must not cost a copy.
        try checkPermission(of: request.appID)
        try request.validate()
        request.content.attachments = try await self.attachments.take(
            attachments,
            files,
            of: request.appID
        )
        do {
            // The same call may have been made again while the files were copied.
            if let reply = try replyToEarlierCall(request) {
                discardSoon(Set([request.attachmentFolder].compactMap { $0 }))
                return reply
            }
            let reply = try add(request)
            if let folder = request.attachmentFolder { attachmentFolders.insert(folder) }
            sweepAttachments()
            return reply
        } catch {
            discardSoon(Set([request.attachmentFolder].compactMap { $0 }))
            throw error
        }
    }

    static func sentAsPath(_ attachment: NotificationAttachment) -> RequestError {
        RequestError(
            .malformed,
            "the attachment \(attachment.name.quoted) is sent as a path; open it and send the file (h)"
        )
    }

    /// Puts in order what an earlier run left: files that no request has go.
    func takeUpAttachments() throws(RequestError) {
        let there = attachments.store.folders()
        let used = try store.attachmentFolders()
        attachmentFolders = used.intersection(there)
        for folder in used.subtracting(there) {
            logger.warning("the attachments in \(folder) have gone; they are not shown")
        }
        discardSoon(there.subtracting(used))
    }

    /// Removes the files that no request has any more.
    func sweepAttachments() {
        guard !attachmentFolders.isEmpty else { return }
        do {
            let now = clock.sinceBoot
            answeredFolders = answeredFolders.filter { now - $0.value < Self.graceAfterAnswer }
            let unused = attachmentFolders.subtracting(try store.attachmentFolders())
                .subtracting(answeredFolders.keys).subtracting(replaced.attachmentFolders)
                .subtracting(unwritten.attachmentFolders)
            attachmentFolders.subtract(unused)
            discardSoon(unused)
        } catch {
            logger.error("\(error)")
        }
    }

    /// Keeps a request's files for a moment: whoever hears of the answer may want them.
    func noteAnswer(to request: NotificationRequest) {
        guard let folder = request.attachmentFolder else { return }
        answeredFolders[folder] = clock.sinceBoot
    }

    /// Removes folders without waiting for them; what hangs is tried again.
    func discardSoon(_ folders: Set<String>) {
        guard !folders.isEmpty else { return }
        let attachments = attachments
        Self.thread.task {
            if await !attachments.remove(folders) { await self.retryLater(folders) }
        }
    }

    private func retryLater(_ folders: Set<String>) {
        attachmentFolders.formUnion(folders)
    }
}

extension NotificationRequest {
    /// The name of the folder that holds the request's files; `nil` where it has none.
    var attachmentFolder: String? { NotificationAttachment.folder(of: content.attachments) }
}
