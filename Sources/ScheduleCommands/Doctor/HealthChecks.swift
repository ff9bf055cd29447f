import AgentInterface
import GLibBridge

/// The checks of `doctor`, each after those that it depends on.
enum HealthChecks {
    /// Runs all checks; without a bus or an agent, those that need neither.
    static func all() -> [HealthCheck] {
        let client: AgentClient
        let connection: BusConnection
        do {
            client = try AgentClient()
            connection = try client.connection
        } catch {
            return [HealthCheck("bus", .error, error.description)] + local(client: nil)
        }
        let bus = HealthCheck(
            "bus",
            SessionBus.remark == nil ? .ok : .warning,
            SessionBus.address ?? "",
            advice: SessionBus.remark
        )
        let status: Variant
        do {
            status = try client.statusOfStartedAgent()
        } catch {
            let agent = HealthCheck(
                "agent",
                .error,
                "\(error)",
                advice: "run it by hand to see why: notify-schedule agent run"
            )
            return [bus, agent] + StartChecks.checks(on: connection, agent: nil)
                + local(client: client)
        }
        let findings = try? client.examine()
        let process = status["pid"]?.integer.flatMap { Int32(exactly: $0) }
        return [bus, AgentChecks.agent(status, client)] + AgentChecks.senders(status)
            + AgentChecks.focus(status)
            + (PortalText.applies(to: status)
                ? [] : StartChecks.checks(on: connection, agent: process))
            + ServerChecks.checks(status, on: connection)
            + ProgramChecks.checks(status, findings) + [ProgramChecks.notifySend()]
            + StoreChecks.checks(status, findings)
            + TimeChecks.zone() + TimeChecks.clock(status) + TimeChecks.wake(findings)
            + [LocationText.check(status)]
            + ConfigurationChecks.agent(status) + ConfigurationChecks.requestFiles(status, client)
            + ConfigurationChecks.calendars(client) + ConfigurationChecks.launcher()
            + RelayChecks.checks()
    }

    private static func local(client: AgentClient?) -> [HealthCheck] {
        TimeChecks.zone() + TimeChecks.clock(nil) + ConfigurationChecks.launcher()
    }
}
