import AgentInterface
import NotifyCore

/// A response that its app has not received yet.
struct WaitingResponse: Sendable {
    let id: Int64
    /// The stored bytes, which may be damaged.
    let record: [UInt8]

    /// Decodes the response.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the stored bytes are damaged.
    func response() throws(RequestError) -> AppResponse { try AppResponse(storedBytes: record) }

    /// The identifier of its request, if the stored bytes have it.
    var identifier: String { StoredTexts.identifier(ofResponse: record) }
}

/// A response that waits for the session to be unlocked.
struct HeldResponse: Sendable {
    let id: Int64
    let response: Response
    /// The delivery whose text has to be asked for first; `nil` if the response is complete.
    let prompt: DeliveryID?
}

/// An `Add` call with an idempotency key, and its reply.
struct IdempotentAdd: Sendable {
    let app: String
    let key: String
    let reply: AddReply
}
