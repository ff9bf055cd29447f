import AgentInterface
import GLibBridge
import NotifyCore

/// What a call of `Add` brings, or why it cannot be read.
typealias AddCall = Result<NotificationRequest, RequestError>

extension Scheduler {
    /// Accepts requests that came one after the other: when this returns they are on the disk.
    ///
    /// They share a commit, which takes as long for many as for one. Each is what it would be alone: where the
    /// commit fails, each is stored by itself.
    ///
    /// - Returns: what the callers are answered, in the same order.
    func add(together calls: [AddCall]) async -> [Result<AddReply, RequestError>] {
        var group = AddGroup(count: calls.count)
        for (index, call) in calls.enumerated() {
            do throws(RequestError) {
                try await take(try call.get(), index, into: &group)
            } catch {
                group.answer(index, .failure(error))
            }
        }
        store(&group)
        sweepAttachments()
        return group.replies
    }

    private func take(
        _ request: NotificationRequest,
        _ index: Int,
        into group: inout AddGroup
    ) async throws(RequestError) {
        // Files take their time, and who takes another one's place asks where that is.
        guard request.content.attachments.isEmpty, request.bubble.replaces == nil else {
            store(&group)
            return group.answer(index, .success(try await add(request, files: [])))
        }
        if group.hasCall(of: request) { store(&group) }
        if let reply = try replyToEarlierCall(request) {
            return group.answer(index, .success(reply))
        }
        var accepted = try accept(request)
        if group.has(accepted.pending.request.key) {
            // It takes the place of one of these, or needs another name.
            store(&group)
            accepted = try accept(request)
        }
        try handOverWaiting(for: accepted)
        group.add(accepted, of: request, index)
    }

    /// Stores what has been gathered.
    private func store(_ group: inout AddGroup) {
        let members = group.takeMembers()
        guard !members.isEmpty else { return }
        CrashPoint.reached(.adding)
        do throws(RequestError) {
            let ids = try store.add(members.map(\.addition))
            CrashPoint.reached(.added)
            for (member, id) in zip(members, ids) {
                take(member.accepted, storedAs: id)
                group.answer(member.index, .success(member.accepted.reply))
            }
        } catch {
            guard members.count > 1 else { return group.answer(members[0].index, .failure(error)) }
            for member in members {
                var alone = AddGroup(member)
                store(&alone)
                group.answer(member.index, alone.replies[0])
            }
        }
    }
}

/// Requests that are stored by one commit, and the answers to their callers.
private struct AddGroup {
    struct Member {
        let accepted: AcceptedRequest
        /// Which call it is of.
        let index: Int
        let call: AnsweredAdd?

        var addition: PendingAddition {
            PendingAddition(accepted, answering: call)
        }
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
        members = [Member(accepted: member.accepted, index: 0, call: member.call)]
    }

    /// The answers; what nobody answered is an error and not a reason to end.
    var replies: [Result<AddReply, RequestError>] {
        answers.map { $0 ?? .failure(RequestError(.storage, "the request was not stored")) }
    }

    func has(_ key: RequestKey) -> Bool { keys.contains(key) }

    /// Whether a call of the same app with the same key is among them.
    func hasCall(of request: NotificationRequest) -> Bool {
        guard let key = request.idempotencyKey else { return false }
        return calls.contains(RequestKey(appID: request.appID, identifier: key))
    }

    mutating func add(_ accepted: AcceptedRequest, of request: NotificationRequest, _ index: Int) {
        var call: AnsweredAdd?
        if let key = request.idempotencyKey {
            call = AnsweredAdd(app: request.appID, key: key, reply: accepted.reply)
            calls.insert(RequestKey(appID: request.appID, identifier: key))
        }
        members.append(Member(accepted: accepted, index: index, call: call))
        keys.insert(accepted.pending.request.key)
    }

    mutating func takeMembers() -> [Member] {
        defer { (members, keys, calls) = ([], [], []) }
        return members
    }

    mutating func answer(_ index: Int, _ answer: Result<AddReply, RequestError>) {
        answers[index] = answer
    }
}
