/// A source of time zones, which tests replace.
package struct ZoneSource: Sendable {
    /// Returns the user's current zone.
    package var local: @Sendable () -> any ZoneRules
    /// Returns the zone of a name; `nil` if there is none.
    package var named: @Sendable (String) -> (any ZoneRules)?
    /// Clears the cache, so that updated zone files are read.
    package var dropAll: @Sendable () -> Void
    /// Returns a fingerprint of the user's zone and some named zones, which changes with the zones or their
    /// rules; `nil` if it cannot be determined.
    package var edition: @Sendable ([String]) -> String?
    /// Returns the names of all zones, from which one that was probably meant is chosen.
    package var names: @Sendable () -> [String] = { [] }

    /// Makes a source.
    ///
    /// - Parameter named: returns the zone of a name; `nil` if there is none.
    package init(
        local: @escaping @Sendable () -> any ZoneRules,
        named: @escaping @Sendable (String) -> (any ZoneRules)?,
        dropAll: @escaping @Sendable () -> Void,
        edition: @escaping @Sendable ([String]) -> String? = { _ in nil }
    ) {
        self.local = local
        self.named = named
        self.dropAll = dropAll
        self.edition = edition
    }
}

extension ZoneSource {
    /// Returns the zone of a trigger: its own, or the user's.
    ///
    /// - Throws: ``RequestError`` with code `InvalidTrigger` if there is no such zone.
    package func zone(of trigger: NotificationTrigger) throws(RequestError) -> any ZoneRules {
        guard let name = trigger.zoneIdentifier else { return local() }
        guard let zone = named(name) else {
            throw RequestError(
                .invalidTrigger,
                .timeZone,
                value: name.quoted,
                reason: "is unknown",
                wayOut: advice(name)
            )
        }
        return zone
    }

    /// Returns what to write for an unknown name.
    package func advice(_ name: String) -> String {
        guess(name).map { "did you mean \($0)?" }
            ?? "write a name such as Europe/Berlin, or an offset such as +05:30"
    }

    /// Returns the name that was probably meant.
    ///
    /// There is no guess for an abbreviation, because a similar one can be hours away.
    private func guess(_ name: String) -> String? {
        guard name.utf8.count <= Self.longestAbbreviation else {
            return Suggestion.nearest(to: name, in: names())
        }
        return names().first { $0.lowercased() == name.lowercased() }
    }

    /// The length of the longest abbreviations, such as ACWST.
    private static let longestAbbreviation = 5
}
