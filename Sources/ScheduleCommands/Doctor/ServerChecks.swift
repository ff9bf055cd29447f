import GLibBridge

/// Checks the notification server, its profile and do-not-disturb.
enum ServerChecks {
    static func checks(_ status: Variant, on connection: BusConnection) -> [HealthCheck] {
        server(status, connection) + doNotDisturb(status)
    }

    /// The check where there is no server, with the reason if the bus knows one and cannot start it.
    private static func missingServer(_ connection: BusConnection) -> HealthCheck {
        var message = "no notification server is running; due notifications wait for one"
        var advice = "start one, such as dunst, mako or the desktop's own"
        if SendServer.canStart(on: connection) {
            do throws(SendError) {
                try SendServer.start(on: connection)
                message += "; the bus has started one just now"
                advice = "run notify-schedule doctor again"
            } catch {
                message += "; the bus knows one and cannot start it: \(error.message)"
                advice = "run that server by hand to see why, or start another one"
            }
        }
        return HealthCheck("server", .error, message, advice: advice)
    }

    private static func server(
        _ status: Variant,
        _ connection: BusConnection
    ) -> [HealthCheck] {
        let isPortal = PortalText.applies(to: status)
        guard let server = status["server"] else {
            return [isPortal ? PortalText.missing : missingServer(connection)]
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
        if let longest = fields["LongestExpiry"], longest != "none" {
            checks.append(
                HealthCheck(
                    "bubbles",
                    .info,
                    "the server closes each bubble after \(longest) at the latest, also one that should stay; "
                        + "notify-schedule list delivered has what you have not dismissed"
                )
            )
        }
        return checks
    }

    private static func doNotDisturb(_ status: Variant) -> [HealthCheck] {
        guard status["server"] != nil, let state = status["doNotDisturb"]?.string else { return [] }
        switch state {
        case "on":
            let isDunst = status["server"]?["name"]?.string == "dunst"
            return [
                HealthCheck(
                    "do-not-disturb",
                    .warning,
                    isDunst
                        ? "on: dunst is paused and shows nothing but what a rule in dunstrc exempts"
                        : "on: only time-sensitive and critical notifications are sure to be shown",
                    advice: isDunst
                        ? "to continue: dunstctl set-paused false"
                        : "turn it off in the desktop's settings"
                )
            ]
        case "off":
            return [HealthCheck("do-not-disturb", .ok, "off")]
        default:
            return [HealthCheck("do-not-disturb", .info, "unknown: the server does not report it")]
        }
    }
}
