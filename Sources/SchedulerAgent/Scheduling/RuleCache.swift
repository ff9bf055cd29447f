import NotifyCore

/// Parsed rules by the numbers of their requests, because parsing takes longer than computing a date.
///
/// A number is never reused, and a request keeps its rule.
struct RuleCache {
    private static let maxCount = 20_000

    private var rules: [Int64: CalendarRule] = [:]

    /// Returns the rule of a request; `nil` if it is invalid.
    mutating func rule(of row: PlanRow) -> CalendarRule? {
        if let rule = rules[row.id] { return rule }
        guard let grammar = CalendarSpec.Grammar(rawValue: row.grammar),
            let spec = try? CalendarSpec(row.rule, in: grammar),
            let rule = try? CalendarTrigger(spec: spec, monthEnd: row.monthEnd).rule()
        else { return nil }
        if rules.count >= Self.maxCount { rules = [:] }
        rules[row.id] = rule
        return rule
    }
}
