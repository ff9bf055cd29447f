import AgentInterface
import GLibBridge

/// The agent itself.
enum AgentChecks {
    static func agent(_ status: Variant, _ client: AgentClient) -> HealthCheck {
        let version = status["version"]?.string ?? ""
        let words = "\(version), pid \(status["pid"]?.integer ?? 0)"
        let speaks = client.interfaceVersion()
        guard version == AgentNames.programVersion, speaks == AgentNames.interfaceVersion else {
            let theirs = speaks.map { "\($0)" } ?? "none"
            return HealthCheck(
                "agent",
                .warning,
                "\(words), interface \(theirs); this command is \(AgentNames.programVersion), "
                    + "interface \(AgentNames.interfaceVersion)",
                advice: "restart it: notify-schedule agent restart",
                fix: .init(label: "Restart It", command: HealthCheck.Fix.own("agent", "restart"))
            )
        }
        return HealthCheck("agent", .ok, words)
    }

    /// Which focus is on; nothing if none is.
    static func focus(_ status: Variant) -> [HealthCheck] {
        guard let report = try? FocusReport(record: status["focus"]),
            let line = FocusText.line(report, in: SystemZone.local)
        else { return [] }
        return [
            HealthCheck(
                "focus",
                .info,
                "\(line); time-sensitive and critical notifications appear",
                advice: "to end it: notify-schedule focus off"
            )
        ]
    }

    /// Who sent more than it may; nothing if nobody did.
    static func senders(_ status: Variant) -> [HealthCheck] {
        (status["limited"]?.strings ?? []).map { words in
            HealthCheck(
                "senders",
                .warning,
                words,
                advice: "SECURITY.md has the limits; notify-schedule history shows what came"
            )
        }
    }
}
