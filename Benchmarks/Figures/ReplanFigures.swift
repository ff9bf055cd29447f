import Foundation
import NotifyCore
import TestSupport

/// How long the agent takes to recompute the dates of many requests when the user's zone changes.
enum ReplanFigures {
    private static let requests = 10_000

    static func measure(programs: String) async throws {
        var link = ""
        let stage = try await Stage(programs: programs) { directory in
            link = "\(directory)/zone/localtime"
            try FileManager.default.createDirectory(
                atPath: "\(directory)/zone",
                withIntermediateDirectories: true
            )
            try point(link, at: "Europe/Berlin")
            return ["TZ": ":\(link)", "NOTIFY_SCHEDULE_LOG": "info"]
        }
        let seconds = try stage.add(requests) { number in
            // A rule of its own for each minute of the week.
            var components = CalendarComponents()
            components.weekday = number / 1_440 + 1
            components.hour = number / 60 % 24
            components.minute = number % 60
            return .calendar(CalendarTrigger(spec: .components(components), repeats: true))
        }
        let each = (seconds / Double(requests) * 1_000).text(2)
        say("adding \(requests) rules over the bus, each on the disk: \(each) ms each\n")
        var table = TextTable(["zone changes to", "moved", "armed, ms", "written, ms"])
        var known = 0
        for zone in ["Asia/Tokyo", "Europe/Berlin", "Asia/Tokyo", "Europe/Berlin"] {
            try point(link, at: zone)
            let plans = try await plans(of: stage, after: known)
            known += plans.count
            for plan in plans {
                table.add([
                    zone, "\(plan.moved) of \(plan.count)",
                    (Double(plan.armed) / 1_000).text(1), (Double(plan.written) / 1_000).text(1),
                ])
            }
        }
        say(table.text)
        try await stage.end()
    }

    /// Makes a new link beside it and moves it over the old one, as the desktops do.
    private static func point(_ link: String, at zone: String) throws {
        try? FileManager.default.removeItem(atPath: "\(link).new")
        try FileManager.default.createSymbolicLink(
            atPath: "\(link).new",
            withDestinationPath: "/usr/share/zoneinfo/\(zone)"
        )
        guard rename("\(link).new", link) == 0 else {
            throw FigureFailure(description: "\(link): \(String(cString: strerror(errno)))")
        }
    }

    /// What the agent logs after a change, until it is quiet.
    private static func plans(of stage: Stage, after earlier: Int) async throws -> [Plan] {
        var seen = earlier
        for _ in 0..<60 {
            try await Task.sleep(for: .milliseconds(500))
            let all = stage.agent.error.split(separator: "\n").compactMap { Plan($0) }
            if all.count > earlier, all.count == seen { return Array(all[earlier...]) }
            seen = all.count
        }
        throw FigureFailure(description: "the agent computed no dates:\n\(stage.agent.error)")
    }

    /// A line of the agent's log, such as
    /// `planned again: 9999 of 10000 moved, armed after 12345 µs, written after 23456 µs`.
    private struct Plan {
        let moved: Int
        let count: Int
        /// Microseconds until the timers were armed.
        let armed: Int
        /// Microseconds until the new dates were on the disk.
        let written: Int

        init?(_ line: Substring) {
            guard let start = line.firstRange(of: "planned again:")?.upperBound else { return nil }
            let numbers = line[start...].split { !$0.isNumber }.compactMap { Int($0) }
            guard numbers.count == 4 else { return nil }
            (moved, count, armed, written) = (numbers[0], numbers[1], numbers[2], numbers[3])
        }
    }
}
