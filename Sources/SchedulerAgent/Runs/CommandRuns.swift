/// Decides when commands are started that requests run when they are due, and what is reported of them.
///
/// A state machine. A run is a row of the store from before its start until its end is known; the rows that an
/// earlier agent left are reported and never started.
struct CommandRuns {
    /// An event of runs.
    enum Event: Sendable {
        /// The agent starts and finds the rows of an earlier one.
        case restored([RunRow])
        /// Rows that were written after the last known one.
        case found([RunRow])
        /// A command has ended, or could not be started.
        case ended(Int64, RunEnd)
    }

    /// A step to carry out after an event.
    enum Action: Equatable, Sendable {
        /// Start a command.
        case start(RunRow)
        /// Store and report how a run ended.
        case report(RunRow, RunEnd)
    }

    /// The maximum number of commands at a time; more wait for the end of one.
    static let maxUnderWay = 64

    /// The number of the last known row.
    private(set) var last: Int64 = 0
    private var underWay: [Int64: RunRow] = [:]
    private var waiting: [RunRow] = []

    /// Handles an event.
    ///
    /// - Returns: the steps to carry out, in order.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .restored(let rows):
            note(rows)
            return rows.map { .report($0, .unknown) }
        case .found(let rows):
            // A row whose end could not be stored is still there.
            waiting += rows.filter { $0.id > last }
            note(rows)
            return startWaiting()
        case .ended(let id, let end):
            guard let row = underWay.removeValue(forKey: id) else { return [] }
            return [.report(row, end)] + startWaiting()
        }
    }

    private mutating func note(_ rows: [RunRow]) {
        last = max(last, rows.map(\.id).max() ?? last)
    }

    private mutating func startWaiting() -> [Action] {
        let count = min(waiting.count, Self.maxUnderWay - underWay.count)
        let next = waiting.prefix(count)
        waiting.removeFirst(count)
        for row in next { underWay[row.id] = row }
        return next.map { .start($0) }
    }
}
