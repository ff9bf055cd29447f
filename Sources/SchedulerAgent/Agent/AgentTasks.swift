/// Starts work in the background, and posts events.
///
/// The parts of an agent stay on its thread and do not know it. What has to happen later, they post as an
/// ``AgentEvent``; the agent hands it to the part that it concerns.
final class AgentTasks {
    private let executor: any AgentExecutor
    private weak var agent: Agent?

    init(_ executor: any AgentExecutor) {
        self.executor = executor
    }

    /// Sets the agent that tasks get.
    func connect(_ agent: Agent) {
        self.agent = agent
    }

    /// Has the agent handle an event after what it is doing now.
    func post(_ event: AgentEvent) {
        guard let agent else { return }
        executor.task { await agent.handle(event) }
    }

    /// Has the agent handle an event after a time.
    func post(_ event: AgentEvent, after time: Duration) {
        guard let agent else { return }
        executor.after(time) { [executor] in
            executor.task { await agent.handle(event) }
        }
    }

    /// Starts work that needs no part, and has the agent handle the event that it returns.
    ///
    /// - Returns: the task, with which the work can be cancelled; `nil` without an agent.
    @discardableResult
    func run(_ work: @escaping @Sendable () async -> AgentEvent?) -> Task<Void, Never>? {
        guard let agent else { return nil }
        return executor.task { if let event = await work() { await agent.handle(event) } }
    }

    /// Waits for an operation with a timeout.
    ///
    /// - Returns: the result; `nil` after the timeout, in which case the agent handles the event that `late` makes of
    ///   the result.
    func answer<Value: Sendable>(
        within time: Duration,
        to operation: @escaping @Sendable () async -> Value,
        late: @escaping @Sendable (Value) -> AgentEvent
    ) async -> Value? {
        guard let agent else { return nil }
        return await executor.answer(within: time, to: operation) {
            await agent.handle(late($0))
        }
    }

    /// The number of requests above which a change of them uses much memory.
    private static let manyRequests = 1_000

    /// Has free memory returned to the system if many requests were changed.
    func returnMemory(after count: Int) {
        if count > Self.manyRequests { post(.returnMemory) }
    }

    /// Delivers in the background, without delaying events and calls.
    func deliverSoon() { post(.deliver) }
}
