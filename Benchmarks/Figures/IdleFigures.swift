import Foundation
import TestSupport

/// What the agent costs while nothing is due.
enum IdleFigures {
    static func measure(programs: String, seconds: Int) async throws {
        let stage = try await Stage(programs: programs)
        // An agent that has worked, so that all it needs is loaded.
        for number in 0..<50 { _ = try await stage.deliver("idle \(number)") }
        say(Machine.memory(of: stage.agent.id))
        // What the deliveries left to do ends first.
        try await Task.sleep(for: .seconds(5))
        let before = switches(of: stage.agent.id)
        try await Task.sleep(for: .seconds(seconds))
        let count = switches(of: stage.agent.id) - before
        say("context switches of all threads of the idle agent in \(seconds) s: \(count)")
        say(Machine.memory(of: stage.agent.id))
        try await stage.end()
    }

    /// How often the threads of a process have run.
    private static func switches(of process: Int32) -> Int {
        let tasks = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.reduce(0) { sum, thread in
            let counts = Machine.content(of: "\(tasks)/\(thread)/status").split(separator: "\n")
                .filter { $0.contains("ctxt_switches") }
                .compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
            return sum + counts.reduce(0, +)
        }
    }
}
