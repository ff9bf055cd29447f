import NotifyCore

/// The time from due to the server's receipt of `Notify`, beside that of a bare timer and libnotify.
///
/// Both take turns, so that what else runs on the machine meets both alike.
enum DeliveryFigures {
    private static let others = 10_000

    static func measure(programs: String, deliveries: Int) async throws {
        let stage = try await Stage(programs: programs)
        var table = TextTable(["ms after due", "p50", "p90", "p99", "worst", "earliest"])
        try await add("nothing else pending", deliveries, on: stage, to: &table)
        let seconds = try stage.add(others) { number in
            // One of the far future each minute of a week.
            let (day, minute) = number.quotientAndRemainder(dividingBy: 1_440)
            let date = "2090-01-\(day + 1) \(minute / 60):\(minute % 60)"
            return .calendar(CalendarTrigger(spec: .onCalendar(date)))
        }
        try await add("\(others) others pending", deliveries, on: stage, to: &table)
        say(table.text)
        let each = (seconds / Double(others) * 1_000).text(2)
        say("\nadding the \(others) over the bus, each on the disk: \(each) ms each")
        try await stage.end()
    }

    private static func add(
        _ label: String,
        _ deliveries: Int,
        on stage: Stage,
        to table: inout TextTable
    ) async throws {
        var own: [Double] = []
        var bare: [Double] = []
        let peer = try await TimedPeer(server: stage.server)
        for number in 0..<deliveries {
            if let late = try await stage.deliver("\(label), \(number)") { own.append(late) }
            if let late = try await peer.deliver() { bare.append(late) }
        }
        let (agent, timer) = (Samples(own), Samples(bare))
        table.add(["bare timer and libnotify, \(bare.count) bubbles"] + cells(timer))
        table.add(["Notify received, \(own.count) deliveries, \(label)"] + cells(agent))
        table.add(
            ["the difference"]
                + [0.5, 0.9, 0.99, 1].map { share in
                    (agent.quantile(share) - timer.quantile(share)).text(3)
                } + [""]
        )
    }

    private static func cells(_ samples: Samples) -> [String] {
        [0.5, 0.9, 0.99, 1].map { samples.quantile($0).text(3) } + [samples.earliest.text(3)]
    }
}
