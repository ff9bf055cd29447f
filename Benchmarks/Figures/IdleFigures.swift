import Foundation
import TestSupport

/// What the agent costs while nothing is due.
enum IdleFigures {
    static func measure(programs: String, seconds: Int) async throws {
        let stage = try await Stage(programs: programs)
        // An agent that has worked, so that all it needs is loaded.
        for number in 0..<50 { _ = try await stage.deliver("idle \(number)") }
        // What the deliveries left to do ends first.
        try await Task.sleep(for: .seconds(5))
        let before = Machine.contextSwitches(of: stage.agent.id)
        try await Task.sleep(for: .seconds(seconds))
        let count = Machine.contextSwitches(of: stage.agent.id) - before
        say("context switches of all threads of the idle agent in \(seconds) s: \(count)")
        let own = Double(Machine.ownMemory(of: stage.agent.id)) / 1_024
        try await stage.end()
        guard let dunst = try await DunstPeer.memory() else {
            say("agent's PSS: \(own.text(1)) MB")
            return
        }
        var table = PeerTable()
        table.add(
            "agent's memory, PSS",
            own,
            beside: ("dunst", Double(dunst) / 1_024),
            "MB",
            aim: 1 + 8 / (Double(dunst) / 1_024)
        )
        say(table.text)
    }
}
