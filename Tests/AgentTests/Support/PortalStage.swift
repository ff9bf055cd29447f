import TestSupport

/// A desk whose agent runs as in a sandbox.
struct PortalStage {
    let desk: Desk
    let portal: PortalDouble
    let agent: RunningProgram
    let recorder: CommandRecorder

    init(version: UInt32 = 1) async throws {
        desk = try await Desk()
        portal = try await PortalDouble(on: desk.bus, version: version)
        recorder = try await CommandRecorder(in: desk)
        try recorder.configure(["clock": "\(recorder.program) %{m}"])
        agent = try await desk.startAgent([
            "NOTIFY_SCHEDULE_PORTAL": "always",
            // gdk-pixbuf tells images by the desktop's table of file types.
            "XDG_DATA_DIRS": "\(desk.directory)/share:/usr/share",
        ])
    }

    /// Adds one and waits until it is delivered.
    func shown(_ title: String, _ arguments: String...) async throws -> PortalDouble.Added {
        let count = desk.signals("Delivered").count
        let outcome = try await desk.run(["add", title] + arguments)
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
        let notification = try await portal.notification(titled: title)
        _ = try await desk.waitForSignals("Delivered", count + 1)
        return notification
    }

    /// Shows one more: whatever came before has arrived then.
    func barrier() async throws { _ = try await shown("barrier") }
}
