import GLibBridge
import NotifyCore

/// A key of the group `[Server]` in `agent.conf`, which corrects the profile of the notification server.
struct ServerChange: Sendable {
    /// The key, named as the field of ``ServerProfile``.
    let key: String
    /// The value in the file.
    let value: String
    /// The server that its section is for; `nil` for all.
    var server: String?
    /// Applies the change to a profile.
    let apply: @Sendable (inout ServerProfile) -> Void

    private static let group = "Server"
    private static let nameKey = "Name"

    /// Returns the server that a group is for; `nil` for all, and for another group.
    static func server(of section: KeyFile.Group) -> String? {
        guard section.name == group, let name = section[nameKey], !name.isEmpty else { return nil }
        return name
    }

    /// All keys of the group.
    static let keys: [ConfigurationKey] =
        [
            // Its section has it applied.
            ConfigurationKey(
                group: group,
                name: nameKey,
                values:
                    "the name that notify-schedule doctor prints of the server, without its version"
            ) { value, _ in !value.isEmpty },
            key("MostButtons", "a number, or any") { text in
                if text == "any" { return { $0.maxButtons = nil } }
                guard let count = number(text, atMost: 32) else { return nil }
                return { $0.maxButtons = count }
            },
            key("MostBubbles", "a number, or any") { text in
                if text == "any" { return { $0.maxBubbles = nil } }
                guard let count = number(text, atMost: 1_000), count > 0 else { return nil }
                return { $0.maxBubbles = count }
            },
            key("DefaultLabel", "the label of a click on the bubble") { text in
                guard (1...RequestLimits.label).contains(text.utf8.count) else { return nil }
                return { $0.defaultLabel = text }
            },
            key("Markup", "none, basic (b, i and u) or all") { text in
                let tags: [String: MarkupTags?] = ["none": nil, "basic": .basic, "all": .all]
                guard let tags = tags[text] else { return nil }
                return { $0.markup = tags }
            },
            key("Pace", "none, or BURST per DURATION, such as 3 per 4s") { text in
                if text == "none" { return { $0.pace = nil } }
                let words = text.split(separator: " ")
                guard words.count == 3, words[1] == "per",
                    let burst = number(String(words[0]), atMost: 1_000), burst > 0,
                    let span = try? TimeSpan(String(words[2])), span.microseconds > 0
                else { return nil }
                let pace = ServerProfile.Pace(
                    burst: burst,
                    interval: .microseconds(span.microseconds)
                )
                return { $0.pace = pace }
            },
            key("LongestExpiry", "none, or a duration such as 12s") { text in
                if text == "none" { return { $0.longestExpiry = nil } }
                guard let span = try? TimeSpan(text),
                    let milliseconds = Int32(exactly: span.microseconds / 1_000), milliseconds > 0
                else { return nil }
                return { $0.longestExpiry = milliseconds }
            },
            key("TextLimit", "none, or a size such as 24 lines of 50 characters") {
                text in
                if text == "none" { return { $0.textLimit = nil } }
                let words = text.split(separator: " ").map(String.init)
                guard words.count == 5, words[1...2] == ["lines", "of"], words[4] == "characters",
                    let lines = number(words[0], atMost: 10_000), lines > 0,
                    let characters = number(words[3], atMost: 10_000), characters > 0
                else { return nil }
                return { $0.textLimit = TextLimit(lines: lines, characters: characters) }
            },
            key(
                "UnderDoNotDisturb",
                "shown, kept, hidden or dropped, for the levels passive, active, time-sensitive and critical, "
                    + "such as kept kept kept shown"
            ) { text in
                let words = text.split(separator: " ").map { QuietTreatment(rawValue: String($0)) }
                guard words.count == 4, let passive = words[0], let active = words[1],
                    let timeSensitive = words[2], let critical = words[3]
                else { return nil }
                let rules = DoNotDisturbRules(passive, active, timeSensitive, critical)
                return { $0.doNotDisturb = rules }
            },
        ]
        + [
            flag("DrawsButtons") { $0.drawsButtons = $1 },
            flag("ReversesButtons") { $0.reversesButtons = $1 },
            flag("LeavesOutAfterDefault") { $0.leavesOutAfterDefault = $1 },
            flag("ClosesAfterAction") { $0.closesAfterAction = $1 },
            flag("ObeysExpiry") { $0.obeysExpiry = $1 },
            flag("MayStay") { $0.mayStay = $1 },
            flag("ReportsCrossAsExpiry") { $0.reportsCrossAsExpiry = $1 },
            flag("KeepsExpired") { $0.keepsExpired = $1 },
            flag("HasReplyField") { $0.hasReplyField = $1 },
            flag("EscapesTitles") { $0.escapesTitles = $1 },
            flag("ValueHidesText") { $0.valueHidesText = $1 },
            flag("SqueezesBlanks") { $0.squeezesBlanks = $1 },
            flag("DropsRepeats") { $0.dropsRepeats = $1 },
            flag("PlaysSound") { $0.playsSound = $1 },
            flag("ForgetsGoneSenders") { $0.forgetsGoneSenders = $1 },
            flag("ReadsImageURIs") { $0.readsImageURIs = $1 },
            flag("ShowsAppIcon") { $0.showsAppIcon = $1 },
            flag("TakesImageAsIcon") { $0.takesImageAsIcon = $1 },
            flag("DrawsIconAndImage") { $0.drawsIconAndImage = $1 },
            flag("KeepsButtonsInPlace") { $0.keepsButtonsInPlace = $1 },
            flag("KeepsOldButtons") { $0.keepsOldButtons = $1 },
            flag("ChoosesByMiddleClick") { $0.choosesByMiddleClick = $1 },
            // Of earlier versions.
            flag("KeepsUnderDoNotDisturb") { profile, keeps in
                let treatment = keeps ? QuietTreatment.kept : .dropped
                (profile.doNotDisturb.passive, profile.doNotDisturb.active) = (treatment, treatment)
            },
        ]

    private static func key(
        _ name: String,
        _ values: String,
        _ parse: @escaping @Sendable (String) -> (@Sendable (inout ServerProfile) -> Void)?
    ) -> ConfigurationKey {
        ConfigurationKey(group: group, name: name, values: values) { value, configuration in
            guard let apply = parse(value) else { return false }
            configuration.serverChanges.append(ServerChange(key: name, value: value, apply: apply))
            return true
        }
    }

    private static func flag(
        _ name: String,
        _ set: @escaping @Sendable (inout ServerProfile, Bool) -> Void
    ) -> ConfigurationKey {
        key(name, "true or false") { text in
            guard let value = Bool(text) else { return nil }
            return { set(&$0, value) }
        }
    }

    private static func number(_ text: String, atMost limit: Int) -> Int? {
        Int(text).flatMap { (0...limit).contains($0) ? $0 : nil }
    }
}
