import AgentInterface
import DesktopBubbles
import Logging
import NotifyCore

/// Writes what happens into the history, and reports it to the connections that watch.
///
/// A full disk must not stop a delivery for a line of the history: what cannot be written is logged.
final class Journal {
    private(set) var watchers: Watchers
    private let context: SchedulingContext
    /// Sends an event to other programs.
    private let send: @Sendable (AgentEvent) -> Void

    init(
        _ context: SchedulingContext,
        watchers: Watchers = Watchers(),
        send: @escaping @Sendable (AgentEvent) -> Void
    ) {
        self.context = context
        self.watchers = watchers
        self.send = send
    }

    /// Reports to a connection from now on what happens.
    ///
    /// - Parameters:
    ///   - name: its unique name.
    ///   - wish: to which requests; empty texts stand for all.
    ///   - isConfined: whether it is inside a sandbox.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` where too many watch.
    func addWatcher(
        _ name: String,
        for wish: RequestKey,
        isConfined: Bool
    ) throws(RequestError) {
        guard watchers.add(name, for: wish, isConfined: isConfined) else {
            throw RequestError(
                .notAllowed,
                isConfined
                    ? "\(Watchers.maxConfined) programs inside sandboxes watch already; end one of them"
                    : "\(Watchers.maxCount) programs watch already; end one of them"
            )
        }
    }

    /// Forgets a connection that left.
    func forgetWatcher(_ name: String) {
        watchers.forget(name)
    }

    /// Adds lines to the history and reports them.
    func note(_ lines: [HistoryLine]) {
        do {
            try context.store.note(lines)
        } catch {
            context.logger.error("\(error)")
        }
        report(lines)
    }

    /// Writes what another program opened by the user's configuration.
    ///
    /// - Parameters:
    ///   - url: what was to be opened.
    ///   - problem: why it was not; `nil` where it was.
    ///   - requester: who says so.
    func noteLaunch(of url: String, problem: String?, requester: String) {
        note([
            HistoryLine(
                at: context.clock.now,
                key: RequestKey(appID: AgentNames.app, identifier: ""),
                title: "",
                event: problem == nil ? .launched : .launchFailed,
                detail: problem ?? url,
                requester: requester
            )
        ])
    }

    /// Reports the number at an app's icon.
    func reportBadge(_ count: Int, of app: String) {
        send(.badgeChanged(app: app, count: count))
    }

    /// Reports what happened to a request.
    ///
    /// - Parameters:
    ///   - event: its name.
    ///   - key: of which request.
    ///   - title: the request's.
    ///   - details: fills in the rest; not called where nobody watches.
    func report(
        _ event: String,
        _ key: RequestKey,
        title: String,
        _ details: (inout RequestEvent) -> Void = { _ in }
    ) {
        let names = watchers.names(for: key)
        guard !names.isEmpty else { return }
        var event = RequestEvent(event, of: key, title: title, at: context.clock.now)
        details(&event)
        guard !event.arguments.isEmpty else { return send(.happened(event, to: names)) }
        send(.happened(event, to: names.filter { !watchers.isConfined($0) }))
        // What the user has configured is no sandbox's business.
        event.arguments = []
        send(.happened(event, to: names.filter(watchers.isConfined)))
    }

    /// Reports lines of the history.
    func report(_ lines: [HistoryLine]) {
        for line in lines {
            report(line.event.rawValue, line.key, title: line.title) { $0.fill(from: line) }
        }
    }

    /// Reports that a bubble went, or did not come in time, where no line of the history says so.
    func report(_ event: DeliveryEvent, of request: NotificationRequest) {
        switch event {
        case .closed(let reason) where reason != .expired && reason != .dismissed:
            report("closed", request.key, title: request.content.title) {
                $0.reason = reason.rawValue
            }
        case .timedOut:
            report("unanswered", request.key, title: request.content.title)
        default: break
        }
    }

    /// Writes and reports what the user chose, and what came of it, in one line.
    ///
    /// - Parameters:
    ///   - response: what was chosen.
    ///   - snoozed: what shows it once more later, where that was asked for.
    ///   - activationToken: the desktop's.
    func note(_ response: Response, snoozed: AddReply? = nil, activationToken: String? = nil) {
        let request = response.delivery.request
        var line = HistoryLine(
            at: context.clock.now,
            key: request.key,
            title: request.content.title,
            event: .responded,
            detail: snoozed?.identifier ?? "",
            scheduled: snoozed?.nextTriggerDates.first,
            requester: response.url == nil ? nil : request.requester
        )
        line.choice = HistoryLine.Choice(
            action: response.action,
            actionTitle: request.action(response.action)?.title,
            userText: response.userText,
            url: response.url,
            problem: response.problem
        )
        // What was started has it.
        if response.url == nil { line.activationToken = activationToken }
        line.arguments = response.arguments
        note([line])
    }
}

extension RequestEvent {
    /// Takes over what a line of the history says.
    mutating func fill(from line: HistoryLine) {
        date = line.at
        detail = line.detail
        scheduled = line.scheduled
        requester = line.requester
        bubble = line.bubble
        errorName = line.errorName
        reason = line.reason
        action = line.choice?.action
        actionTitle = line.choice?.actionTitle
        userText = line.choice?.userText
        url = line.choice?.url
        problem = line.choice?.problem
        arguments = line.arguments
        activationToken = line.activationToken
    }
}
