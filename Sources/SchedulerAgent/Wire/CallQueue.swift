import GLibBridge

/// Has calls answered one after another, in order of arrival.
///
/// A call that brings files may take a while; until it is answered, the later calls of its own sender wait
/// for it and those of others do not.
@GLibActor
final class CallQueue {
    private let answer: @Sendable (BusMethodCall) async -> Void
    /// What waits for its sender's files.
    private var waiting: [String: [BusMethodCall]] = [:]

    init(answer: @escaping @Sendable (BusMethodCall) async -> Void) {
        self.answer = answer
    }

    /// Has the next call answered.
    func take(_ call: BusMethodCall) async {
        guard waiting[call.sender] == nil else {
            waiting[call.sender]?.append(call)
            return
        }
        guard !call.files.isEmpty else { return await answer(call) }
        waiting[call.sender] = []
        GLibActor.thread.task { await self.answerAll(from: call) }
    }

    private func answerAll(from first: BusMethodCall) async {
        var next: BusMethodCall? = first
        while let call = next {
            await answer(call)
            let isLast = waiting[call.sender]?.isEmpty ?? true
            next = isLast ? nil : waiting[call.sender]?.removeFirst()
        }
        waiting[first.sender] = nil
    }
}
