import AgentInterface
import NotificationServer
import NotifyCore

/// What the agent's memory does over many bubbles, whether a server tells of their ends or not.
enum LeakFigures {
    private static let steps = 5

    static func measure(programs: String, bubbles: Int) async throws {
        for (words, reason) in [
            ("dismissed", ClosedReason.dismissed), ("closed without a word", nil),
        ] {
            say("\(bubbles) bubbles, \(words)")
            let stage = try await Stage(programs: programs)
            await stage.server.endBubbles(reason)
            // What all needs is loaded.
            try await show(500, on: stage)
            say("  after \(500): \(Machine.memory(of: stage.agent.id))")
            for step in 1...steps {
                try await show(bubbles / steps, on: stage)
                let count = bubbles / steps * step
                say("  after \(count): \(Machine.memory(of: stage.agent.id))")
            }
            try await stage.end()
        }
    }

    private static func show(_ count: Int, on stage: Stage) async throws {
        stage.server.arrivals.removeAll()
        for number in 0..<count {
            _ = try stage.client.add(
                NotificationRequest(
                    appID: AgentNames.app,
                    identifier: "bubble-\(number)",
                    content: NotificationContent(title: "Bubble \(number)", body: "of \(count)")
                )
            )
        }
        _ = try await stage.server.arrivals.first(count, 600)
    }
}
