import ConfigurationFiles
import GLibBridge
import NotifyCore

/// A key of the group `[Request]`.
enum RequestFileKey: String, CaseIterable, Sendable {
    case title = "Title"
    case subtitle = "Subtitle"
    case body = "Body"
    case onCalendar = "OnCalendar"
    case cron = "Cron"
    case components = "Components"
    case every = "Every"
    case delay = "In"
    case date = "At"
    case recurrenceRule = "RecurrenceRule"
    case starting = "Starting"
    case except = "Except"
    case also = "Also"
    case near = "Near"
    case onEntry = "OnEntry"
    case onExit = "OnExit"
    case ifInside = "IfInside"
    case repeats = "Repeat"
    case timeZone = "TimeZone"
    case monthEnd = "MonthEnd"
    case until = "Until"
    case times = "Times"
    case late = "Late"
    case wake = "Wake"
    case before = "Before"
    case nag = "Nag"
    case reallyOften = "YesReallyOften"
    case sound = "Sound"
    case badge = "Badge"
    case level = "Level"
    case icon = "Icon"
    case markup = "Markup"
    case expire = "Expire"
    case open = "Open"
    case run = "Run"
    case snooze = "Snooze"
    case reply = "Reply"
    case thread = "ThreadIdentifier"
    case category = "Category"
    case enabled = "Enabled"

    /// The keys of the time, of which a file has one.
    static let dates: [RequestFileKey] = [
        .onCalendar, .cron, .components, .recurrenceRule, .every, .delay, .date, .near,
    ]

    /// Further keys of dates that count from a first one.
    static let seriesKeys: [RequestFileKey] = [.starting, .except, .also]

    /// Further keys of a place.
    static let placeKeys: [RequestFileKey] = [.onEntry, .onExit, .ifInside]

    /// All keys of the time.
    static let timeKeys = dates + placeKeys + [.repeats, .timeZone, .monthEnd]

    static let group = "Request"
    static let calendarGroup = "Calendar"
    static let actionWord = "Action"
    static let labelKey = "Label"
    static let urlKey = "URL"

    /// The path of the field that it sets alone; `nil` if it has a part in several.
    var field: String? {
        let field: RequestError.Field? =
            switch self {
            case .title: .title
            case .subtitle: .subtitle
            case .body: .body
            case .sound: .sound
            case .badge: .badge
            case .level: .level
            case .thread: .thread
            case .category: .category
            case .icon: .icon
            case .expire: .expiry
            case .open: .openURL
            case .run: .run
            case .until: .until
            case .times: .times
            case .late: .late
            case .wake: .wake
            case .before: .before
            case .nag: .nag
            case .snooze: .snooze
            case .near: .place
            case .timeZone: .timeZone
            default: nil
            }
        return field?.path
    }

    /// The keys of a group `[Action NAME]`, by the paths of the fields that they set.
    static let actionKeys = ["title": labelKey, "url": urlKey]

    /// Whether it can be in several languages, as in `Title[de]`.
    var isLocalized: Bool {
        switch self {
        case .title, .subtitle, .body, .reply: true
        default: false
        }
    }

    /// Returns the name of a group `[Action NAME]`; `nil` for other groups.
    static func actionName(of group: String) -> String? {
        guard group.hasPrefix("\(actionWord) ") else { return nil }
        let name = group.dropFirst(actionWord.count).drop { $0 == " " }
        return name.isEmpty ? nil : String(name)
    }

    /// Returns the errors of unknown or repeated groups and keys, each with its line.
    static func problems(
        of file: KeyFile,
        _ lines: KeyFileLines
    ) -> [(line: Int?, message: String)] {
        var problems: [(line: Int?, message: String)] = []
        for group in file.groups {
            let localized: Set<String>
            let known: [String]
            if group.name == Self.group {
                known = allCases.map(\.rawValue)
                localized = Set(allCases.filter(\.isLocalized).map(\.rawValue))
            } else if actionName(of: group.name) != nil {
                known = [labelKey, urlKey]
                localized = [labelKey]
            } else if group.name == calendarGroup {
                known = FollowedCalendarFile.keys
                localized = []
            } else if group.name.hasPrefix("X-") {
                continue
            } else {
                problems.append((lines.line(of: group.name), unknown(group: group.name)))
                continue
            }
            for entry in group.entries where !entry.key.hasPrefix("X-") {
                let name = String(entry.key.prefix { $0 != "[" })
                let isKnown = name == entry.key ? known.contains(name) : localized.contains(name)
                guard !isKnown else { continue }
                problems.append(
                    (
                        lines.line(of: entry.key, in: group.name),
                        "[\(group.name)] has no key \(entry.key); \(hint(name, known))"
                    )
                )
            }
        }
        switch (file[Self.group], file[calendarGroup]) {
        case (nil, nil): problems.append((nil, "the group [\(Self.group)] is missing"))
        case (_?, _?):
            problems.append(
                (
                    lines.line(of: calendarGroup),
                    "[\(calendarGroup)] does not go with [\(Self.group)]; write a file for each"
                )
            )
        default: break
        }
        return problems
            + lines.repeated.map { ($0.line, "\($0.key) is given twice; keep one of them") }
    }

    private static func unknown(group name: String) -> String {
        let word = String(name.prefix { $0 != " " })
        if word == actionWord { return "an action needs a name; write [\(actionWord) NAME]" }
        let nearest = Suggestion.nearest(to: word, in: [group, actionWord, calendarGroup])
        let guess =
            switch nearest {
            case group?: "did you mean [\(group)]?"
            case calendarGroup?: "did you mean [\(calendarGroup)]?"
            case actionWord?: "did you mean [\(actionWord) …]?"
            default: "use [\(group)] and [\(actionWord) …]"
            }
        return "the group [\(name)] is unknown; \(guess)"
    }

    private static func hint(_ name: String, _ known: [String]) -> String {
        Suggestion.nearest(to: name, in: known).map { "did you mean \($0)?" }
            ?? "use \(known.joined(separator: ", "))"
    }
}
