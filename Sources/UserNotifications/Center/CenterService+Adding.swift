import AgentInterface
import Foundation
import NotifyCore
import Synchronization

extension CenterService {
    /// Adds a request.
    func add(
        _ request: UNNotificationRequest,
        then done: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let record = Result { () throws(RequestError) in
            var record = try NotificationRequest(request, appID: appID)
            record.idempotencyKey = UUID().uuidString
            return record
        }
        perform {
            let record = try record.get()
            self.tryToSendCategories()
            do {
                try self.send(record)
            } catch let error as RequestError
                where error.code == .invalidTrigger && record.isPast(at: Date())
            {
                try self.forget(record, error)
            }
        } then: { result in
            done(result.failure)
        }
    }

    /// Sends the agent a request with its files.
    func send(_ request: NotificationRequest) throws {
        var request = request
        let handed = try HandedFiles(request.content.attachments)
        request.content.attachments = handed.attachments
        // Copying files can take long, and the agent may end meanwhile.
        let reply = try call(retries: 2, within: 60) { [request] client in
            try client.add(request, files: handed.files)
        }
        handed.removeOriginals(kept: reply.attachments)
    }

    /// Removes the pending request that a request without future dates replaces.
    private func forget(_ request: NotificationRequest, _ error: RequestError) throws {
        let selection = Self.selection(of: [request.identifier], from: "pending", appID)
        _ = try call { client in try client.remove(selection) }
        StandardError.write(
            "the request \(request.identifier.quoted) never fires: \(error.message)"
        )
    }

    /// Writes to standard error why a request without a handler was not added.
    ///
    /// It reports only once that no agent can be reached.
    func reportNotAdded(_ error: (any Error)?, _ request: UNNotificationRequest) {
        let isUnreachable = (error as? CocoaError)?.code == .xpcConnectionInterrupted
        let wasUnreachable = hasSaidUnreachable.withLock { said in
            defer { said = isUnreachable }
            return said
        }
        guard let error, !(isUnreachable && wasUnreachable) else { return }
        let name = request.identifier.quoted
        StandardError.write("the request \(name) was not added: \(error.localizedDescription)")
    }
}
