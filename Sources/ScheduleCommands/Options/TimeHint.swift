import AgentInterface
import GLibBridge
import NotifyCore

/// Finds times that a command line has at a place where they have no effect.
enum TimeHint {
    /// The verbs whose options take times.
    private static let verbs = ["add", "edit", "next"]
    private static let parts: [WrittenPart] = [.delay, .every, .at, .on, .starting, .until]

    /// The error of a time without quotes, such as `--at tomorrow 5pm`, of which the option gets the first word only;
    /// `nil` if there is none.
    static func unquoted(_ words: ArraySlice<String>) -> UsageError? {
        guard let verb = words.first, verbs.contains(verb) else { return nil }
        let words = words.dropFirst().prefix { $0 != "--" }
        for (index, word) in zip(words.indices, words) {
            for part in parts {
                let option = WrittenSpelling.options.name(part)
                let start =
                    if word == option { index + 1 } else if word.hasPrefix("\(option)=") {
                        index
                    } else { words.endIndex }
                guard start + 1 < words.endIndex else { continue }
                let value =
                    start == index ? String(word.dropFirst(option.utf8.count + 1)) : words[start]
                // A blank word is a text that a script has left empty.
                let others = words[(start + 1)...].prefix(8).prefix {
                    !$0.hasPrefix("-") && !$0.allSatisfy(\.isWhitespace)
                }
                for end in others.indices.reversed() {
                    let text = ([value] + words[(start + 1)...end]).joined(separator: " ")
                    guard isTime(text, part) else { continue }
                    return UsageError(
                        "\(option) takes \(value.quoted) alone; put quotes around the time: \(option) \(text.quoted)"
                    )
                }
            }
        }
        return nil
    }

    /// What to say about a notification that is shown now although its texts name a time; `nil` if they name none.
    static func unread(title: String, body: String?) -> String? {
        guard let body else {
            guard let zone, (try? Reminder(title, now: now, in: zone)) != nil else { return nil }
            return
                "it is shown now; for the time in its title, write notify-schedule remind \(title.quoted)"
        }
        let part: WrittenPart? =
            if isTime(body, .delay) { .delay } else if isTime(body, .at) {
                .at
            } else if EventWords.isRule(body) { .on } else { nil }
        guard let part else { return nil }
        let text = body.contains(" ") ? body.quoted : body
        return
            "it is shown now with the body \(body.quoted); for that time, write \(WrittenSpelling.options.name(part)) \(text)"
    }

    private static var now: Instant { Instant(microseconds: ClockTimer.Clock.realTime.now) }
    private static var zone: SystemZone? { try? ZoneOption.local() }

    private static func isTime(_ text: String, _ part: WrittenPart) -> Bool {
        switch part {
        case .delay: (try? TimeSpan(words: text)) != nil
        case .every: (try? TimeSpan(words: text)) != nil || EventWords.isRule("every \(text)")
        case .on: EventWords.isRule(text) || (try? CalendarEvent(text)) != nil
        default: zone.map { (try? DateSpec(text, now: now, in: $0)) != nil } ?? false
        }
    }
}
