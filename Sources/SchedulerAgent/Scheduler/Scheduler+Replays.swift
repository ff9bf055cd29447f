import AgentInterface
import NotifyCore

extension Scheduler {
    private static let mostKeyBytes = 64

    /// The reply to a call of `Add` that is made again; `nil` where this is the first.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where its key does not hold, or with code `Storage`.
    func replyToEarlierCall(_ request: NotificationRequest) throws(RequestError) -> AddReply? {
        guard let key = request.idempotencyKey else { return nil }
        guard !key.isEmpty, key.utf8.count <= Self.mostKeyBytes else {
            throw RequestError(
                .malformed,
                "\"idempotencyKey\" of request has \(key.utf8.count) bytes, not 1 to "
                    + "\(Self.mostKeyBytes); write a fresh UUID, or leave it out"
            )
        }
        return try store.answeredAdd(app: request.appID, key: key)
    }
}
