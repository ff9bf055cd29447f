import CGLib

extension GLibThread {
    /// Waits for an operation, at most for a time; it goes on unheard then.
    ///
    /// - Parameters:
    ///   - milliseconds: how long.
    ///   - operation: starts on this thread.
    ///   - late: takes a result that came too late.
    /// - Returns: the result; `nil` where there was none in time.
    public func answer<Value: Sendable>(
        within milliseconds: UInt32,
        to operation: @escaping @Sendable () async -> Value,
        late: @escaping @Sendable (Value) async -> Void = { _ in }
    ) async -> Value? {
        await withCheckedContinuation { continuation in
            let answered = Once()
            task {
                let value = await operation()
                if answered.first() {
                    continuation.resume(returning: value)
                } else {
                    await late(value)
                }
            }
            attach(g_timeout_source_new(milliseconds), priority: G_PRIORITY_DEFAULT) {
                if answered.first() { continuation.resume(returning: nil) }
            }
        }
    }
}
