import AgentInterface
import ConfigurationFiles
import GLibBridge
import NotifyCore

/// A section `[Focus NAME]` of `agent.conf`.
struct FocusSection {
    /// What the name of the section begins with.
    static let word = "Focus"
    /// How the section is written, for messages.
    static let spelling = "\(word) NAME"
    /// The longest name of a focus, in characters.
    private static let maxName = 64

    private static let keys = ["On", "For", "Until", "Place", "AllowApps", "AllowCriteria"]
    private static let example = "write a rule as for --on, such as mon-fri 9:00"

    /// What it says; keys with errors count as absent.
    private(set) var profile: FocusProfile
    /// The errors, without the path of the file, and the keys that they are about; `nil` for the section.
    private(set) var problems: [(key: String?, message: String)] = []

    /// Returns the name of the focus that a group describes; `nil` for another group.
    static func name(ofGroup group: String) -> String? {
        let words = group.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0] == word else { return nil }
        let name = FocusProfile.name(String(words[1]))
        return name.isEmpty ? nil : name
    }

    /// Reads a section.
    ///
    /// - Parameter hours: the times that words name without an hour.
    init(
        _ name: String,
        _ group: KeyFile.Group,
        hours: @escaping DayHours.Source,
        zones: ZoneSource = .system
    ) {
        profile = FocusProfile(name: name)
        guard name.count <= Self.maxName else {
            problems.append(
                (nil, "[\(group.name)] has a name of more than \(Self.maxName) characters")
            )
            return
        }
        for entry in group.entries where !Self.keys.contains(entry.key) {
            let hint =
                Suggestion.nearest(to: entry.key, in: Self.keys).map { "did you mean \($0)?" }
                ?? "there are \(Self.keys.joined(separator: ", "))"
            problems.append((entry.key, "[\(group.name)] has no key \(entry.key); \(hint)"))
        }
        for text in Self.list(group["AllowApps"]) {
            do throws(RequestError) {
                let app = try FocusProfile.app(text, RequestError.Field("apps", ""))
                profile.apps.insert(AgentNames.id(ofApp: app))
            } catch {
                refuse(group, "AllowApps", "is not used as a whole: \(error.message)")
            }
        }
        profile.criteria = Set(Self.list(group["AllowCriteria"]))
        readPlace(group)
        readSchedule(group, hours, zones)
    }

    private mutating func readPlace(_ group: KeyFile.Group) {
        guard let text = group["Place"] else { return }
        do throws(RequestError) {
            let place = try PlaceArgument(text)
            let region = CircularRegion(center: place.center, radius: place.radius)
            try region.validate()
            profile.place = region
        } catch {
            refuse(group, "Place", "is not used: \(error.message)")
        }
    }

    private mutating func readSchedule(
        _ group: KeyFile.Group,
        _ hours: @escaping DayHours.Source,
        _ zones: ZoneSource
    ) {
        let (length, until) = (group["For"], group["Until"])
        guard let on = group["On"] else {
            if let key = length.map({ _ in "For" }) ?? until.map({ _ in "Until" }) {
                refuse(group, key, "needs a beginning; add On, such as On=mon-fri 9:00")
            }
            return
        }
        guard let start = dates(group, "On", on, hours, zones) else { return }
        guard !start.isDense(after: Instant(microseconds: ClockTimer.Clock.realTime.now), in: zones)
        else {
            return refuse(
                group,
                "On",
                "begins more than once within an hour; write one beginning, and its end in For or Until"
            )
        }
        switch (length, until) {
        case (let text?, nil):
            guard let span = try? TimeSpan(words: text), span.microseconds > 0 else {
                return refuse(group, "For", "is not a duration; write one such as 8h")
            }
            profile.schedule = FocusSchedule(start: start, end: .after(span.microseconds))
        case (nil, let text?):
            guard let dates = dates(group, "Until", text, hours, zones) else { return }
            profile.schedule = FocusSchedule(start: start, end: .at(dates))
        case (nil, nil):
            refuse(group, "On", "has no end; add For=8h or Until=17:00")
        case (.some, .some):
            refuse(group, "For", "does not go with Until; keep one of them")
        }
    }

    private mutating func dates(
        _ group: KeyFile.Group,
        _ key: String,
        _ text: String,
        _ hours: @escaping DayHours.Source,
        _ zones: ZoneSource
    ) -> FocusDates? {
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        do throws(TimeSpecError) {
            return try FocusDates(text, hours: hours, now: now, in: zones)
        } catch {
            let way = error.wayOut == nil ? "; \(Self.example)" : ""
            refuse(group, key, "is not used: \(error.message)\(way)")
            return nil
        }
    }

    private mutating func refuse(_ group: KeyFile.Group, _ key: String, _ reason: String) {
        problems.append((key, "[\(group.name)] \(key)=\(group[key] ?? "") \(reason)"))
    }

    /// Returns the words between commas.
    private static func list(_ text: String?) -> [String] {
        (text ?? "").split { $0 == "," || $0 == ";" }.map { word in
            String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty }
    }
}

extension ConfigurationKey {
    /// The group `[Summary]`.
    static let summary = [
        ConfigurationKey(
            group: "Summary",
            name: "At",
            values: "times such as 08:00,18:00"
        ) { value, configuration in
            let texts = value.split(separator: ",").map { text in String(text.filter { $0 != " " })
            }
            let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
            let times = texts.filter { DayStart.time($0) != nil }.compactMap { text in
                try? FocusDates(text, hours: { .standard }, now: now, in: .system)
            }
            guard !times.isEmpty, times.count == texts.count else { return false }
            configuration.summaryTimes = times
            return true
        }
    ]
}
