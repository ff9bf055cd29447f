import Glibc
import NotifyCore
import TestSupport

/// Many that are due in one instant, beside as many bubbles by libnotify alone.
enum BurstFigures {
    private static let rounds = 5

    static func measure(programs: String, bubbles: Int) async throws {
        let stage = try await Stage(programs: programs)
        var own: [Double] = []
        var bare: [Double] = []
        for round in 0..<rounds {
            own.append(try await burst(bubbles, round, on: stage))
            bare.append(try Peer(name: "bare-notify").milliseconds("\(bubbles)"))
        }
        var table = PeerTable()
        let peer = ("libnotify in a C loop", Samples(bare).median)
        table.add(
            "\(bubbles) due in one instant, until the last Notify",
            Samples(own).median,
            beside: peer,
            "ms",
            aim: 2.5
        )
        say(table.text)
        say("\nmedians of \(rounds) alternating runs")
        try await stage.end()
    }

    /// - Returns: the milliseconds from the instant to the arrival of the last.
    private static func burst(_ count: Int, _ round: Int, on stage: Stage) async throws -> Double {
        let now = nanoseconds(CLOCK_REALTIME) / 1_000_000_000
        // Far enough away to have added them all.
        let due = now + 3 + Int64(count / 100)
        let date = RFC3339.string(Instant(seconds: due), in: FixedZone.utc)
        let words = date.prefix(19).split(separator: "T").joined(separator: " ")
        _ = try stage.add(count, name: "burst-\(round)") { _ in
            .calendar(CalendarTrigger(spec: .onCalendar("\(words) UTC")))
        }
        guard nanoseconds(CLOCK_REALTIME) < due * 1_000_000_000 else {
            throw FigureFailure(description: "adding took longer than the time before the instant")
        }
        stage.server.arrivals.removeAll()
        let last = try await stage.server.arrivals.first(count, 120).last
        return Double((last?.microseconds ?? 0) - due * 1_000_000) / 1_000
    }
}
