import GLibBridge

/// Has calls answered: those of one sender in order of arrival, and of several senders in turn, so that
/// nobody's many calls hold up another one's.
///
/// A call that brings files may take a while, and so may the first of a sender that has to be found out;
/// until it is answered, the later calls of its own sender wait for it and those of others do not. Bounded:
/// what comes while too much waits is refused.
@GLibActor
final class CallQueue {
    /// As many calls of one sender, and of all, wait.
    nonisolated static let (mostOfOne, most) = (10_000, 40_000)
    /// As many bytes of one sender, and of all, wait.
    nonisolated static let (mostBytesOfOne, mostBytes) = (32 << 20, 128 << 20)

    private let counts = Quota(most: most, mostOfOne: mostOfOne)
    private let sizes = Quota(most: mostBytes, mostOfOne: mostBytesOfOne)
    private var isKnown: @GLibActor @Sendable (String) -> Bool = { _ in false }
    private var answer: (@Sendable (BusMethodCall) async -> Void)?
    /// What waits, by sender.
    private var waiting: [String: [BusMethodCall]] = [:]
    /// The senders whose next call may be answered, in order.
    private var turns: [String] = []
    /// The senders one of whose calls is being answered.
    private var active: Set<String> = []
    private var isAnswering = false
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []

    /// Makes one that keeps what comes until it is opened.
    nonisolated init() {}

    /// Begins to have calls answered.
    ///
    /// - Parameters:
    ///   - isKnown: whether it is known who a sender is.
    ///   - answer: answers a call.
    func open(
        isKnown: @escaping @GLibActor @Sendable (String) -> Bool,
        answer: @escaping @Sendable (BusMethodCall) async -> Void
    ) {
        self.isKnown = isKnown
        self.answer = answer
        answerSoon()
    }

    /// Has a call answered once it is its turn.
    func take(_ call: BusMethodCall) {
        let sender = call.sender
        guard counts.take(for: sender) else { return Self.refuse(call) }
        guard sizes.take(call.parameters.size, for: sender) else {
            counts.giveBack(of: sender)
            return Self.refuse(call)
        }
        let isFirst = waiting[sender] == nil
        waiting[sender, default: []].append(call)
        if isFirst, !active.contains(sender) { turns.append(sender) }
        answerSoon()
    }

    /// Returns once all that was taken has been answered.
    func finish() async {
        while !waiting.isEmpty || !active.isEmpty {
            await withCheckedContinuation { idleWaiters.append($0) }
        }
    }

    private static func refuse(_ call: BusMethodCall) {
        call.fail(
            "org.freedesktop.DBus.Error.LimitsExceeded",
            "more than \(mostOfOne) calls or \(mostBytesOfOne >> 20) MiB of one sender, or too many of all, "
                + "wait for an answer; wait for the earlier ones first"
        )
    }

    private func answerSoon() {
        guard !isAnswering, !turns.isEmpty, let answer else { return }
        isAnswering = true
        GLibActor.thread.task { await self.answerInTurn(answer) }
    }

    private func answerInTurn(_ answer: @escaping @Sendable (BusMethodCall) async -> Void) async {
        while !turns.isEmpty {
            let sender = turns.removeFirst()
            guard let call = next(of: sender) else { continue }
            active.insert(sender)
            if call.files.isEmpty, isKnown(sender) {
                await answer(call)
                noteAnswered(call)
            } else {
                GLibActor.thread.task { await self.answerAlone(call, answer) }
            }
        }
        isAnswering = false
    }

    private func answerAlone(
        _ call: BusMethodCall,
        _ answer: @Sendable (BusMethodCall) async -> Void
    ) async {
        await answer(call)
        noteAnswered(call)
        answerSoon()
    }

    private func next(of sender: String) -> BusMethodCall? {
        guard var calls = waiting[sender], !calls.isEmpty else { return nil }
        waiting[sender] = nil
        let call = calls.removeFirst()
        if !calls.isEmpty { waiting[sender] = calls }
        return call
    }

    private func noteAnswered(_ call: BusMethodCall) {
        let sender = call.sender
        counts.giveBack(of: sender)
        sizes.giveBack(call.parameters.size, of: sender)
        active.remove(sender)
        if waiting[sender] != nil { turns.append(sender) }
        guard waiting.isEmpty, active.isEmpty else { return }
        let idleWaiters = self.idleWaiters
        self.idleWaiters = []
        for waiter in idleWaiters { waiter.resume() }
    }
}
