/// A cache of parsed rules by their texts, with a maximum size.
struct SpecCache: Sendable {
    /// A parsed text: the rule, and the zone in the text.
    typealias Entry = (rule: DateRule, zoneIdentifier: String?)

    private static let maxEntries = 2_048
    /// The maximum length of a cached text, in bytes.
    private static let maxLength = 256

    private var events: [String: Entry] = [:]
    private var expressions: [String: Entry] = [:]
    private var series: [String: Entry] = [:]

    /// Returns the entry of a text; `nil` if it is not in the cache.
    subscript(text: String, grammar: CalendarSpec.Grammar) -> Entry? {
        guard Self.isKept(text) else { return nil }
        switch grammar {
        case .onCalendar: return events[text]
        case .cron: return expressions[text]
        case .recurrence: return series[text]
        case .components: return nil
        }
    }

    /// Adds the entry of a text.
    mutating func store(_ entry: Entry, of text: String, _ grammar: CalendarSpec.Grammar) {
        guard Self.isKept(text) else { return }
        if events.count + expressions.count + series.count >= Self.maxEntries {
            events.removeAll(keepingCapacity: true)
            expressions.removeAll(keepingCapacity: true)
            series.removeAll(keepingCapacity: true)
        }
        switch grammar {
        case .onCalendar: events[text] = entry
        case .cron: expressions[text] = entry
        case .recurrence: series[text] = entry
        case .components: break
        }
    }

    /// Returns whether a text is cached: only ASCII, because other strings can be equal with different bytes.
    private static func isKept(_ text: String) -> Bool {
        text.utf8.count <= maxLength && text.utf8.allSatisfy { $0 < 128 }
    }
}
