import AgentInterface
import NotifyCore

/// Requests that one commit stores, and the replies to their callers.
///
/// A commit of many rows takes as long as a commit of one, so calls in quick succession share one.
struct AddGroup {
    private(set) var members: [(accepted: AcceptedRequest, reply: AddReply, index: Int)] = []
    private var answers: [Result<AddReply, RequestError>?]
    private var keys: Set<RequestKey> = []
    private var calls: Set<RequestKey> = []

    init(count: Int) {
        answers = Array(repeating: nil, count: count)
    }

    /// The replies.
    ///
    /// A call without a reply gets an error; it does not end the agent.
    var replies: [Result<AddReply, RequestError>] {
        answers.map { $0 ?? .failure(RequestError(.storage, "the request was not stored")) }
    }

    /// Whether the group has a request with this key.
    func has(_ key: RequestKey) -> Bool { keys.contains(key) }

    /// Whether the group has a call of the same app with the same idempotency key.
    func hasCall(of request: NotificationRequest) -> Bool {
        guard let key = request.idempotencyKey else { return false }
        return calls.contains(RequestKey(appID: request.appID, identifier: key))
    }

    /// Adds a request to be stored.
    mutating func add(_ accepted: AcceptedRequest, _ reply: AddReply, at index: Int) {
        if let call = accepted.call {
            calls.insert(RequestKey(appID: call.app, identifier: call.key))
        }
        members.append((accepted, reply, index))
        keys.insert(accepted.key)
    }

    /// Removes the requests, which were stored or refused.
    mutating func removeMembers() {
        (members, keys, calls) = ([], [], [])
    }

    /// Records the reply to a call.
    mutating func answer(_ index: Int, _ answer: Result<AddReply, RequestError>) {
        answers[index] = answer
    }
}
