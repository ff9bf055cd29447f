import AgentInterface
import GLibBridge
import NotifyCore

/// The option `--tz`.
enum ZoneOption {
    /// The zone of a name; the user's where there is none.
    static func rules(_ name: String?) throws(RequestError) -> SystemZone {
        guard let name else { return .local }
        guard let rules = SystemZone(named: name) else {
            let guess = Suggestion.nearest(to: name, in: ZoneDatabase.names)
            throw RequestError(
                .invalidTrigger,
                "the time zone \(name.quoted) is unknown; "
                    + (guess.map { "did you mean \($0)?" }
                        ?? "write a name such as Europe/Berlin, or an offset such as +05:30")
            )
        }
        return rules
    }
}
