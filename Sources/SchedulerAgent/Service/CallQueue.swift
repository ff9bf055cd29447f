import GLibBridge

/// A fair queue of calls: calls of one sender are answered in order of arrival, and senders take turns.
///
/// A call with files may take long, and so may a long list and the first call of an unknown sender. Later calls of the
/// same sender wait for it; calls of other senders do not. Waiting calls that can be answered together are. The
/// queue is bounded: further calls are refused.
@GLibActor
final class CallQueue {
    /// The maximum number of waiting calls of one sender, and of all.
    nonisolated static let (maxPerSender, maxTotal) = (10_000, 40_000)
    /// The maximum size of waiting calls of one sender, and of all.
    nonisolated static let (maxBytesPerSender, maxBytes) = (32 << 20, 128 << 20)
    /// The maximum size of a call, which counts 64 bytes for each value in it.
    nonisolated static let maxBytesOfCall = 16 << 20

    /// The maximum number of calls that are answered together, which delays due notifications.
    private static let maxTogether = 32

    private let counts = Quota(maxTotal: maxTotal, maxPerOwner: maxPerSender)
    private let sizes = Quota(maxTotal: maxBytes, maxPerOwner: maxBytesPerSender)
    private var isKnown: @GLibActor @Sendable (String) -> Bool = { _ in false }
    private var areTogether: @Sendable (BusMethodCall) -> Bool = { _ in false }
    private var takesLong: @Sendable (BusMethodCall) -> Bool = { _ in false }
    private var answer: (@Sendable ([BusMethodCall]) async -> Void)?
    /// The waiting calls, by sender.
    private var waiting: [String: [BusMethodCall]] = [:]
    /// The senders whose next call may be answered, in order.
    private var turns: [String] = []
    /// The senders with a call in progress.
    private var active: Set<String> = []
    private var isAnswering = false
    private var idleWaiters: [CheckedContinuation<Void, Never>] = []

    /// Creates a queue that keeps calls until it is opened.
    nonisolated init() {}

    /// Starts to answer calls.
    ///
    /// - Parameters:
    ///   - isKnown: whether a sender is known.
    ///   - areTogether: whether a call can be answered together with others like it.
    ///   - takesLong: whether a call may take so long that other senders do not wait for it.
    ///   - answer: answers a call, or several that can be answered together, in order of arrival.
    func open(
        isKnown: @escaping @GLibActor @Sendable (String) -> Bool,
        areTogether: @escaping @Sendable (BusMethodCall) -> Bool = { _ in false },
        takesLong: @escaping @Sendable (BusMethodCall) -> Bool = { _ in false },
        answer: @escaping @Sendable ([BusMethodCall]) async -> Void
    ) {
        self.isKnown = isKnown
        self.areTogether = areTogether
        self.takesLong = takesLong
        self.answer = answer
        answerSoon()
    }

    /// Adds a call.
    func enqueue(_ call: BusMethodCall) {
        let sender = call.sender
        guard counts.reserve(for: sender) else { return Self.refuse(call) }
        guard sizes.reserve(call.parameters.size, for: sender) else {
            counts.release(of: sender)
            return Self.refuse(call)
        }
        let isFirst = waiting[sender] == nil
        waiting[sender, default: []].append(call)
        if isFirst, !active.contains(sender) { turns.append(sender) }
        answerSoon()
    }

    /// Returns once all calls are answered.
    func finish() async {
        while !waiting.isEmpty || !active.isEmpty {
            await withCheckedContinuation { idleWaiters.append($0) }
        }
    }

    private static func refuse(_ call: BusMethodCall) {
        call.fail(
            "org.freedesktop.DBus.Error.LimitsExceeded",
            "more than \(maxPerSender) calls or \(maxBytesPerSender >> 20) MiB of one sender, or too many of all, "
                + "wait for an answer; wait for the earlier ones first"
        )
    }

    private func answerSoon() {
        guard !isAnswering, !turns.isEmpty, let answer else { return }
        isAnswering = true
        GLibActor.thread.task { await self.answerInTurn(answer) }
    }

    private func answerInTurn(_ answer: @escaping @Sendable ([BusMethodCall]) async -> Void) async {
        while !turns.isEmpty {
            let sender = turns.removeFirst()
            guard let call = next(of: sender) else { continue }
            active.insert(sender)
            if isQuick(call) {
                let calls = [call] + (areTogether(call) ? goingAlong(with: call) : [])
                await answer(calls)
                noteAnswered(calls)
            } else {
                GLibActor.thread.task { await self.answerAlone(call, answer) }
            }
        }
        isAnswering = false
    }

    private func isQuick(_ call: BusMethodCall) -> Bool {
        call.files.isEmpty && isKnown(call.sender) && !takesLong(call)
    }

    /// Removes and returns waiting calls that can be answered together with a call, from each sender in turn.
    private func goingAlong(with first: BusMethodCall) -> [BusMethodCall] {
        var calls: [BusMethodCall] = []
        var senders = [first.sender] + turns
        while !senders.isEmpty {
            senders = senders.filter { sender in
                guard calls.count < Self.maxTogether - 1, let call = waiting[sender]?.first,
                    isQuick(call), areTogether(call), let call = next(of: sender)
                else { return false }
                calls.append(call)
                active.insert(sender)
                return true
            }
        }
        turns.removeAll(where: active.contains)
        return calls
    }

    private func answerAlone(
        _ call: BusMethodCall,
        _ answer: @Sendable ([BusMethodCall]) async -> Void
    ) async {
        await answer([call])
        noteAnswered([call])
        answerSoon()
    }

    private func next(of sender: String) -> BusMethodCall? {
        let call = waiting[sender]?.removeFirst()
        if waiting[sender]?.isEmpty == true { waiting[sender] = nil }
        return call
    }

    private func noteAnswered(_ calls: [BusMethodCall]) {
        for call in calls {
            let sender = call.sender
            counts.release(of: sender)
            sizes.release(call.parameters.size, of: sender)
            if active.remove(sender) != nil, waiting[sender] != nil { turns.append(sender) }
        }
        guard waiting.isEmpty, active.isEmpty else { return }
        let idleWaiters = self.idleWaiters
        self.idleWaiters = []
        for waiter in idleWaiters { waiter.resume() }
    }
}
