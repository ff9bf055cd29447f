import AgentInterface
import Logging
import NotifyCore

/// Shows errors to the user, who would otherwise see nothing happen after an action.
struct ProblemReporter {
    let journal: Journal
    private let context: SchedulingContext
    private let adder: Requests
    private let tasks: SchedulerTasks

    init(
        _ context: SchedulingContext,
        _ journal: Journal,
        _ adder: Requests,
        _ tasks: SchedulerTasks
    ) {
        self.context = context
        self.journal = journal
        self.adder = adder
        self.tasks = tasks
    }

    /// Reports that a click could not start a program.
    func reportFailedStart(_ error: RequestError, of request: NotificationRequest) {
        report(error, "\(request.content.quotedTitle) could not be opened")
    }

    /// Reports that a text could not be asked for.
    func reportFailedReply(_ error: RequestError, to request: NotificationRequest) {
        note(.launchFailed, request, detail: error.message)
        report(error, "\(request.content.quotedTitle) could not be answered")
    }

    /// Reports that a command failed, or that its end is not known.
    func report(_ end: RunEnd, of run: RunIntent) {
        let now = context.clock.now
        let date = LateNote.date(run.scheduled, now: now, in: context.zones.local())
        let title = run.title.isEmpty ? run.key.identifier : run.title
        report(
            RequestError(
                .notFound,
                "\(end.words(of: run.command))\n\(String(title.prefix(60)).isolated), due \(date)"
            ),
            end.title(of: run.command),
            identifier: "run-problem.\(run.command)"
        )
    }

    /// Reports a problem with the store's files.
    func report(_ trouble: StoreTrouble) {
        report(RequestError(.storage, trouble.message), trouble.title)
    }

    /// Writes to the history that the server refused a delivery.
    ///
    /// - Parameter errorName: the name of the D-Bus error, if the caller asked for it.
    func noteRefusal(of request: NotificationRequest, _ reason: String, errorName: String?) {
        note(.refused, request, detail: reason, errorName: errorName)
    }

    /// Reports that a response cannot be read.
    func reportDrop(_ key: RequestKey, _ reason: String) {
        context.logger.error(
            "a response to \(key.appID)/\(key.identifier) cannot be read; it is dropped: \(reason)"
        )
        let now = context.clock.now
        journal.note([HistoryLine(at: now, key: key, title: "", event: .unheard, detail: reason)])
    }

    private func note(
        _ event: HistoryLine.Event,
        _ request: NotificationRequest,
        detail: String,
        errorName: String? = nil
    ) {
        journal.note([
            HistoryLine(
                at: context.clock.now,
                key: request.key,
                title: request.content.title,
                event: event,
                detail: detail,
                errorName: errorName
            )
        ])
    }

    /// Shows an error as a bubble.
    private func report(
        _ error: RequestError,
        _ title: String,
        identifier: String = "launch-problem"
    ) {
        context.logger.error("\(error)")
        let problem = NotificationRequest(
            appID: AgentNames.app,
            identifier: identifier,
            content: NotificationContent(title: title, body: error.message)
        )
        do {
            _ = try adder.add(problem)
            tasks.deliverSoon()
        } catch {
            context.logger.error("\(error)")
        }
    }
}

extension NotificationContent {
    /// The title as quoted in a message.
    var quotedTitle: String { "“\(String(title.prefix(60)).isolated)”" }
}
