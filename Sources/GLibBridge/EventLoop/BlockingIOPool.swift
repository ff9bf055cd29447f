/// Runs work that may block forever, such as reading a file of a network that does not answer.
///
/// Each piece of work has a thread to itself while it runs, so that one that hangs does not delay others. One thread
/// stays for the next piece, so that short ones in succession start no threads. The number of running pieces is limited,
/// in total and for each owner.
package final class BlockingIOPool: Sendable {
    /// The outcome of a piece of work.
    package enum Answer<Value: Sendable>: Sendable {
        /// Its result.
        case done(Value)
        /// It takes longer; it continues and its result is dropped.
        case late
        /// It was not started, because too many are running.
        case busy
    }

    private let name: String
    private let quota: Quota

    /// Makes a pool.
    ///
    /// - Parameter name: the threads' name, of which 15 bytes are used.
    package init(name: String, maxTotal: Int, maxPerOwner: Int) {
        self.name = name
        quota = Quota(maxTotal: maxTotal, maxPerOwner: maxPerOwner)
    }

    /// Runs a piece of work and waits for it, with a time limit.
    package func answer<Value: Sendable>(
        within milliseconds: UInt32,
        for owner: String,
        to work: @escaping @Sendable () -> Value,
        late: @escaping @Sendable (Value) -> Void = { _ in }
    ) async -> Answer<Value> {
        guard quota.reserve(for: owner) else { return .busy }
        return await withCheckedContinuation { continuation in
            let answered = OnceFlag()
            let isBegun = SpareThread.start(name: name) { [quota] in
                let value = work()
                let isInTime = answered.first()
                if !isInTime { late(value) }
                quota.release(of: owner)
                return { if isInTime { continuation.resume(returning: .done(value)) } }
            }
            guard isBegun else {
                quota.release(of: owner)
                return continuation.resume(returning: .busy)
            }
            GLibActor.thread.after(milliseconds: milliseconds) {
                if answered.first() { continuation.resume(returning: .late) }
            }
        }
    }
}
