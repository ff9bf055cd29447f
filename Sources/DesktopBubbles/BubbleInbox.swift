import Synchronization

/// A queue of the server's events.
///
/// It is limited, so that a server that sends too many events does not cost memory.
final class BubbleInbox: Sendable {
    /// The number of waiting events from which signals are dropped.
    private static let limit = 10_000

    let events: AsyncStream<BubbleEvent>
    private let yield: AsyncStream<BubbleEvent>.Continuation
    private let waiting = Atomic<Int>(0)

    init() {
        (events, yield) = AsyncStream.makeStream(of: BubbleEvent.self)
    }

    /// Adds an event that must not be lost.
    func put(_ event: BubbleEvent) {
        waiting.wrappingAdd(1, ordering: .relaxed)
        yield.yield(event)
    }

    /// Adds a signal, which may be dropped.
    func put(signal event: BubbleEvent) {
        guard waiting.load(ordering: .relaxed) < Self.limit else { return }
        put(event)
    }

    /// Records that an event was handled.
    func noteHandled() {
        waiting.wrappingSubtract(1, ordering: .relaxed)
    }

    func finish() { yield.finish() }
}
