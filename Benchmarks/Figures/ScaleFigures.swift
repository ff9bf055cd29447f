import AgentInterface
import Foundation
import GLibBridge
import NotifyCore
import Synchronization
import TestSupport

/// What more pending requests change: each step has ten times the number of the one before.
enum ScaleFigures {
    /// What is measured with so many requests.
    struct Step {
        let pending: Int
        /// Milliseconds of one `add` over the bus, on the disk.
        let add: Double
        /// Kilobytes of the agent's own, after its start.
        let memory: Double
        /// Milliseconds from the agent's start to its first answer.
        let start: Double
        /// Seconds of the import that brought the step's requests.
        let importing: Double
        /// Milliseconds of `list`, and of a Tab on an identifier.
        let list: Double
        let completion: Double
        /// The longest `add` over the bus while one `list` after the other runs, in milliseconds.
        let delay: Double
        /// Milliseconds of the call that starts the agent.
        let firstCall: Double
    }

    static func measure(programs: String, upTo limit: Int) async throws {
        let stage = try await Stage(programs: programs)
        var table = TextTable([
            "pending", "add, ms", "agent's PSS, MB", "start to first answer, ms", "first call, ms",
            "list, ms", "Tab, ms", "longest add during a list, ms", "import, µs each",
        ])
        var steps: [Step] = []
        var pending = 0
        var next = 1
        while next <= limit {
            let seconds = try fill(stage, from: pending, to: next, programs)
            let count = next - pending
            pending = next
            next *= 10
            let step = try await measure(stage, pending, seconds, programs)
            steps.append(step)
            table.add([
                "\(pending)", step.add.text(2), (step.memory / 1_024).text(1), step.start.text(0),
                step.firstCall.text(0), step.list.text(0), step.completion.text(0),
                step.delay.text(1), (seconds / Double(count) * 1_000_000).text(0),
            ])
            say("\(pending) done")
        }
        say("\n" + table.text)
        if let path = Settings.plot {
            try ScalePlot(steps: steps, machine: Machine.description).text
                .write(toFile: path, atomically: true, encoding: .utf8)
            say("\nthe plot is in \(path)")
        }
        try await stage.end()
    }

    private static func measure(
        _ stage: Stage,
        _ pending: Int,
        _ seconds: Double,
        _ programs: String
    ) async throws -> Step {
        // What was brought before is not to be written in the middle of what is measured.
        sync()
        var starts: [Double] = []
        for _ in 0..<9 { starts.append(try await stage.restartAgent()) }
        let memory = Machine.ownMemory(of: stage.agent.id)
        var adds: [Double] = []
        for number in 0..<50 {
            let time = try stage.add(1, name: "one-more-\(number)") { _ in
                .timeInterval(microseconds: 86_400_000_000, repeats: false)
            }
            adds.append(time * 1_000)
        }
        _ = try stage.client.remove(
            .dictionary([
                ("identifiers", .strings((0..<50).map { "one-more-\($0)-0" }))
            ])
        )
        let command = "\(programs)/notify-schedule"
        let list = CommandRun(arguments: [command, "list"])
        let completion = CommandRun(
            arguments: [command, "---completion", "show", "--", "positional@0", "2", "1", "r"]
        )
        var (lists, completions, firsts): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<(pending > 100_000 ? 3 : 9) {
            lists.append(try list.milliseconds())
            completions.append(try completion.milliseconds())
        }
        let delay = try longestAdd(stage, during: list)
        for _ in 0..<9 {
            _ = try stage.client.stop()
            let first = CommandRun(
                arguments: [command, "add", "T", "--in", "1h", "--id", "first"]
            )
            firsts.append(try first.milliseconds())
        }
        return Step(
            pending: pending,
            add: Samples(adds).median,
            memory: Double(memory),
            start: Samples(starts).median,
            importing: seconds,
            list: Samples(lists).median,
            completion: Samples(completions).median,
            delay: delay,
            firstCall: Samples(firsts).median
        )
    }

    /// Adds requests while a command runs three times.
    ///
    /// - Returns: the milliseconds of the one that took longest.
    private static func longestAdd(_ stage: Stage, during list: CommandRun) throws -> Double {
        let isOver = Mutex(false)
        Thread.detachNewThread {
            for _ in 0..<3 { _ = try? list.milliseconds() }
            isOver.withLock { $0 = true }
        }
        var longest = 0.0
        while !isOver.withLock({ $0 }) {
            let time = try stage.add(1, name: "meanwhile") { _ in
                .timeInterval(microseconds: 86_400_000_000, repeats: false)
            }
            longest = max(longest, time * 1_000)
        }
        return longest
    }

    /// Brings requests in as a file of lines, 100,000 at a time.
    ///
    /// - Returns: the seconds that the command took for it.
    private static func fill(
        _ stage: Stage,
        from first: Int,
        to end: Int,
        _ programs: String
    ) throws -> Double {
        let file = "\(stage.bus.directory)/import.jsonl"
        var seconds = 0.0
        var number = first
        while number < end {
            let last = min(end, number + 100_000)
            let lines = (number..<last).map(line)
            let text = ["{\"format\":\"notify-schedule\",\"version\":1}"] + lines + [""]
            try text.joined(separator: "\n").write(toFile: file, atomically: false, encoding: .utf8)
            let start = ProgramStart(arguments: ["\(programs)/notify-schedule", "import", file])
            seconds += try milliseconds { _ = try start.output() } / 1_000
            number = last
        }
        return seconds
    }

    /// Each on a minute of the week, as people have them.
    private static func line(_ number: Int) -> String {
        let minute = number * 7 % 1_440
        let day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][number % 7]
        let time = "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
        return """
            {"list":"pending","request":{"identifier":"r\(number)","content":{"title":"Request \(number)","body":"One of many"},\
            "trigger":{"type":"calendar","onCalendar":"\(day) \(time)","repeats":true}}}
            """
    }
}
