import AgentInterface
import GLibBridge
import NotifyCore

/// notify-relay, where relay.conf is there.
enum RelayChecks {
    /// How long one that has just been started may take to reach its server.
    private static let startTime: ContinuousClock.Duration = .seconds(5)

    static func checks() -> [HealthCheck] {
        guard let path = RelayAccess.configuration else { return [] }
        do {
            let client = try RelayAccess.client()
            let status = try settled(client)
            return try [relay(status, client)]
                + [
                    topic("relay file", status.fileProblem, "what it says is not used"),
                    topic("relay inbox", status.inboxProblem, "no message of [Inbox] is shown"),
                    topic("relay phone", status.phoneProblem, "what [Phone] publishes waits"),
                ].compactMap { $0 }
                + status.fileWarnings.map { HealthCheck("relay file", .warning, $0) }
        } catch {
            return [
                HealthCheck(
                    "relay",
                    .error,
                    "\((error as? RequestError)?.message ?? "\(error)")",
                    advice:
                        "\(path) asks for it; to start it: systemctl --user start notify-relay; to see what is "
                        + "wrong: notify-relay --check"
                )
            ]
        }
    }

    /// Returns the status once the server is reached, or known not to be.
    private static func settled(_ client: RelayClient) throws -> RelayReport {
        // The first call starts it.
        _ = try client.status()
        let watch = RelayWatch(client, unixSignals: [])
        let end = ContinuousClock.now + startTime
        var status = try client.status()
        while status.isInGroup, !status.isForgotten, !status.isConnected, status.problem == nil {
            if case .timedOut = try watch.next(until: end) { break }
            status = try client.status()
        }
        return status
    }

    private static func relay(_ status: RelayReport, _ client: RelayClient) throws -> HealthCheck {
        if status.isForgotten {
            return HealthCheck(
                "relay",
                .warning,
                "another machine has removed this one from the group",
                advice: "enter it again: notify-schedule relay join"
            )
        }
        let devices = try client.devices()
        var words = RelayText.server(status)
        let waiting = status.waiting > 0 ? RelayText.waiting(status) : nil
        if let problem = status.problem { words += ": \(problem)" }
        guard !status.isInGroup || status.isConnected else {
            return HealthCheck(
                "relay",
                .warning,
                words,
                advice: "what is sent waits until it is, now \(waiting ?? "nothing"); to try it: "
                    + "notify-relay --check"
            )
        }
        guard !devices.isEmpty else {
            return HealthCheck(
                "relay",
                .info,
                words,
                advice: "let one in: notify-schedule relay pair"
            )
        }
        words += "; with \(devices.map(\.name).joined(separator: ", "))"
        if let waiting { words += "; \(waiting)" }
        return HealthCheck("relay", .ok, words)
    }

    private static func topic(
        _ name: String,
        _ problem: String?,
        _ effect: String
    ) -> HealthCheck? {
        problem.map { problem in
            HealthCheck(
                name,
                .warning,
                problem,
                advice: "\(effect) until it is corrected; to try it: notify-relay --check"
            )
        }
    }
}
