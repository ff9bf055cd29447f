/// The years of a rule.
struct YearSet: Hashable, Sendable {
    /// A run of years with a step, both ends included.
    struct Run: Hashable, Sendable {
        var first: Int
        var last: Int
        var step: Int
    }

    static let bounds = 1...9999
    static let any = YearSet(runs: [])

    /// The runs; empty for every year.
    var runs: [Run]

    init(runs: [Run]) {
        self.runs = runs
    }

    /// The set of one year.
    init(_ year: Int) {
        runs = [Run(first: year, last: year, step: 1)]
    }

    var isAny: Bool { runs.isEmpty }

    /// The only year in the set.
    var single: Int? {
        guard runs.count == 1, let run = runs.first, run.first + run.step > run.last else {
            return nil
        }
        return run.first
    }

    func contains(_ year: Int) -> Bool {
        isAny
            || runs.contains { run in
                year >= run.first && year <= run.last && (year - run.first) % run.step == 0
            }
    }

    /// Returns the first year of the set from the given one.
    func next(from year: Int) -> Int? {
        let year = max(year, YearSet.bounds.lowerBound)
        var best: Int?
        if isAny { best = year }
        for run in runs {
            let rest = max(0, year - run.first)
            let candidate = run.first + (rest + run.step - 1) / run.step * run.step
            if candidate <= run.last { best = min(best ?? candidate, candidate) }
        }
        return best.flatMap { $0 <= YearSet.bounds.upperBound ? $0 : nil }
    }

    /// Returns the last year of the set up to the given one.
    func previous(from year: Int) -> Int? {
        let year = min(year, YearSet.bounds.upperBound)
        var best: Int?
        if isAny { best = year }
        for run in runs where run.first <= year {
            let reach = min(year, run.last) - run.first
            let candidate = run.first + reach / run.step * run.step
            best = max(best ?? candidate, candidate)
        }
        return best.flatMap { $0 >= YearSet.bounds.lowerBound ? $0 : nil }
    }
}
