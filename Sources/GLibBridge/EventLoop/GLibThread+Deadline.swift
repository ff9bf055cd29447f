import CGLib

extension GLibThread {
    /// Waits for an operation with a time limit, after which it continues and its result is dropped.
    ///
    /// - Returns: the result; `nil` after the time limit.
    package func answer<Value: Sendable>(
        within milliseconds: UInt32,
        to operation: @escaping @Sendable () async -> Value,
        late: @escaping @Sendable (Value) async -> Void = { _ in }
    ) async -> Value? {
        await withCheckedContinuation { continuation in
            let answered = OnceFlag()
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
