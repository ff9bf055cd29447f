import AgentInterface
import NotifyCore

extension RequestKey {
    /// The key as it is typed: the identifier, with the app before it where that is not the command line.
    var name: String {
        appID == AgentNames.app ? identifier : "\(appID)/\(identifier)"
    }

    /// What a column of apps shows: the command for its own requests, else the app's id.
    var appName: String {
        appID == AgentNames.app ? "notify-schedule" : appID
    }
}

extension NotificationRequest {
    /// The file of requests.d that it comes from; `nil` for any other.
    var fileOrigin: String? { appID == AgentNames.requestFilesApp ? requester : nil }
}

extension NotificationRequest {
    /// When it fires, in words; all dates in the zone that the rule names, where it names one.
    func words(forUserIn zone: SystemZone) -> String {
        let own = trigger.zoneIdentifier.flatMap(SystemZone.init(named:))
        return words(in: own ?? zone)
    }
}

extension NotificationContent {
    /// What a table shows of it, in one line.
    var headline: String { (title.isEmpty ? body : title).inOneLine.isolated }
}

extension String {
    /// The text with its line ends turned into spaces.
    var inOneLine: String {
        // Most have none: thousands of names are shown at once.
        guard utf8.contains(where: { $0 < 0x20 || $0 > 0x7E }) else { return self }
        return split { $0.isNewline || $0 == "\t" }.joined(separator: " ").withoutControls
    }

    /// The text with a mark in place of each control character but line ends: what a program sent must not
    /// steer the terminal.
    var withoutControls: String {
        guard unicodeScalars.contains(where: \.steersTerminals) else { return self }
        var text = ""
        text.unicodeScalars.append(
            contentsOf: unicodeScalars.map { $0.steersTerminals ? "\u{FFFD}" : $0 }
        )
        return text
    }
}

extension Unicode.Scalar {
    fileprivate var steersTerminals: Bool {
        (value < 0x20 && self != "\n" && self != "\t") || (0x7F...0x9F).contains(value)
    }
}
