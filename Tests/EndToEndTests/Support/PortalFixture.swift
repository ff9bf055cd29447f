import AgentInterface
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
}
