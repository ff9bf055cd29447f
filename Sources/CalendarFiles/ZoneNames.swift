import AgentInterface
import NotifyCore

/// Finds the system's zones by the names that calendar programs give them.
struct ZoneNames {
    private var locations: [String: String] = [:]
    /// The zones of the file that are named in no other way.
    private var supplied: [String: CalendarZone] = [:]
    /// Why the rules of the file's other zones are not used.
    private var refused: [String: String] = [:]

    /// Reads the file's own `VTIMEZONE`s.
    init(_ calendar: CalendarNode, now: Instant) {
        var compared: Set<String> = []
        for zone in calendar.children where zone.name == "VTIMEZONE" {
            guard let name = zone["TZID"]?.value else { continue }
            locations[name] = zone["X-LIC-LOCATION"]?.value
            guard known(name) == nil, compared.count < Self.maxSupplied,
                compared.insert(name).inserted
            else { continue }
            do throws(RequestError) {
                supplied[name] = try SuppliedZone(zone, around: now)?.zone(like: name)
            } catch {
                refused[name] = "\(error.message) (line \(zone.line))"
            }
        }
    }

    /// The maximum of zones whose rules are compared.
    private static let maxSupplied = 20

    /// Returns the zone of a property.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with the name if the system has no such zone.
    func zone(of property: CalendarProperty) throws(RequestError) -> CalendarZone {
        guard let name = property.zone else { return .floating }
        if let zone = known(name) ?? supplied[name] { return zone }
        throw RequestError(
            .invalidContent,
            .init(property.name, "the time zone"),
            value: name.quoted,
            reason: refused[name] ?? "is unknown",
            wayOut: "write a name such as Europe/Berlin, or the date in UTC"
        ).at(property.name)
    }

    /// Returns the system's zone of a name; `nil` if there is none.
    private func known(_ name: String) -> CalendarZone? {
        for candidate in candidates(name) {
            if ["UTC", "GMT", "Etc/UTC", "Z"].contains(candidate) { return .utc }
            if SystemZone(named: candidate) != nil { return .named(candidate) }
        }
        return nil
    }

    /// Returns possible names: the name itself, the location in the file, the name after a program's prefix, and
    /// the zone of a Windows name.
    private func candidates(_ name: String) -> [String] {
        let parts = name.split(separator: "/").map(String.init)
        let ends = [3, 2, 1].filter { $0 < parts.count }.map { count in
            parts.suffix(count).joined(separator: "/")
        }
        return [name] + [locations[name], Self.windowsZones[name]].compactMap { $0 }
            + (name.hasPrefix("/") ? [parts.joined(separator: "/")] + ends : [])
    }

    /// The common Windows names, as the Unicode CLDR maps them.
    static let windowsZones = [
        "AUS Eastern Standard Time": "Australia/Sydney",
        "Arabian Standard Time": "Asia/Dubai",
        "Atlantic Standard Time": "America/Halifax",
        "Central Europe Standard Time": "Europe/Budapest",
        "Central European Standard Time": "Europe/Warsaw",
        "Central Standard Time": "America/Chicago",
        "China Standard Time": "Asia/Shanghai",
        "E. Europe Standard Time": "Europe/Chisinau",
        "E. South America Standard Time": "America/Sao_Paulo",
        "Eastern Standard Time": "America/New_York",
        "FLE Standard Time": "Europe/Kiev",
        "GMT Standard Time": "Europe/London",
        "GTB Standard Time": "Europe/Bucharest",
        "Greenwich Standard Time": "Atlantic/Reykjavik",
        "India Standard Time": "Asia/Kolkata",
        "Israel Standard Time": "Asia/Jerusalem",
        "Korea Standard Time": "Asia/Seoul",
        "Mountain Standard Time": "America/Denver",
        "New Zealand Standard Time": "Pacific/Auckland",
        "Pacific Standard Time": "America/Los_Angeles",
        "Romance Standard Time": "Europe/Paris",
        "Russian Standard Time": "Europe/Moscow",
        "SA Pacific Standard Time": "America/Bogota",
        "Singapore Standard Time": "Asia/Singapore",
        "South Africa Standard Time": "Africa/Johannesburg",
        "Tokyo Standard Time": "Asia/Tokyo",
        "Turkey Standard Time": "Europe/Istanbul",
        "US Mountain Standard Time": "America/Phoenix",
        "UTC": "UTC",
        "W. Europe Standard Time": "Europe/Berlin",
    ]
}
