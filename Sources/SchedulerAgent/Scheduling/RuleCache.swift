import NotifyCore

/// Rules by the numbers of their requests, since reading them takes longer than finding a date.
///
/// A number is never given twice, and a request keeps its rule.
struct RuleCache {
    private static let maxCount = 20_000

    private var rules: [Int64: CalendarRule] = [:]

    /// The rule of a request; `nil` where it cannot be read.
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
