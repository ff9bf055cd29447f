import AgentInterface
import Foundation
import GLibBridge
import TestSupport

/// The wall time of commands beside those that people would take instead, with ``AnsweringServer`` as the server.
enum WallFigures {
    static func measure(programs: String, rounds: Int) async throws {
        let stage = try await Stage(programs: programs)
        await stage.server.stop()
        let server = try AnsweringServer(on: stage.bus)
        let own = "\(programs)/notify-schedule"
        var table = PeerTable()
        try withExtendedLifetime(server) {
            try compareCalls(own, rounds, &table)
            try compareStarts(own, rounds / 5, stage, &table)
        }
        say(table.text)
        say(
            "\nmedians of \(rounds) alternating runs, of \(rounds / 5) for the first call; in brackets what "
                + "eight of ten runs took; a server in C answers at once"
        )
        try await stage.end()
    }

    private static func compareCalls(
        _ own: String,
        _ rounds: Int,
        _ table: inout PeerTable
    ) throws {
        var race = Race()
        let add = race.add(own, "add", "T", "B", "--in", "1h")
        let bubble = race.add("notify-send", "T", "B")
        let send = race.add(own, "send", "T", "B")
        let start = race.add(own, "send", "--version")
        let bareStart = race.add("notify-send", "--version")
        let call = race.add(Peer.path(of: "bare-call"))
        let next = race.add(own, "next", "--on", "Tue 14:00")
        let analyze = race.add("systemd-analyze", "calendar", "Tue 14:00")
        let job = Job.isThere ? race.add("sh", "-c", Job.command) : nil
        let python = DesktopNotifier.program.map { race.add($0, "-c", DesktopNotifier.script) }
        defer { Job.removeAll() }
        let times = try race.run(rounds)
        let bubbles = ("notify-send", times[bubble])
        table.add("add --in 1h", times[add], beside: bubbles, aim: 1.4)
        if let job {
            table.add("add --in 1h", times[add], beside: ("at now + 1 hour", times[job]))
        }
        table.add("send T B", times[send], beside: bubbles, aim: 1.5)
        if let python {
            let peer = ("desktop-notifier", times[python])
            table.add("send T B", times[send], beside: peer, aim: 0.1)
        }
        // What no command that asks the agent can be faster than.
        table.add("add --in 1h", times[add], beside: ("C, one call to the bus", times[call]))
        let starts = ("notify-send --version", times[bareStart])
        table.add("send --version, a start alone", times[start], beside: starts)
        let peer = ("systemd-analyze", times[analyze])
        table.add("next --on 'Tue 14:00'", times[next], beside: peer, aim: 1)
    }

    /// The bus starts the agent for the first call.
    private static func compareStarts(
        _ own: String,
        _ rounds: Int,
        _ stage: Stage,
        _ table: inout PeerTable
    ) throws {
        var race = Race()
        let first = race.add(own, "add", "T", "B", "--in", "1h")
        let bubble = race.add("notify-send", "T", "B")
        let times = try race.run(rounds) { _ = try stage.client.stop() }
        let peer = ("notify-send", times[bubble])
        table.add("first call, no agent runs", times[first], beside: peer, aim: 2.5)
    }
}

/// A job of at(1), for the peer of `add`.
private enum Job {
    /// It does nothing, and is gone before it is due.
    static let command = "echo true | at -q z now + 1 hour 2>&1"

    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/at") }

    static func removeAll() {
        guard isThere else { return }
        let remove = "atq -q z | cut -f1 | xargs -r atrm"
        _ = try? ProgramStart(arguments: ["sh", "-c", remove]).output()
    }
}

/// The Python package of that name, where it is installed.
private enum DesktopNotifier {
    static var program: String? {
        let path = ".build-release/peers/bin/python3"
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    static let script = """
        import asyncio
        from desktop_notifier import DesktopNotifier
        asyncio.run(DesktopNotifier(app_name='figures').send(title='T', message='B'))
        """
}
