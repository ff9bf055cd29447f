import AgentInterface
import NotifyCore

/// The request of an `Add` call, or why it cannot be read.
typealias AddCall = Result<NotificationRequest, RequestError>

/// Accepts requests that arrived in succession and stores them with one commit.
///
/// Each request succeeds or fails on its own: if the commit fails, each is stored by itself.
struct GroupAdder {
    private let store: Store
    private let adder: RequestAdder
    private let withFiles: AttachmentAdder

    init(_ store: Store, _ adder: RequestAdder, _ withFiles: AttachmentAdder) {
        self.store = store
        self.adder = adder
        self.withFiles = withFiles
    }

    /// Accepts requests: when this returns they are on the disk.
    func add(_ calls: [AddCall]) async -> [Result<AddReply, RequestError>] {
        var group = AddGroup(count: calls.count)
        for (index, call) in calls.enumerated() {
            do throws(RequestError) {
                try await add(try call.get(), index, into: &group)
            } catch {
                group.answer(index, .failure(error))
            }
        }
        store(&group)
        withFiles.sweeper.sweep()
        return group.replies
    }

    private func add(
        _ request: NotificationRequest,
        _ index: Int,
        into group: inout AddGroup
    ) async throws(RequestError) {
        // Files take time to copy, and a request that replaces a bubble needs the place of that bubble.
        guard request.content.attachments.isEmpty, request.bubble.replaces == nil else {
            store(&group)
            return group.answer(index, .success(try await withFiles.add(request, files: [])))
        }
        if group.hasCall(of: request) { store(&group) }
        if let reply = try adder.intake.replyToEarlierCall(request) {
            return group.answer(index, .success(reply))
        }
        var (accepted, reply) = try adder.accept(request)
        if group.has(accepted.key) {
            // It replaces a request of the group, or its fresh identifier is taken.
            store(&group)
            (accepted, reply) = try adder.accept(request)
        }
        try adder.handOverWaiting(for: accepted)
        group.add(accepted, reply, index)
    }

    /// Stores the requests of the group.
    private func store(_ group: inout AddGroup) {
        let members = group.takeMembers()
        guard !members.isEmpty else { return }
        CrashPoint.reached(.adding)
        do throws(RequestError) {
            let ids = try store.add(members.map(\.accepted))
            CrashPoint.reached(.added)
            for (member, id) in zip(members, ids) {
                adder.noteStored(member.accepted, as: id)
                group.answer(member.index, .success(member.reply))
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
