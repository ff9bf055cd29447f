import AgentInterface
import NotificationServer
import NotifyCore
import TestSupport

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
            try await show(500, from: bubbles, on: stage)
            say("  after 500: \(Machine.memory(of: stage.agent.id))")
            for step in 1...steps {
                let count = bubbles / steps * step
                try await show(bubbles / steps, from: count, on: stage)
                say("  after \(count): \(Machine.memory(of: stage.agent.id))")
            }
            try await stage.end()
        }
    }

    private static func show(_ count: Int, from start: Int, on stage: Stage) async throws {
        stage.server.arrivals.removeAll()
        for number in 0..<count {
            _ = try stage.client.add(
                NotificationRequest(
                    appID: AgentNames.app,
                    identifier: "bubble-\(start)-\(number)",
                    content: NotificationContent(title: "Bubble \(number)", body: "of \(count)")
                )
            )
        }
        _ = try await stage.server.arrivals.first(count, 600)
    }
}
