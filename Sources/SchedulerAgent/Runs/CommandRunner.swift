import AgentInterface
import Logging
import NotifyCore

/// Starts the commands of due requests, and reports how they end.
final class CommandRunner {
    private let context: SchedulingContext
    private let journal: Journal
    private let run: @Sendable (String) async -> RunEnd
    private let tasks: SchedulerTasks
    private var runs = CommandRuns()
    private var store: Store { context.store }

    init(
        _ context: SchedulingContext,
        _ journal: Journal,
        run: @escaping @Sendable (String) async -> RunEnd,
        _ tasks: SchedulerTasks
    ) {
        self.context = context
        self.journal = journal
        self.run = run
        self.tasks = tasks
    }

    /// Reports the runs whose end an earlier agent did not live to see.
    func restore() throws(RequestError) {
        perform(runs.handle(.restored(try store.runs(after: 0))))
    }

    /// Starts the commands whose runs were stored.
    func startStored() {
        do {
            perform(runs.handle(.found(try store.runs(after: runs.last))))
        } catch {
            context.logger.error("\(error)")
        }
    }

    private func perform(_ actions: [CommandRuns.Action]) {
        for action in actions {
            switch action {
            case .start(let row): start(row)
            case .report(let row, let end): report(row, end)
            }
        }
    }

    private func start(_ row: RunRow) {
        CrashPoint.reached(.running)
        context.logger.info(
            "runs the command \(row.run.command.quoted) of \(row.run.key.appID)/\(row.run.key.identifier)"
        )
        tasks.spawn { [run] in
            let end = await run(row.run.command)
            CrashPoint.reached(.ran)
            $0.runner.ended(row.id, end)
        }
    }

    private func ended(_ id: Int64, _ end: RunEnd) {
        perform(runs.handle(.ended(id, end)))
    }

    private func report(_ row: RunRow, _ end: RunEnd) {
        let run = row.run
        let line = HistoryLine(
            at: context.clock.now,
            key: run.key,
            title: run.title,
            event: end.isSuccess ? .ran : .runFailed,
            detail: end.isSuccess ? run.command : end.words(of: run.command),
            scheduled: run.scheduled
        )
        do {
            try store.end(run: row.id, noting: line)
        } catch {
            context.logger.error("\(error)")
        }
        journal.report([line])
        guard !end.isSuccess else { return }
        let now = context.clock.now
        let date = LateNote.date(run.scheduled, now: now, in: context.zones.local())
        tasks.post(.problem(.run(run, end, due: date)))
    }
}
