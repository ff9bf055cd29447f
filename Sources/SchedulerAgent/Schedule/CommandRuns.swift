import AgentInterface
import Logging
import NotifyCore

/// Starts the commands of due requests, each once, and stores and reports how they end.
///
/// A run is a row of the store from before its start until its end is known; the rows that an earlier agent left are
/// reported and never started.
final class CommandRuns {
    /// The maximum number of commands at a time; more wait for the end of one.
    private static let maxUnderWay = 64

    private let store: Store
    private let clock: any AgentClock
    private let zones: ZoneSource
    private let logger: Logger
    private let journal: Journal
    private let run: @Sendable (String) async -> RunEnd
    private let tasks: AgentTasks
    /// The number of the last known row.
    private var last: Int64 = 0
    private var underWay: [Int64: RunRow] = [:]
    private var waiting: [RunRow] = []

    init(
        store: Store,
        clock: any AgentClock,
        zones: ZoneSource,
        logger: Logger,
        journal: Journal,
        run: @escaping @Sendable (String) async -> RunEnd,
        tasks: AgentTasks
    ) {
        self.store = store
        self.clock = clock
        self.zones = zones
        self.logger = logger
        self.journal = journal
        self.run = run
        self.tasks = tasks
    }

    /// Reports the runs whose end an earlier agent did not live to see.
    func restore() throws(RequestError) {
        let rows = try store.runs(after: 0)
        note(rows)
        for row in rows { end(row, .unknown) }
    }

    /// Starts the commands whose runs were stored.
    func startStored() {
        do {
            // A row whose end could not be stored is still there.
            let rows = try store.runs(after: last)
            note(rows)
            waiting += rows
            startWaiting()
        } catch {
            logger.error("\(error)")
        }
    }

    /// Handles that a command has ended, or could not be started.
    func ended(_ id: Int64, _ end: RunEnd) {
        guard let row = underWay.removeValue(forKey: id) else { return }
        self.end(row, end)
        startWaiting()
    }

    private func note(_ rows: [RunRow]) { last = max(last, rows.map(\.id).max() ?? last) }

    private func startWaiting() {
        while underWay.count < Self.maxUnderWay, !waiting.isEmpty {
            let row = waiting.removeFirst()
            underWay[row.id] = row
            start(row)
        }
    }

    private func start(_ row: RunRow) {
        CrashPoint.reached(.running)
        logger.info(
            "runs the command \(row.run.command.quoted) of \(row.run.key.appID)/\(row.run.key.identifier)"
        )
        tasks.run { [run] in
            let end = await run(row.run.command)
            CrashPoint.reached(.ran)
            return .schedule(.commandEnded(run: row.id, end))
        }
    }

    private func end(_ row: RunRow, _ end: RunEnd) {
        let run = row.run
        logger.debug("run \(row.id) of \(run.key.appID)/\(run.key.identifier): \(end)")
        let now = clock.now
        let line = HistoryLine(
            at: now,
            key: run.key,
            title: run.title,
            event: end.isSuccess ? .ran : .runFailed,
            detail: end.isSuccess ? run.command : end.words(of: run.command),
            scheduled: run.scheduled
        )
        do {
            try store.end(run: row.id, noting: line)
        } catch {
            logger.error("\(error)")
        }
        journal.report([line])
        guard !end.isSuccess else { return }
        let date = LateNote.date(run.scheduled, now: now, in: zones.local())
        tasks.post(.problem(.run(run, end, due: date)))
    }
}
