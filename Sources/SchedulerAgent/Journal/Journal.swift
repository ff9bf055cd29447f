import AgentInterface
import DesktopBubbles
import Logging
import NotifyCore

/// The history of what happened to requests, the connections that watch it, and the log.
///
/// It owns the connections that watch; the lines of the history are in the store. A line that cannot be written is
/// logged: a full disk must not stop a delivery. Each line and each report is also in the log at level `debug`.
final class Journal {
    private var watchers: Watchers
    private let store: Store
    private let clock: any AgentClock
    private let logger: Logger
    /// Sends a signal to other programs.
    private let send: @Sendable (AgentSignal) -> Void

    init(
        store: Store,
        clock: any AgentClock,
        logger: Logger,
        watchers: Watchers = Watchers(),
        send: @escaping @Sendable (AgentSignal) -> Void
    ) {
        self.store = store
        self.clock = clock
        self.logger = logger
        self.watchers = watchers
        self.send = send
    }

    // MARK: Who watches

    /// Reports events to a connection from now on.
    ///
    /// - Parameter requests: the requests to watch; an empty text matches all.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` if too many connections watch.
    func addWatcher(
        _ name: String,
        for requests: RequestKey,
        isConfined: Bool
    ) throws(RequestError) {
        guard watchers.add(name, for: requests, isConfined: isConfined) else {
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

    // MARK: The history

    /// Adds lines to the history and reports them.
    func note(_ lines: [HistoryLine]) {
        do {
            try store.note(lines)
        } catch {
            logger.error("\(error)")
        }
        report(lines)
    }

    /// Writes what another program opened according to the user's configuration.
    ///
    /// - Parameter problem: why it was not opened; `nil` if it was.
    func noteLaunch(of url: String, problem: String?, requester: String) {
        note([
            HistoryLine(
                at: clock.now,
                key: RequestKey(appID: AgentNames.app, identifier: ""),
                title: "",
                event: problem == nil ? .launched : .launchFailed,
                detail: problem ?? url,
                requester: requester
            )
        ])
    }

    /// Writes and reports a response and its result as one line.
    ///
    /// - Parameter snoozed: the reply to the request that shows the notification later, if the user asked for that.
    func note(_ response: Response, snoozed: AddReply? = nil, activationToken: String? = nil) {
        let request = response.delivery.request
        var line = HistoryLine(
            at: clock.now,
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
        // The started command has received the token.
        if response.url == nil { line.activationToken = activationToken }
        line.arguments = response.arguments
        note([line])
    }

    /// The maximum length of the texts that notify-relay reports, in bytes.
    private static let maxRelayedText = 1_024

    /// Writes what happened to a request on other machines.
    ///
    /// An end is written only for what was sent from here and was not answered.
    ///
    /// - Parameter event: what notify-relay reports; of an answer or an end it does not know the title.
    func note(relayed event: RequestEvent, _ kind: HistoryLine.Event) throws(RequestError) {
        func bounded(_ text: String) -> String {
            String(decoding: text.utf8.prefix(Self.maxRelayedText), as: UTF8.self)
        }
        var title = bounded(event.title)
        if kind != .sent {
            let last = try store.history(
                HistorySelection(
                    app: event.key.appID,
                    identifier: event.key.identifier,
                    events: HistoryLine.relayed,
                    limit: 1
                )
            ).first
            let isOpen = last?.event == .sent || last?.event == .listedElsewhere
            guard let last, kind == .answeredElsewhere || isOpen else { return }
            // A machine that says it again does not fill the history.
            if kind == .listedElsewhere, last.event == kind, last.detail == event.detail { return }
            title = last.title
        }
        var line = HistoryLine(
            at: clock.now,
            key: event.key,
            title: title,
            event: kind,
            detail: bounded(event.detail)
        )
        if let action = event.action {
            line.choice = HistoryLine.Choice(
                action: bounded(action),
                actionTitle: event.actionTitle.map(bounded),
                userText: event.userText
            )
        }
        note([line])
    }

    // MARK: Reports to those who watch

    /// Reports the number at an app's icon.
    func reportBadge(_ count: Int, of app: String) {
        logger.debug("\(app): the badge is \(count)")
        send(.badgeChanged(app: app, count: count))
    }

    /// Reports what happened to a request.
    ///
    /// - Parameter details: fills in the rest; not called if nobody watches.
    func report(
        _ event: String,
        _ key: RequestKey,
        title: String,
        _ details: (inout RequestEvent) -> Void = { _ in }
    ) {
        logger.debug("\(key.appID)/\(key.identifier): \(event)")
        let names = watchers.names(for: key)
        guard !names.isEmpty else { return }
        var event = RequestEvent(event, of: key, title: title, at: clock.now)
        details(&event)
        guard !event.arguments.isEmpty else { return send(.happened(event, to: names)) }
        send(.happened(event, to: names.filter { !watchers.isConfined($0) }))
        // A sandboxed program must not see the user's configuration.
        event.arguments = []
        send(.happened(event, to: names.filter(watchers.isConfined)))
    }

    /// Reports lines of the history.
    func report(_ lines: [HistoryLine]) {
        for line in lines {
            report(line.event.rawValue, line.key, title: line.title) { $0.fill(from: line) }
        }
    }

    /// Reports that the server named a button that a request does not have.
    func report(unknownAction action: String, of request: NotificationRequest) {
        report(RequestEvent.unknownAction, request.key, title: request.content.title) {
            $0.action = action
        }
    }

    /// Reports that a bubble was closed, or was not shown in time, if no line of the history reports it.
    func report(_ event: DeliveryEvent, of delivery: Delivery) {
        let request = delivery.request
        func reportClosed(_ reason: CloseReason) {
            report("closed", request.key, title: request.content.title) {
                $0.reason = reason.rawValue
            }
        }
        switch event {
        case .closed(let reason) where reason != .expired && reason != .dismissed:
            reportClosed(reason)
        // It is not shown again.
        case .ownerGone where delivery.state == .listed,
            .senderGone where delivery.state == .listed:
            reportClosed(.undefined)
        case .timedOut:
            report("unanswered", request.key, title: request.content.title)
        default: break
        }
    }
}

extension RequestEvent {
    /// Copies the details of a line of the history.
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

/// The connections that watch what happens to requests.
struct Watchers: Sendable {
    /// The maximum number of connections.
    static let maxCount = 1_000

    /// The maximum number of sandboxed connections, which leaves room for the user's own programs.
    static let maxConfined = maxCount / 2

    /// The requests that each connection watches, by unique name; an empty text matches all.
    private var watched: [String: RequestKey] = [:]
    /// The sandboxed connections.
    private var confined: Set<String> = []

    /// Returns the connections that watch a request.
    func names(for key: RequestKey) -> [String] {
        guard !watched.isEmpty else { return [] }
        return watched.filter { _, pattern in
            (pattern.appID.isEmpty || pattern.appID == key.appID)
                && (pattern.identifier.isEmpty || pattern.identifier == key.identifier)
        }.map(\.key)
    }

    /// Whether a connection is inside a sandbox.
    func isConfined(_ name: String) -> Bool { confined.contains(name) }

    /// Adds a connection.
    mutating func add(_ name: String, for requests: RequestKey, isConfined: Bool) -> Bool {
        let isThere = watched[name] != nil
        let hasRoom =
            watched.count < Self.maxCount && (!isConfined || confined.count < Self.maxConfined)
        guard isThere || hasRoom else { return false }
        watched[name] = requests
        if isConfined { confined.insert(name) }
        return true
    }

    /// Forgets a connection that left.
    mutating func forget(_ name: String) {
        watched[name] = nil
        confined.remove(name)
    }
}

extension RequestKey {
    /// Matches all requests.
    static let all = RequestKey(appID: "", identifier: "")
}
