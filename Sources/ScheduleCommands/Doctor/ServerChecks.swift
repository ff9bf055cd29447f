import GLibBridge
import NotifyCore

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

    /// Says what happens to each level while do-not-disturb is on.
    ///
    /// - Parameter treatments: what the server does with each level, by the names of both.
    /// - Returns: the sentence, without the state.
    static func doNotDisturbWords(_ treatments: [String: String]) -> String {
        let levels = { (wanted: Set<String>) in
            InterruptionLevel.allCases.map(\.rawValue).filter { level in
                treatments[level].map(wanted.contains) ?? false
            }
        }
        let shown = levels(["shown"])
        let rest = [
            (levels(["kept"]), "the server keeps", ""),
            (levels(["hidden", "dropped"]), "notify-schedule keeps", " and shows them afterwards"),
        ]
        .filter { !$0.0.isEmpty }
        .map { levels, who, end in "\(who) \(list(levels)) ones\(end)" }
        let first =
            shown.isEmpty ? "no notification is shown" : "\(list(shown)) notifications are shown"
        return ([first] + rest).joined(separator: "; ")
    }

    /// Returns the levels in a sentence, such as `passive, active and critical`.
    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return "\(words.dropLast().joined(separator: ", ")) and \(last)"
    }

    private static func doNotDisturb(_ status: Variant) -> [HealthCheck] {
        guard status["server"] != nil, let state = status["doNotDisturb"]?.string else { return [] }
        switch state {
        case "on":
            let isDunst = status["server"]?["name"]?.string == "dunst"
            var treatments: [String: String] = [:]
            for entry in status["profile"]?["doNotDisturb"]?.entries ?? [] {
                treatments[entry.key] = entry.value.string
            }
            return [
                HealthCheck(
                    "do-not-disturb",
                    .warning,
                    isDunst
                        ? "on: dunst is paused and shows nothing but what a rule in dunstrc exempts; "
                            + "the rest comes when it goes on"
                        : "on: \(doNotDisturbWords(treatments))",
                    advice: isDunst
                        ? "to continue: dunstctl set-paused false"
                        : "turn it off in the desktop's settings",
                    fix: isDunst
                        ? .init(label: "Turn It Off", command: ["dunstctl", "set-paused", "false"])
                        : .settings
                )
            ]
        case "off":
            return [HealthCheck("do-not-disturb", .ok, "off")]
        default:
            return [HealthCheck("do-not-disturb", .info, "unknown: the server does not report it")]
        }
    }
}
