import Glibc
import NotifyCore
import TestSupport

/// Many that are due in one instant, beside as many bubbles by libnotify alone, with ``AnsweringServer`` as the server.
enum BurstFigures {
    private static let rounds = 5

    static func measure(programs: String, bubbles: Int) async throws {
        let stage = try await Stage(programs: programs)
        await stage.server.stop()
        let server = try AnsweringServer(on: stage.bus, printsTimes: true)
        var own: [Double] = []
        var bare: [Double] = []
        for round in 0..<rounds {
            own.append(try burst(bubbles, round, on: stage, server))
            bare.append(try Peer(name: "bare-notify").milliseconds("\(bubbles)"))
            // It shows one before the others.
            _ = try server.arrival(ofBubble: bubbles + 1)
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
        say("\nmedians of \(rounds) alternating runs; a server in C answers at once")
        try await stage.end()
    }

    /// - Returns: the milliseconds from the instant to the arrival of the last.
    private static func burst(
        _ count: Int,
        _ round: Int,
        on stage: Stage,
        _ server: AnsweringServer
    ) throws -> Double {
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
        let last = try server.arrival(ofBubble: count)
        return Double(last - due * 1_000_000) / 1_000
    }
}
