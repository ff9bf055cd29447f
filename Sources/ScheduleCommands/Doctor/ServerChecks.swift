import GLibBridge

/// The notification server, how the agent treats it, and do-not-disturb.
enum ServerChecks {
    static func checks(_ status: Variant) -> [HealthCheck] {
        server(status) + doNotDisturb(status)
    }

    private static let missingServer = HealthCheck(
        "server",
        .error,
        "no notification server is running; due notifications wait for one",
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
                    "the server shows no buttons",
                    advice: "see what was shown with notify-schedule list delivered"
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
                    "on: only time-sensitive and critical notifications are sure to be shown",
                    advice: "turn it off in the desktop's settings"
                )
            ]
        case "off":
            return [HealthCheck("do-not-disturb", .ok, "off")]
        default:
            return [HealthCheck("do-not-disturb", .ok, "unknown: the server does not report it")]
        }
    }
}
