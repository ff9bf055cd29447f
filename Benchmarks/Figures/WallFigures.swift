import GLibBridge

/// The wall time of one `add` beside one `notify-send`, in alternating runs.
enum WallFigures {
    static func measure(programs: String, rounds: Int) async throws {
        let stage = try await Stage(programs: programs)
        let add = ProgramStart(arguments: [
            "\(programs)/notify-schedule", "add", "T", "B", "--in", "1h",
        ])
        let send = ProgramStart(arguments: ["notify-send", "T", "B"])
        var adds: [Double] = []
        var sends: [Double] = []
        for _ in 0..<rounds {
            adds.append(try milliseconds { _ = try add.output() })
            sends.append(try milliseconds { _ = try send.output() })
        }
        let (own, peer) = (Samples(adds), Samples(sends))
        say("add, wall: \(own.summary) ms")
        say("notify-send, wall: \(peer.summary) ms")
        say("ratio of the medians: \((own.median / peer.median).text(2))")
        try await stage.end()
    }
}
