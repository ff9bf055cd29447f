import Synchronization

/// What the server tells, on its way to whoever acts on it.
///
/// Bounded: a server that tells more than can be acted on must cost no memory.
final class BubbleInbox: Sendable {
    /// What comes from users while so many wait is dropped.
    private static let most = 10_000

    let events: AsyncStream<BubbleEvent>
    private let yield: AsyncStream<BubbleEvent>.Continuation
    private let waiting = Atomic<Int>(0)

    init() {
        (events, yield) = AsyncStream.makeStream(of: BubbleEvent.self)
    }

    /// Puts in what must not be missed.
    func put(_ event: BubbleEvent) {
        waiting.wrappingAdd(1, ordering: .relaxed)
        yield.yield(event)
    }

    /// Puts in a signal, of which there may be any number.
    func put(signal event: BubbleEvent) {
        guard waiting.load(ordering: .relaxed) < Self.most else { return }
        put(event)
    }

    /// One has been acted on.
    func noteHandled() {
        waiting.wrappingSubtract(1, ordering: .relaxed)
    }

    func finish() { yield.finish() }
}
