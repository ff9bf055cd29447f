/// One thing that a person can say about a request: its title, a rule, a button.
///
/// The raw value is the name of the option. All else that is to be known of a part is in its row of the table, ``row``.
package enum WrittenPart: String, CaseIterable, Hashable, Sendable {
    case title, subtitle, body
    case delay = "in"
    case every, at, components, on, cron, rrule, starting, except, also, near
    case onEntry = "on-entry"
    case onExit = "on-exit"
    case ifInside = "if-inside"
    case repeats = "repeat"
    case zone = "tz"
    case monthEnd = "month-end"
    case reallyOften = "yes-really-often"
    case until, times, late, wake, before, nag
    case isPrivate = "private"
    case sound, badge, level, urgency, icon, markup, expire
    case milliseconds = "expire-time"
    case open, run, action, snooze, reply, attach, thread, category
    case userInfo = "user-info"
    case appName = "app-name"
    case transient, hint

    /// The parts that set the time, of which a request has one at most.
    package static let timeParts: [WrittenPart] = [
        .delay, .every, .at, .components, .on, .cron, .rrule, .near,
    ]

    /// The parts that describe the time together.
    package static let partsOfTime: Set<WrittenPart> = Set(
        allCases.filter { $0.row.change == nil && $0 != .reallyOften }
    )

    /// The parts that an assistant may write; the others name files, commands, places or other apps.
    package static let members: [WrittenPart] =
        membersOfContent
        + [
            .delay, .at, .every, .on, .cron, .rrule, .starting, .except, .also, .repeats, .zone,
            .monthEnd, .until, .times, .late, .before, .nag,
        ]

    /// Those of ``members`` that say what is shown, and not when.
    package static let membersOfContent: [WrittenPart] = [
        .title, .subtitle, .body, .level, .open, .action, .snooze,
    ]

    /// The parts that `edit --clear` takes away.
    package static let cleared: [WrittenPart] = allCases.filter(\.row.isCleared)

    /// Returns the part of an option such as `--on` or `-u`; `nil` if there is none.
    package init?(option: String) {
        let name = String(option.drop { $0 == "-" })
        guard option == (name.count > 1 ? "--" : "-") + name,
            let part = WrittenPart(rawValue: name)
                ?? Self.allCases.first(where: { $0.row.aliases.contains(name) })
        else { return nil }
        self = part
    }

    /// Returns the texts of a request; none for the default, and for parts of the time.
    package func texts(of request: NotificationRequest) -> [String] {
        row.texts(request).filter { !$0.isEmpty }
    }

    /// Returns the part of a key of a file; `nil` if there is none.
    package init?(key: String) {
        guard let part = Self.allCases.first(where: { $0.row.key == key }) else { return nil }
        self = part
    }
}

extension WrittenPart {
    /// Returns the part that sets a field alone; `nil` if there is none.
    package init?(field: RequestError.Field?) {
        let parts: [(RequestError.Field, WrittenPart)] = [
            (.title, .title), (.subtitle, .subtitle), (.body, .body), (.sound, .sound),
            (.badge, .badge), (.level, .level), (.thread, .thread), (.category, .category),
            (.userInfo, .userInfo), (.icon, .icon), (.appName, .appName), (.expiry, .expire),
            (.openURL, .open), (.run, .run), (.until, .until), (.times, .times), (.late, .late),
            (.wake, .wake), (.before, .before), (.nag, .nag), (.snooze, .snooze),
            (.place, .near), (.timeZone, .zone),
        ]
        guard let field, let part = parts.first(where: { $0.0.path == field.path }) else {
            return nil
        }
        self = part.1
    }

    /// What the value of a part is, from which follows what a shell completes.
    package enum Kind: Hashable, Sendable {
        /// A text for people.
        case text
        /// Given or not; `true` or `false` in a file.
        case flag
        case number, duration, date, event, zone, file, url, command
        /// One of a few words, or something else.
        case words([String])
        /// A text in a grammar of its own.
        case other
    }

    /// What a part sets, where several can: only one of them may be given.
    package enum Subject: String, Hashable, Sendable {
        case time = "set the time"
        case level = "set the level"
        case expiry = "say when the bubble closes"
    }

    /// The parts beside which a part is, of which one must be given.
    package struct Company: Sendable {
        /// What the part needs, and what to add, such as `needs a place; add --near`.
        package let need: WrittenSentence
        /// The parts with which it goes.
        package let parts: Set<WrittenPart>
        /// What follows "does not go with" another part; `nil` to name ``parts``.
        package var purpose: WrittenSentence?
    }

    /// What is to be known of a part.
    package struct Row: Sendable {
        /// The key in a file of `requests.d`; `nil` if files have none.
        package var key: String?
        /// What the value is.
        package var kind: Kind
        /// What the value is called in help; `nil` for the name of the option.
        package var valueName: String?
        /// The help, a line.
        package var help: String
        /// Further names of the option: letters, and whole words.
        package var aliases: [String] = []
        /// Whether the option can be given several times.
        package var repeats = false
        /// What stands between several values in one text.
        package var separator: Character?
        /// Whether it can be in several languages in a file, as in `Title[de]`.
        package var isLocalized = false
        /// Whether `edit --clear` takes it away.
        package var isCleared = true
        /// What it sets that other parts set as well.
        package var sets: Subject?
        /// The parts with which it goes; `nil` for all, and none.
        package var company: Company?
        /// Changes a request to have the values, or its default if there are none; `nil` for parts of the time.
        package var change:
            (@Sendable (inout NotificationRequest, WrittenValue) throws(WrittenError) -> Void)?
        /// Returns the texts of a request; none for the default.
        package var texts: @Sendable (NotificationRequest) -> [String] = { _ in [] }
    }
}
