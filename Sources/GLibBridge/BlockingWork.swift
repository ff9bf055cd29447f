import CGLib

/// Runs what may block for ever, such as reading a file of a network that does not answer.
///
/// Each work has a thread of its own, which ends with it, so that one that hangs holds up no other. How many
/// may hang is bounded, over all and of each owner.
public final class BlockingWork: Sendable {
    /// What came of a work.
    public enum Answer<Value: Sendable>: Sendable {
        /// Its result.
        case done(Value)
        /// It takes longer; it goes on unheard.
        case late
        /// It was not begun: too much is under way already.
        case busy
    }

    private let name: String
    private let quota: Quota

    /// Makes one that runs nothing yet.
    ///
    /// - Parameters:
    ///   - name: of its threads; the first 15 bytes count.
    ///   - most: as much may be under way at a time.
    ///   - mostOfOne: as much of that of one owner.
    public init(name: String, most: Int, mostOfOne: Int) {
        self.name = name
        quota = Quota(most: most, mostOfOne: mostOfOne)
    }

    /// Runs a work and waits for it, at most for a time.
    ///
    /// - Parameters:
    ///   - milliseconds: how long to wait.
    ///   - owner: on whose account it is.
    ///   - work: runs on a thread of its own.
    ///   - late: takes a result that came too late, on that thread.
    /// - Returns: what came of it.
    public func answer<Value: Sendable>(
        within milliseconds: UInt32,
        for owner: String,
        to work: @escaping @Sendable () -> Value,
        late: @escaping @Sendable (Value) -> Void = { _ in }
    ) async -> Answer<Value> {
        guard quota.take(for: owner) else { return .busy }
        return await withCheckedContinuation { continuation in
            let answered = Once()
            let thread = OwnThread.start(name: name) { [quota] in
                let value = work()
                let isInTime = answered.first()
                if !isInTime { late(value) }
                quota.giveBack(of: owner)
                if isInTime { continuation.resume(returning: .done(value)) }
            }
            guard let thread else {
                quota.giveBack(of: owner)
                return continuation.resume(returning: .busy)
            }
            g_thread_unref(thread)
            GLibActor.thread.after(milliseconds: milliseconds) {
                if answered.first() { continuation.resume(returning: .late) }
            }
        }
    }
}
