import AgentInterface
import GLibBridge
import NotifyCore

/// One line of `doctor`.
struct HealthCheck: Encodable {
    /// How a thing stands.
    enum Level: String, Encodable {
        case ok, warning, error
    }

    /// What was looked at.
    let name: String
    let level: Level
    /// What was found.
    let message: String
    /// What to do; absent where nothing needs to be done.
    let advice: String?
    /// More of it, by name.
    let details: [String: String]?

    init(
        _ name: String,
        _ level: Level,
        _ message: String,
        advice: String? = nil,
        details: [String: String]? = nil
    ) {
        self.name = name
        self.level = level
        self.message = message
        self.advice = advice
        self.details = details
    }

    /// Prints the line, with what follows from it under it.
    func print() {
        let indent = String(repeating: " ", count: 25)
        Swift.print("\(level.rawValue.padded(to: 9))\(name.padded(to: 16))\(message)")
        for (key, value) in (details ?? [:]).sorted(by: { $0.key < $1.key }) {
            Swift.print("\(indent)\(key)=\(value)")
        }
        if let advice { Swift.print("\(indent)\(advice)") }
    }

    /// All checks, up to the first one without which the others mean nothing.
    static func all() -> [HealthCheck] {
        let client: AgentClient
        do {
            client = try AgentClient()
        } catch {
            return [HealthCheck("bus", .error, error.description)]
        }
        let bus = HealthCheck("bus", .ok, SessionBus.address ?? "")
        let status: Variant
        do {
            status = try client.statusOfStartedAgent()
        } catch {
            return [
                bus,
                HealthCheck(
                    "agent",
                    .error,
                    "\(error)",
                    advice: "run it by hand to see why: notify-schedule agent run"
                ),
            ]
        }
        return [bus, agent(status)] + server(status) + doNotDisturb(status) + configuration(status)
    }

    private static func agent(_ status: Variant) -> HealthCheck {
        let version = status["version"]?.string ?? ""
        let process = status["pid"]?.integer ?? 0
        let words = "\(version), pid \(process), store \(status["store"]?.string ?? "")"
        if status["waitsForClock"]?.boolean == true {
            return HealthCheck(
                "agent",
                .warning,
                words + "; the clock is earlier than when it was last right",
                advice: "set the clock; dates wait for that"
            )
        }
        return HealthCheck("agent", .ok, words)
    }

    private static let missingServer = HealthCheck(
        "server",
        .error,
        "no notification server runs; what is due waits for one",
        advice: "start one, such as dunst, mako or the desktop's own"
    )

    private static func server(_ status: Variant) -> [HealthCheck] {
        let isPortal = PortalText.applies(to: status)
        guard let server = status["server"] else {
            return [isPortal ? PortalText.missing : missingServer]
        }
        let text = { (key: String) in server[key]?.string ?? "" }
        let capabilities = server["capabilities"]?.strings ?? []
        let words = "\(text("name")) \(text("version")) by \(text("vendor"))"
        var checks = [
            HealthCheck(
                isPortal ? "portal" : "server",
                .ok,
                isPortal ? PortalText.words(version: text("version")) : words,
                details: ["capabilities": capabilities.joined(separator: " ")]
            )
        ]
        if !capabilities.contains("actions") {
            checks.append(
                HealthCheck(
                    "buttons",
                    .warning,
                    "this server shows no buttons",
                    advice: "answer from the command line: notify-schedule list delivered"
                )
            )
        }
        guard let profile = status["profile"] else { return checks }
        var fields: [String: String] = [:]
        for entry in profile["fields"]?.entries ?? [] {
            fields[entry.key] = entry.value.string ?? ""
        }
        let reason = profile["reason"]?.string ?? ""
        let name = profile["name"]?.string ?? ""
        checks.append(HealthCheck("profile", .ok, "\(name): \(reason)", details: fields))
        return checks
    }

    private static func doNotDisturb(_ status: Variant) -> [HealthCheck] {
        guard status["server"] != nil, let state = status["doNotDisturb"]?.string else { return [] }
        switch state {
        case "on":
            return [
                HealthCheck(
                    "do-not-disturb",
                    .warning,
                    "on: only time-sensitive and critical notifications are sure to be seen now",
                    advice: "turn it off in the desktop's settings"
                )
            ]
        case "off":
            return [HealthCheck("do-not-disturb", .ok, "off")]
        default:
            return [HealthCheck("do-not-disturb", .ok, "this server does not tell")]
        }
    }

    private static func configuration(_ status: Variant) -> [HealthCheck] {
        problems(
            status["configurationProblems"],
            of: "agent.conf",
            advice: "the default is used until it is corrected"
        )
            + problems(
                status["requestFileProblems"],
                of: "requests.d",
                advice: "what the file said before goes on until it is corrected"
            )
    }

    private static func problems(
        _ problems: Variant?,
        of file: String,
        advice: String
    ) -> [HealthCheck] {
        let problems = problems?.strings ?? []
        guard !problems.isEmpty else { return [HealthCheck(file, .ok, "nothing wrong")] }
        return problems.map { HealthCheck(file, .warning, $0, advice: advice) }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
