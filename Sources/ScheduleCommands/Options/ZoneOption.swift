import AgentInterface
import GLibBridge
import NotifyCore
import TimeZones

/// The option `--tz`.
enum ZoneOption {
    /// Returns the zone of a name; the user's for `nil`.
    static func rules(_ name: String?) throws(RequestError) -> SystemZone {
        guard let name else { return try local() }
        guard let rules = SystemZone(named: name) else {
            let guess = guess(name)
            throw RequestError(
                .invalidTrigger,
                .timeZone,
                value: name.quoted,
                reason: "is unknown",
                wayOut: guess.map { "did you mean \($0)?" }
                    ?? "write a name such as Europe/Berlin, or an offset such as +05:30"
            )
        }
        return rules
    }

    /// Returns the zone of `--tz`, which an error names; the user's for `nil`.
    static func rules(option name: String?) throws(RequestError) -> SystemZone {
        guard let name else { return try local() }
        do {
            return try rules(name)
        } catch {
            throw error.calling("--tz")
        }
    }

    /// Returns the user's zone.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if TZ is invalid, because dates would be in another zone.
    static func local() throws(RequestError) -> SystemZone {
        if let variable = ZoneInfo.unreadableVariable {
            throw RequestError(
                .invalidTrigger,
                "the variable TZ is \(variable.quoted), which is not a time zone; \(advice)"
            )
        }
        return .local
    }

    /// What to do if TZ is invalid.
    static let advice = "set it to a name such as Europe/Berlin, or unset it"

    /// Returns the name that was probably meant.
    ///
    /// There is no guess for an abbreviation, because a similar one can be hours away.
    private static func guess(_ name: String) -> String? {
        let names = ZoneDatabase.names
        guard name.utf8.count <= maxAbbreviation else {
            return Suggestion.nearest(to: name, in: names)
        }
        return names.first { $0.lowercased() == name.lowercased() }
    }

    /// The length of the longest abbreviations, such as ACWST.
    private static let maxAbbreviation = 5
}
