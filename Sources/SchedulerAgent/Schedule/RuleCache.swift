import NotifyCore

/// Parsed rules by the numbers of their requests, because parsing takes longer than computing a date.
///
/// A number is never reused, and a request keeps its rule.
struct RuleCache {
    private static let maxCount = 20_000
    /// The maximum length of the text of a rule that is kept: a series with many single dates takes more memory than
    /// all others.
    private static let maxLength = 1_024

    private var rules: [Int64: DateRule] = [:]

    /// Returns the rule of a request; `nil` if it is invalid.
    mutating func rule(of row: PlanRow) -> DateRule? {
        if let rule = rules[row.id] { return rule }
        guard let grammar = CalendarSpec.Grammar(rawValue: row.grammar),
            let spec = try? CalendarSpec(row.rule, in: grammar),
            let rule = try? CalendarTrigger(spec: spec, monthEnd: row.monthEnd).rule()
        else { return nil }
        guard row.rule.utf8.count <= Self.maxLength else { return rule }
        if rules.count >= Self.maxCount { rules = [:] }
        rules[row.id] = rule
        return rule
    }
}
