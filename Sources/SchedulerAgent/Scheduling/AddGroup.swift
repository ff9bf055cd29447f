import AgentInterface
import NotifyCore

/// Requests that are stored by one commit, and the answers to their callers.
///
/// A commit takes as long for many as for one, so calls that come without a pause are answered as fast as
/// SQLite commits single rows.
struct AddGroup {
    struct Member {
        let accepted: AcceptedRequest
        let reply: AddReply
        /// Which call it is of.
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

    /// The answers; what nobody answered is an error and not a reason to end.
    var replies: [Result<AddReply, RequestError>] {
        answers.map { $0 ?? .failure(RequestError(.storage, "the request was not stored")) }
    }

    /// Whether a request of that name is among them.
    func has(_ key: RequestKey) -> Bool { keys.contains(key) }

    /// Whether a call of the same app with the same key is among them.
    func hasCall(of request: NotificationRequest) -> Bool {
        guard let key = request.idempotencyKey else { return false }
        return calls.contains(RequestKey(appID: request.appID, identifier: key))
    }

    /// Adds a request that is to be stored.
    mutating func add(_ accepted: AcceptedRequest, _ reply: AddReply, _ index: Int) {
        if let call = accepted.call {
            calls.insert(RequestKey(appID: call.app, identifier: call.key))
        }
        members.append(Member(accepted: accepted, reply: reply, index: index))
        keys.insert(accepted.key)
    }

    /// Takes out what is to be stored.
    mutating func takeMembers() -> [Member] {
        defer { (members, keys, calls) = ([], [], []) }
        return members
    }

    /// Notes what a caller is answered.
    mutating func answer(_ index: Int, _ answer: Result<AddReply, RequestError>) {
        answers[index] = answer
    }
}
