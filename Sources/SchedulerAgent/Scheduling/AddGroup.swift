import AgentInterface
import NotifyCore

/// Requests that one commit stores, and the replies to their callers.
///
/// A commit of many rows takes as long as a commit of one, so calls in quick succession share one.
struct AddGroup {
    struct Member {
        let accepted: AcceptedRequest
        let reply: AddReply
        /// The index of its call.
        let index: Int
    }

    private var answers: [Result<AddReply, RequestError>?]
    private var members: [Member] = []
    private var keys: Set<RequestKey> = []
    private var calls: Set<RequestKey> = []

    init(count: Int) {
        answers = Array(repeating: nil, count: count)
    }

    /// A group of one.
    init(_ member: Member) {
        answers = [nil]
        members = [Member(accepted: member.accepted, reply: member.reply, index: 0)]
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
    mutating func add(_ accepted: AcceptedRequest, _ reply: AddReply, _ index: Int) {
        if let call = accepted.call {
            calls.insert(RequestKey(appID: call.app, identifier: call.key))
        }
        members.append(Member(accepted: accepted, reply: reply, index: index))
        keys.insert(accepted.key)
    }

    /// Removes and returns the requests to be stored.
    mutating func takeMembers() -> [Member] {
        defer { (members, keys, calls) = ([], [], []) }
        return members
    }

    /// Records the reply to a call.
    mutating func answer(_ index: Int, _ answer: Result<AddReply, RequestError>) {
        answers[index] = answer
    }
}
