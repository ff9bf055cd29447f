import AgentInterface
import GLibBridge
import NotifyCore

/// The events that the agent reports while the demo runs.
final class DemoEvents: Sendable {
    private let events: AsyncStream<RequestEvent>
    private let subscription: BusSubscription

    /// Subscribes to events on a connection, and asks the agent for them.
    @GLibActor
    init(connection: BusConnection) {
        let (events, yield) = AsyncStream.makeStream(of: RequestEvent.self)
        self.events = events
        subscription = connection.subscribe(
            to: "Happened",
            interface: AgentNames.interface,
            sender: AgentNames.bus,
            path: AgentNames.path
        ) { signal in
            if let event = try? RequestEvent(record: signal.parameters[0]) { yield.yield(event) }
        }
    }

    /// Waits until the user chooses a button of a request or dismisses it; `nil` after the timeout.
    func response(to identifier: String, seconds: Int) async -> RequestEvent? {
        await first(["responded", "dismissed"], of: identifier, seconds)
    }

    /// Waits until a request is shown.
    func delivery(of identifier: String, seconds: Int) async -> Bool {
        await first(["delivered"], of: identifier, seconds) != nil
    }

    private func first(
        _ names: Set<String>,
        of identifier: String,
        _ seconds: Int
    ) async -> RequestEvent? {
        await withTaskGroup(of: RequestEvent?.self) { group in
            group.addTask { [events] in
                for await event in events
                where names.contains(event.event) && event.key.identifier == identifier {
                    return event
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
