import GLibBridge

/// Has calls answered one after another, in order of arrival.
///
/// A call that brings files may take a while, and so may the first of a sender that has to be found out;
/// until it is answered, the later calls of its own sender wait for it and those of others do not.
@GLibActor
final class CallQueue {
    private let isKnown: @GLibActor @Sendable (String) -> Bool
    private let answer: @Sendable (BusMethodCall) async -> Void
    /// What waits for an earlier call of its sender.
    private var waiting: [String: [BusMethodCall]] = [:]
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - isKnown: whether it is known who a sender is.
    ///   - answer: answers a call.
    init(
        isKnown: @escaping @GLibActor @Sendable (String) -> Bool,
        answer: @escaping @Sendable (BusMethodCall) async -> Void
    ) {
        self.isKnown = isKnown
        self.answer = answer
    }

    /// Has the next call answered.
    func take(_ call: BusMethodCall) async {
        guard waiting[call.sender] == nil else {
            waiting[call.sender]?.append(call)
            return
        }
        guard !call.files.isEmpty || !isKnown(call.sender) else { return await answer(call) }
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
        guard waiting.isEmpty else { return }
        let idleWaiters = self.idleWaiters
        self.idleWaiters = []
        for waiter in idleWaiters { waiter.resume() }
    }

    /// Returns once all that was taken has been answered.
    func finish() async {
        while !waiting.isEmpty { await withCheckedContinuation { idleWaiters.append($0) } }
    }
}
