import ConfigurationFiles
import GLibBridge
import NotifyCore

/// The groups and keys of a file, beside the parts of the request.
enum RequestFileKey {
    /// The key that says whether it is to be scheduled.
    static let enabled = "Enabled"
    static let group = "Request"
    static let calendarGroup = "Calendar"
    static let actionWord = "Action"
    static let labelKey = "Label"
    static let urlKey = "URL"

    /// The keys of a group `[Action NAME]`, by the paths of the fields that they set.
    static let actionKeys = ["title": labelKey, "url": urlKey]

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
                let rows = WrittenPart.allCases.map(\.row)
                known = rows.compactMap(\.key) + [enabled]
                localized = Set(rows.filter(\.isLocalized).compactMap(\.key))
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
