/// The rules that were read last, by their texts; bounded.
struct KnownRules: Sendable {
    /// What a text says: the rule, and the zone that the text itself names.
    typealias Entry = (rule: CalendarRule, zoneIdentifier: String?)

    private static let most = 2_048
    /// Longer texts are read each time, since what is kept has a bound; in bytes.
    private static let longestText = 256

    private var events: [String: Entry] = [:]
    private var expressions: [String: Entry] = [:]

    /// What a text in a grammar says; `nil` where it was not read lately.
    subscript(text: String, grammar: CalendarSpec.Grammar) -> Entry? {
        guard Self.isKept(text) else { return nil }
        switch grammar {
        case .onCalendar: return events[text]
        case .cron: return expressions[text]
        case .components: return nil
        }
    }

    /// Keeps what a text says.
    mutating func take(_ entry: Entry, of text: String, _ grammar: CalendarSpec.Grammar) {
        guard Self.isKept(text) else { return }
        if events.count + expressions.count >= Self.most {
            events.removeAll(keepingCapacity: true)
            expressions.removeAll(keepingCapacity: true)
        }
        switch grammar {
        case .onCalendar: events[text] = entry
        case .cron: expressions[text] = entry
        case .components: break
        }
    }

    /// Whether a text has its place here: beyond ASCII two may be equal, and read differently by their bytes.
    private static func isKept(_ text: String) -> Bool {
        text.utf8.count <= longestText && text.utf8.allSatisfy { $0 < 128 }
    }
}
