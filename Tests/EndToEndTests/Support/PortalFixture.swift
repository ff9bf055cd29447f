import AgentInterface
import Foundation
import TestSupport

/// A fixture whose agent runs as in a sandbox.
struct PortalFixture {
    let fixture: AgentFixture
    let portal: FakePortal
    let agent: RunningProgram
    let recorder: CommandRecorder

    init(version: UInt32 = 1) async throws {
        fixture = try await AgentFixture()
        portal = try await FakePortal(on: fixture.bus, version: version)
        recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["clock": "\(recorder.program) %{m}"])
        agent = try await fixture.startAgent([
            "NOTIFY_SCHEDULE_PORTAL": "always",
            // gdk-pixbuf tells images by the desktop's table of file types.
            "XDG_DATA_DIRS": "\(fixture.directory)/share:/usr/share",
        ])
    }

    /// Adds one and waits until it is delivered.
    func shown(_ title: String, _ arguments: String...) async throws -> FakePortal.Added {
        let count = fixture.deliveries.count
        let outcome = try await fixture.run(["add", title] + arguments)
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
        let notification = try await portal.notification(titled: title)
        try await fixture.waitForDeliveries(count + 1)
        return notification
    }

    /// Shows one more: whatever came before has arrived then.
    func barrier() async throws { _ = try await shown("barrier") }

    /// Writes a picture and the file of a sound; gives their paths and the bytes of the sound.
    func writeMedia() async throws -> (picture: String, sound: String, bytes: [UInt8]) {
        let picture = "\(fixture.directory)/picture.png"
        let painted = try await Program(path: "/usr/bin/convert").run(
            ["-size", "16x16", "xc:#ff8000", picture],
            environment: [:],
            within: 60
        )
        guard painted.code == 0 else { throw UnexpectedOutcome(outcome: painted) }
        let sound = "\(fixture.directory)/bell.wav"
        let bytes = Array("RIFF".utf8) + [36, 0, 0, 0] + Array("WAVEfmt ".utf8)
        try Data(bytes).write(to: URL(filePath: sound))
        return (picture, sound, bytes)
    }
}
