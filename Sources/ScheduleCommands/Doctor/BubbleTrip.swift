import AgentInterface
import Dispatch
import GLibBridge
import Glibc
import NotifyCore

/// A test with a real bubble: the server shows it, the user clicks it, and the click reaches the agent.
struct BubbleTrip {
    /// How long the user has to answer, in microseconds.
    let timeout: Int64

    private static let identifier = "doctor"
    /// How long the server may take to show it, in seconds.
    private static let showingTime = 10

    /// Shows the bubble and waits for the answer.
    func check() throws -> HealthCheck { try Blocking.run(perform) }

    private func perform() async throws -> HealthCheck {
        let client = try AgentClient()
        let events = await DemoEvents(connection: try client.connection)
        let interrupts = [SIGINT, SIGTERM, SIGHUP].map { signal in
            UnixSignalWatch(signal) {
                // Not on the thread of the loop, which delivers the reply.
                DispatchQueue.global().async {
                    Self.remove(client)
                    Glibc.exit(128 + signal)
                }
            }
        }
        defer {
            withExtendedLifetime(interrupts) {}
            Self.remove(client)
        }
        try client.watch(app: AgentNames.app, identifier: Self.identifier)
        if try client.statusOfStartedAgent()["doNotDisturb"]?.string == "on" {
            return HealthCheck(
                "bubble",
                .error,
                "do-not-disturb is on, so that no bubble is shown",
                advice: "see the line do-not-disturb above"
            )
        }
        let start = ClockTimer.Clock.bootTime.now
        _ = try client.add(Self.request)
        guard await events.delivery(of: Self.identifier, seconds: Self.showingTime) else {
            return HealthCheck(
                "bubble",
                .error,
                "not shown within \(Self.showingTime) s",
                advice: "see notify-schedule show \(Self.identifier), and the lines above"
            )
        }
        let shown = ClockTimer.Clock.bootTime.now
        let span = TimeSpan(microseconds: timeout)?.description ?? "\(timeout) µs"
        // Flush the lines of doctor, so that they come before this one.
        fflush(nil)
        Terminal.writeError(
            "The notification server has taken a bubble. Click \(Self.label.quoted) within \(span)."
        )
        let seconds = max(1, Int(timeout / 1_000_000))
        guard let response = await events.response(to: Self.identifier, seconds: seconds) else {
            return HealthCheck(
                "bubble",
                .error,
                "accepted by the notification server after \(Self.words(shown - start)); "
                    + "not clicked within \(span)",
                advice:
                    "if you did not see it, check the desktop's settings for notifications and "
                    + "do-not-disturb"
            )
        }
        let end = ClockTimer.Clock.bootTime.now
        let answer =
            response.action == NotificationAction.dismissIdentifier ? "dismissed" : "clicked"
        return HealthCheck(
            "bubble",
            .ok,
            "shown after \(Self.words(shown - start)), \(answer) \(Self.words(end - shown)) later"
        )
    }

    private static let label = "Yes, I see it"

    private static let request = NotificationRequest(
        appID: AgentNames.app,
        identifier: identifier,
        content: NotificationContent(
            title: "Do you see this?",
            body: "This is a test of notify-schedule doctor."
        ),
        actions: [NotificationAction(identifier: "seen", title: label)]
    )

    private static func remove(_ client: AgentClient) {
        _ = try? client.remove(.dictionary([("identifiers", .strings([identifier]))]))
    }

    /// Returns a span as text.
    private static func words(_ microseconds: Int64) -> String {
        let milliseconds = microseconds / 1_000
        return milliseconds < 10_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000) s"
    }
}
