import GLibBridge

extension GLibThread: AgentExecutor {
    func after(_ time: Duration, _ action: @escaping @Sendable () -> Void) {
        after(milliseconds: time.milliseconds, action)
    }

    func answer<Value: Sendable>(
        within time: Duration,
        to operation: @escaping @Sendable () async -> Value,
        late: @escaping @Sendable (Value) async -> Void
    ) async -> Value? {
        await answer(within: time.milliseconds, to: operation, late: late)
    }
}
