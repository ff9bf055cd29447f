import AgentInterface
import Foundation
import NotifyCore

/// The time per next date of the engine, beside Foundation's calendar and systemd's.
enum EngineFigures {
    private static let zone = "Europe/Berlin"
    private static let evaluations = 20_000
    /// How often each is repeated for the worst date: no preemption meets it every time.
    private static let repetitions = 3

    static func measure() throws {
        guard let zone = SystemZone(named: zone), let peer = FoundationPeer(zone: Self.zone) else {
            throw FigureFailure(description: "the zone \(Self.zone) is not installed")
        }
        var table = TextTable([
            "next date in \(Self.zone)", "median, ns", "p99", "worst", "worst, best of 3",
            "Foundation, median, ns", "ratio", "same date", "systemd, ns", "ratio",
        ])
        var missed: [String] = []
        for row in EngineRow.all {
            let own = try measure(row, in: zone)
            let foundation = try peer.measure(row)
            let ratio = foundation.samples.median / own.single.median
            let systemd = try SystemdPeer.nanoseconds(row, zone: Self.zone)
            table.add([
                row.label, own.single.median.text(0), own.single.quantile(0.99).text(0),
                own.single.worst.text(0), own.best.worst.text(0),
                foundation.samples.median.text(0), ratio.text(0),
                try alike(row, foundation.dates, in: zone),
                systemd?.text(0) ?? "-", systemd.map { ($0 / own.single.median).text(0) } ?? "-",
            ])
            let limits: (median: Double, worst: Double) =
                row.isNever ? (50_000, 50_000) : (2_000, 20_000)
            if own.single.median > limits.median || own.best.worst > limits.worst || ratio < 10 {
                missed.append(row.label)
            }
        }
        say(table.text)
        let reading = Samples(
            (0..<evaluations).map { _ in
                let start = nanoseconds()
                return Double(nanoseconds() - start)
            }
        )
        let named = try SystemdPeer.nanoseconds(
            "*-*-* 09:00:00 \(Self.zone)",
            dates: 200,
            zone: Self.zone
        )
        say(
            """

            systemd, daily with the zone in the event's text: \(named.text(0)) ns.
            Reading a rule, {"weekday":3,"hour":14,"minute":30}: \(try readingTime().text(0)) ns.
            Each evaluation is timed alone, which adds the \(reading.median.text(0)) ns of reading \
            the clock. systemd's figures include the printing of each date.
            Where the dates differ, Foundation (.nextTime) gives the first of the next month for a day \
            that a month has not, or no more.
            The aim (2 µs, worst 20 µs, never 50 µs, a tenth of Foundation's time) is missed by: \
            \(missed.isEmpty ? "none" : missed.joined(separator: "; "))
            """
        )
    }

    private static func readingTime() throws -> Double {
        let times = try (0..<evaluations).map { _ in
            let text = #"{"weekday":3,"hour":14,"minute":30}"#
            let start = nanoseconds()
            let rule = try CalendarSpec(text, in: .components).rule()
            let time = Double(nanoseconds() - start)
            _ = try rule.checked()
            return time
        }
        return Samples(times).median
    }

    /// Single evaluations, and for each starting instant the best of a few.
    private static func measure(
        _ row: EngineRow,
        in zone: SystemZone
    ) throws -> (single: Samples, best: Samples) {
        let rule = try row.rule()
        var single: [Double] = []
        var best: [Double] = []
        single.reserveCapacity(evaluations)
        best.reserveCapacity(evaluations)
        // The first round warms up.
        for round in 0...repetitions {
            for index in 0..<evaluations {
                let instant = EngineRow.start(index, of: evaluations)
                let begin = nanoseconds()
                let date =
                    try row.isNever
                    ? row.rule().next(after: instant, in: zone)
                    : rule.next(after: instant, in: zone)
                let time = Double(nanoseconds() - begin)
                // Looked at, so that its making cannot be left out.
                guard (date == nil) == row.isNever else {
                    throw FigureFailure(
                        description: "\(row.label) gives \(String(describing: date))"
                    )
                }
                switch round {
                case 0: break
                case 1:
                    single.append(time)
                    best.append(time)
                default: best[index] = min(best[index], time)
                }
            }
        }
        return (Samples(single), Samples(best))
    }

    /// The share of Foundation's dates that are the engine's too.
    private static func alike(
        _ row: EngineRow,
        _ dates: [(start: Instant, date: Date?)],
        in zone: SystemZone
    ) throws -> String {
        let rule = try row.rule()
        let same = dates.filter { start, date in
            rule.next(after: start, in: zone)?.seconds
                == date.map { Int64($0.timeIntervalSince1970.rounded()) }
        }
        return "\((Double(same.count) / Double(dates.count) * 100).text(0)) %"
    }
}
