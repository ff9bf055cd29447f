import GLibBridge

/// systemd's calendar, asked through `systemd-analyze calendar`.
enum SystemdPeer {
    private static let rounds = 21

    /// The nanoseconds per date: a process that finds many less one that finds one.
    ///
    /// - Returns: nil where systemd's grammar has no such rule.
    static func nanoseconds(_ row: EngineRow, zone: String) throws -> Double? {
        guard let event = row.event else { return nil }
        return try nanoseconds(event.text, dates: event.dates, zone: zone)
    }

    /// The same for an event in its own words, in the zone of the variable TZ.
    static func nanoseconds(_ event: String, dates: Int, zone: String) throws -> Double {
        func run(_ iterations: Int) throws -> Double {
            let start = ProgramStart(arguments: [
                "env", "TZ=\(zone)", "systemd-analyze", "calendar", "--iterations=\(iterations)",
                event,
            ])
            var found = 0
            let time = try milliseconds {
                found = try start.output().split(separator: "\n")
                    .filter { $0.contains("(in UTC)") }.count
            }
            guard found == iterations else {
                throw FigureFailure(
                    description: "systemd-analyze found \(found) dates for \(event)"
                )
            }
            return time
        }
        _ = try run(dates)
        // In turns, so that what else runs on the machine meets both alike.
        var differences: [Double] = []
        for _ in 0..<rounds { differences.append(try run(dates) - run(1)) }
        return Samples(differences).median * 1_000_000 / Double(dates - 1)
    }
}
