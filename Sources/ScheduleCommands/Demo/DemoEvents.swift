import AgentInterface
import GLibBridge

/// What the agent tells while the demo runs.
final class DemoEvents: Sendable {
    /// What the user did.
    struct Response: Sendable {
        let action: String
        let url: String?
        let arguments: [String]
        let problem: String?
    }

    private let signals: AsyncStream<BusSignal>
    private let subscription: BusSubscription

    /// Starts to hear the agent.
    @GLibActor
    init(connection: BusConnection) {
        let (signals, yield) = AsyncStream.makeStream(of: BusSignal.self)
        self.signals = signals
        subscription = connection.subscribe(
            to: nil,
            interface: AgentNames.interface,
            sender: AgentNames.bus,
            path: AgentNames.path
        ) { yield.yield($0) }
    }

    /// Waits for the response to a request; `nil` where none comes in time.
    func response(to identifier: String, seconds: Int) async -> Response? {
        guard let signal = await first("Responded", of: identifier, seconds) else { return nil }
        let details = signal.parameters[3]
        return Response(
            action: signal.parameters[2]?.string ?? "",
            url: details?["url"]?.string,
            arguments: details?["arguments"]?.strings ?? [],
            problem: details?["problem"]?.string
        )
    }

    /// Waits until a request is shown.
    func delivery(of identifier: String, seconds: Int) async -> Bool {
        await first("Delivered", of: identifier, seconds) != nil
    }

    private func first(
        _ name: String,
        of identifier: String,
        _ seconds: Int
    ) async -> BusSignal? {
        await withTaskGroup(of: BusSignal?.self) { group in
            group.addTask { [signals] in
                for await signal in signals
                where signal.name == name && signal.parameters[1]?.string == identifier {
                    return signal
                }
                return nil
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(seconds))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
