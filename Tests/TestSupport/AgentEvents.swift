package import AgentInterface
package import GLibBridge
import NotifyCore

/// What the agents on a bus report of requests to a connection that watches them all.
///
/// Each agent that takes the name is asked to report. What it delivered before the question reached it comes from
/// its history.
package final class AgentEvents: Sendable {
    /// What happened to requests, in order.
    package let events = Recorder<RequestEvent>()
    /// The agents' unique names; `nil` where one left.
    package let owners = Recorder<String?>()
    /// The agents that were asked, once they have answered or gone.
    private let followed = Recorder<String>()
    private let connection: BusConnection
    private let start = ClockTimer.Clock.realTime.now
    private let subscriptions = Guarded<[BusSubscription]>([])

    /// Listens on a connection.
    @GLibActor
    package init(on connection: BusConnection) {
        self.connection = connection
        let (events, owners) = (events, owners)
        let subscriptions = [
            connection.subscribe(to: "Happened", interface: AgentNames.interface) { signal in
                if let event = try? RequestEvent(record: signal.parameters[0]) {
                    events.append(event)
                }
            },
            connection.watchName(AgentNames.bus) { [weak self] owner in
                owners.append(owner)
                guard let self, let owner else { return }
                GLibActor.thread.task { await self.follow(owner) }
            },
        ]
        self.subscriptions.withLock { $0 = subscriptions }
        // The bus has both rules once it answers.
        if let owner = connection.nameOwner(AgentNames.bus) {
            GLibActor.thread.task { await self.follow(owner) }
        }
    }

    /// Waits until the agent reports what happens, where one runs.
    package func follow() async throws {
        guard let owner = connection.nameOwner(AgentNames.bus) else { return }
        _ = try await followed.wait(30, "an agent that reports") { names in
            names.contains(owner) ? true : nil
        }
    }

    /// The deliveries so far.
    package var deliveries: [RequestEvent] { Self.deliveries(in: events.elements) }

    /// What the user did with bubbles so far.
    package var responses: [RequestEvent] { Self.responses(in: events.elements) }

    /// Waits for a number of deliveries.
    package func waitForDeliveries(_ count: Int) async throws -> [RequestEvent] {
        try await events.wait(30, "\(count) deliveries") { events in
            let deliveries = Self.deliveries(in: events)
            return deliveries.count >= count ? deliveries : nil
        }
    }

    /// Waits for a number of responses.
    package func waitForResponses(_ count: Int) async throws -> [RequestEvent] {
        try await events.wait(30, "\(count) responses") { events in
            let responses = Self.responses(in: events)
            return responses.count >= count ? responses : nil
        }
    }

    private static func deliveries(in events: [RequestEvent]) -> [RequestEvent] {
        events.filter { $0.event == "delivered" }
    }

    private static func responses(in events: [RequestEvent]) -> [RequestEvent] {
        events.filter { $0.event == "responded" || $0.event == "dismissed" }
    }

    @GLibActor
    private func follow(_ owner: String) async {
        let agent = BusDestination(
            name: owner,
            path: AgentNames.path,
            interface: AgentNames.interface
        )
        defer { followed.append(owner) }
        let selection: [(key: String, value: Variant)] = [
            ("since", .int64(start)), ("events", .strings(["delivered"])),
        ]
        do {
            _ = try await connection.call("Watch", on: agent, .tuple([.string(""), .string("")]))
            let reply = try await connection.call(
                "SelectHistory",
                on: agent,
                .tuple([.dictionary(selection)])
            )
            for line in (reply[0]?.children ?? []).reversed() {
                let event = try RequestEvent(record: line)
                if !isKnown(event) { events.append(event) }
            }
        } catch {
            // It left, or never was one; whoever waits for what it should report finds out.
        }
    }

    private func isKnown(_ event: RequestEvent) -> Bool {
        events.elements.contains { known in
            known.event == event.event && known.key == event.key && known.date == event.date
        }
    }
}

extension RequestEvent {
    /// The identifier of the request.
    package var identifier: String { key.identifier }
}
