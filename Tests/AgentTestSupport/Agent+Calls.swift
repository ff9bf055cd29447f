package import AgentInterface
package import GLibBridge
package import NotifyCore

@testable package import SchedulerAgent

/// What tests do with a scheduler as the service does it: by the parts.
extension Agent {
    package var server: ServerConnection { screen.server }

    @discardableResult
    package func add(_ request: NotificationRequest) throws(RequestError) -> AddReply {
        try requests.add(request)
    }

    package func add(
        together calls: [Result<NotificationRequest, RequestError>]
    ) async -> [Result<AddReply, RequestError>] {
        await requests.add(together: calls)
    }

    package func add(
        _ request: NotificationRequest,
        files: [OpenFile],
        within quota: SenderQuota? = nil
    ) async throws(RequestError) -> AddReply {
        try await requests.add(request, files: files, within: quota)
    }

    package func pause(
        _ selection: RemovalSelection,
        until end: Instant? = nil,
        by origin: String? = nil
    ) async throws(RequestError) -> [RequestKey] {
        try await requests.set(end.map { .until($0) } ?? .open, of: selection, by: origin)
    }

    package func resume(
        _ selection: RemovalSelection,
        by origin: String? = nil
    ) async throws(RequestError) -> [RequestKey] {
        try await requests.set(nil, of: selection, by: origin)
    }

    package func skip(
        _ name: String,
        on range: ClosedRange<Instant>? = nil,
        preferring app: String,
        by origin: String? = nil
    ) async throws(RequestError) -> (key: RequestKey, skipped: Instant, next: Instant?) {
        try await requests.skip(name, on: range, preferring: app, by: origin)
    }

    package func edit(
        _ change: RequestChange,
        files: [OpenFile] = []
    ) async throws(RequestError) -> AddReply {
        try await requests.edit(change, files: files)
    }

    package func undo(
        of origin: String,
        again: Bool = false
    ) async throws(RequestError) -> UndoReply {
        try await requests.undo(of: origin, again: again)
    }

    package func restore(
        _ name: String,
        preferring app: String
    ) async throws(RequestError) -> UndoReply {
        try await requests.restore(name, preferring: app)
    }

    package func find(
        _ name: String,
        preferring app: String
    ) throws(RequestError) -> (pending: [PendingRow], delivered: [Lists.ListedDelivery]) {
        try lists.entries(named: name, preferring: app)
    }

    package func handle(_ call: ImportCall) async throws(RequestError) -> ImportReply {
        try await imports.load(call)
    }

    /// Handles that a server has said what it can do.
    package func met(_ owner: String) async {
        await handle(AgentEvent.screen(.server(.capabilitiesCame(owner: owner))))
    }

    package func deliverDue() async { await round.deliver() }

    /// The delivered notifications, latest first.
    package func delivered(app: String?) throws(RequestError) -> [Lists.ListedDelivery] {
        try store.delivered(app: app).map { ($0, screen.state.stateName(of: $0)) }
    }

    package func deliverSoon() { tasks.deliverSoon() }

    package func plan() async { await schedule.arm() }

    package func sweepAttachments() {
        attachments.sweep()
    }

    @discardableResult
    package func remove(_ selection: RemovalSelection) async throws(RequestError) -> [RequestKey] {
        try await requests.remove(selection)
    }

    package func pending(app: String?) throws(RequestError) -> [PendingRow] {
        try store.pending(app: app)
    }

    package func history(_ selection: HistorySelection) throws(RequestError) -> [HistoryLine] {
        try store.history(selection)
    }

    package func addWatcher(
        _ name: String,
        for requests: RequestKey,
        isConfined: Bool = false
    ) throws(RequestError) {
        try journal.addWatcher(name, for: requests, isConfined: isConfined)
    }

    package func set(
        _ categories: [NotificationCategory],
        of app: String
    ) throws(RequestError) {
        try apps.set(categories, of: app)
    }

    package func setBadge(_ count: Int64, of app: String) throws(RequestError) {
        try apps.setBadge(count, of: app)
    }

    package func setAllowed(_ isAllowed: Bool, app: String) async throws(RequestError) {
        try questions.decide(isAllowed, on: app)
    }

    package func requestAuthorization(
        of app: String,
        options: UInt32,
        answer: @escaping @Sendable (Result<Bool, RequestError>) -> Void
    ) async throws(RequestError) {
        try questions.ask(about: app, options: options, answer: answer)
    }

    package func attach(_ name: String, to app: String) throws(RequestError) {
        try responses.attach(name, to: app)
    }

    package func reach(_ app: String, activationToken: String?) async {
        await responses.reach(app, activationToken: activationToken)
    }

    package func reachForgotten() { responses.reachForgotten() }

    package func doNotDisturbChanged(to isOn: Bool?) async {
        await round.doNotDisturbChanged(to: isOn)
    }

    package func releaseHeld() async { await answers.releaseHeld() }

    package func retryStore() async { await answers.retry() }

    package func whenServerIsKnown(_ body: @escaping @Sendable () -> Void) {
        screen.handle(.server(.callerWaits(body)))
    }
}
