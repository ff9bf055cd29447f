import AgentInterface
import Logging
import NotifyCore

/// Applies events to deliveries, and carries out the resulting actions.
///
/// If the store fails, the user's responses are kept and written later.
final class ResponseHandler {
    let screen: Screen
    let adder: Requests
    let schedule: Schedule
    let attachments: AttachmentSweeper
    let parts: ResponseParts
    private let context: SchedulingContext
    private let tasks: SchedulerTasks
    private var store: Store { context.store }
    private var retries: WriteRetrier { parts.courier.retries }

    init(
        _ context: SchedulingContext,
        _ screen: Screen,
        _ adder: Requests,
        _ schedule: Schedule,
        _ attachments: AttachmentSweeper,
        _ parts: ResponseParts,
        _ tasks: SchedulerTasks
    ) {
        self.context = context
        self.screen = screen
        self.adder = adder
        self.schedule = schedule
        self.attachments = attachments
        self.parts = parts
        self.tasks = tasks
    }

    // MARK: Deliveries in the list

    /// Applies an event to a delivery.
    ///
    /// If the store fails, a response of the user is written later.
    ///
    /// - Returns: whether it still was in the list, as far as that is known.
    @discardableResult
    func apply(
        _ event: DeliveryEvent,
        to id: Int64,
        activationToken: String? = nil
    ) async -> Bool {
        await apply(event, to: id, activationToken) { () throws(RequestError) in
            try await move(id, by: event, activationToken: activationToken)
        }
    }

    /// Applies an event to a delivery that was just read.
    func apply(_ event: DeliveryEvent, to row: DeliveredRow, activationToken: String?) async {
        _ = await apply(event, to: row.id, activationToken) { () throws(RequestError) in
            try await move(row, by: event, activationToken: activationToken)
            return true
        }
    }

    private func apply(
        _ event: DeliveryEvent,
        to id: Int64,
        _ token: String?,
        _ move: () async throws(RequestError) -> Bool
    ) async -> Bool {
        guard !event.isAct || !retries.queue.hasAct(on: id) else {
            retries.keep(event, on: .delivery(id), activationToken: token)
            return true
        }
        do {
            return try await move()
        } catch {
            retries.keep(event, on: .delivery(id), activationToken: token, after: error)
            return true
        }
    }

    /// Applies an event to a delivery.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the store is unchanged then.
    @discardableResult
    func move(
        _ id: Int64,
        by event: DeliveryEvent,
        activationToken: String? = nil
    ) async throws(RequestError) -> Bool {
        guard let row = try store.delivered(id: id) else { return false }
        try await move(row, by: event, activationToken: activationToken)
        return true
    }

    /// Removes a delivery and stores the request that shows it again, both or neither.
    ///
    /// - Parameter call: the call that can be undone; `nil` to keep nothing.
    /// - Throws: ``NotifyCore/RequestError``; the store is unchanged then.
    func replace(
        _ row: DeliveredRow,
        by child: (request: AcceptedRequest, reply: AddReply),
        _ line: HistoryLine,
        of call: ChangeCall?,
        named name: String? = nil
    ) async throws(RequestError) {
        guard var step = try parts.router.route(.removed, on: row, surroundings) else { return }
        try adder.handOverWaiting(for: child.request)
        (step.change.child, step.change.line, step.change.call) = (child, line, call)
        let (router, chosen) = (parts.router, step)
        let actions = try store.carryingOut(name) { () throws(RequestError) in
            try router.write(chosen)
        }
        CrashPoint.reached(.snoozed)
        for action in actions { await perform(action, nil) }
    }

    private func move(
        _ row: DeliveredRow,
        by event: DeliveryEvent,
        activationToken: String?
    ) async throws(RequestError) {
        guard let step = try parts.router.route(event, on: row, surroundings) else { return }
        try await carryOut(step, activationToken: activationToken)
    }

    /// Shows a delivery again after due requests.
    private func showAgainLast(_ id: Int64) async {
        if let other = screen.showAgainLast(id) { await apply(.passedOver, to: other) }
    }

    /// Shows those deliveries that are still in the list, each as a bubble.
    private func showEach(_ ids: [Int64]) async {
        for id in ids { await apply(.recalled, to: id) }
        tasks.deliverSoon()
    }

    // MARK: Replaced deliveries

    /// Keeps a replaced delivery that the user can still answer.
    func remember(replaced row: DeliveredRow) {
        do {
            let delivery = try row.delivery()
            screen.keepReplaced(delivery, row.id)
            if parts.replies.isOpen(row.id) { screen.remember(prompted: delivery, id: row.id) }
        } catch {
            context.logger.error("\(error)")
        }
    }

    /// Applies a response to a bubble while a newer delivery was about to replace it.
    func apply(
        _ event: DeliveryEvent,
        toReplacedIn bubble: BubbleKey,
        activationToken token: String?
    ) async {
        guard let shown = screen.replaced(in: bubble) else { return }
        var delivery = shown.delivery
        guard let event = parts.router.meaning(of: event, for: delivery, surroundings) else {
            return
        }
        let effects = delivery.apply(event)
        guard !delivery.state.isShown else { return }
        // If the newer delivery is in progress, it replaces this bubble, which must stay open.
        let mayClose = screen.release(shown)
        await perform(
            effects.filter { effect in
                if case .close = effect, !mayClose { return false }
                return !parts.router.isNeedless(
                    effect,
                    after: event,
                    of: delivery.request,
                    surroundings
                )
            },
            of: event,
            onReplaced: delivery,
            id: shown.id,
            activationToken: token
        )
    }

    /// Applies a text that was entered for a replaced delivery.
    private func apply(_ event: DeliveryEvent, toReplacedPrompt id: Int64) async -> Bool {
        guard var delivery = screen.endReplaced(prompted: id) else { return false }
        let effects = delivery.apply(event).filter { effect in
            if case .close = effect { false } else { true }
        }
        await perform(
            effects,
            of: event,
            onReplaced: delivery,
            id: id,
            activationToken: nil
        )
        return true
    }

    private func perform(
        _ effects: [DeliveryEffect],
        of event: DeliveryEvent,
        onReplaced delivery: Delivery,
        id: Int64,
        activationToken token: String?
    ) async {
        // The newer delivery is shown instead.
        let effects = effects.filter { $0 != .showAgain }
        for case .prompt in effects { screen.remember(prompted: delivery, id: id) }
        do {
            let step = parts.router.step(event, onReplaced: delivery, id: id, effects)
            try await carryOut(step, activationToken: token)
        } catch {
            let target = WriteRetryQueue.Act.Target.replaced(delivery, id: id, effects)
            retries.keep(event, on: target, activationToken: token, after: error)
        }
    }

    // MARK: Actions

    /// The state of the server and of other deliveries.
    private var surroundings: ResponseRouter.Surroundings {
        ResponseRouter.Surroundings(
            closesAfterAction: screen.closesAfterAction,
            isTaken: screen.isTaken,
            keys: screen.keys,
            quietDetail: screen.quietDetail
        )
    }

    /// Stores the changes of an event and then carries out its actions.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; no action was carried out then.
    private func carryOut(
        _ step: ResponseRouter.Step,
        activationToken: String?
    ) async throws(RequestError) {
        var step = step
        // If the notification cannot be snoozed, the error is reported after the response is stored.
        if let length = step.snooze,
            let child = try? adder.accept(
                adder.snoozed(
                    step.delivery.request,
                    of: step.delivery.scheduled,
                    after: length
                )
            )
        {
            try adder.handOverWaiting(for: child.request)
            step.change.child = child
        }
        for action in try parts.router.write(step) { await perform(action, activationToken) }
    }

    private func perform(_ action: ResponseRouter.Action, _ activationToken: String?) async {
        switch action {
        case .noteHeard(let id): screen.noteHeard(id)
        case .noteStored(let request, let id):
            adder.noteStored(request, as: id)
            await schedule.arm()
        case .hold(let id): parts.held.hold(id, activationToken: activationToken)
        case .noteShown(let bubble, let time):
            screen.noteShown(bubble, for: time)
        case .keepFiles(let request): attachments.noteAnswer(to: request)
        case .sweepFiles: attachments.sweep()
        case .showAgain(let id): screen.showAgain([id])
        case .showAgainLast(let id): await showAgainLast(id)
        case .close(let bubble): screen.closeSoon(bubble)
        case .respond(let response, let snoozed):
            await respond(response, snoozed: snoozed, activationToken: activationToken)
        case .prompt(let button, let delivery, let id):
            parts.replies.ask(for: button, of: delivery, id: id, activationToken: activationToken)
        case .noteRefusal(let id, let request, let reason):
            let name = screen.takeRefusalName(of: id)
            parts.courier.problems.noteRefusal(of: request, reason, errorName: name)
        case .reach(let response):
            parts.courier.reachSoon(response, activationToken: activationToken)
        }
    }

    private func respond(
        _ response: Response,
        snoozed: AddReply? = nil,
        activationToken: String?
    ) async {
        let wanted = await parts.responder.respond(
            response,
            snoozed: snoozed,
            activationToken: activationToken
        )
        if !wanted.isEmpty { await showEach(wanted) }
    }

    // MARK: Later events

    /// Handles the answer to a dialog.
    func handle(
        _ answer: ReplyAnswer,
        to action: String,
        of request: NotificationRequest,
        id: Int64
    ) async {
        parts.replies.end(id)
        switch answer {
        case .cancelled:
            _ = screen.endReplaced(prompted: id)
        case .text(let text):
            let reply = DeliveryEvent.replied(action: action, text: text)
            if await apply(reply, toReplacedPrompt: id) { return }
            guard await apply(reply, to: id) else {
                context.logger.notice(
                    "a reply came to \(request.identifier), which is no longer listed"
                )
                return
            }
        case .impossible(let error):
            _ = screen.endReplaced(prompted: id)
            parts.courier.problems.reportFailedReply(error, to: request)
        }
    }

    /// Carries out the responses that wait for an unlocked session, if it is unlocked.
    func releaseHeld() async {
        await parts.held.look { held, token throws(RequestError) in
            guard let id = held.prompt else {
                await respond(held.response, activationToken: token)
                return AppResponse(held.response)
            }
            var delivery = screen.replaced(prompted: id)
            if delivery == nil { delivery = try store.delivered(id: id)?.delivery() }
            if let delivery, let action = delivery.request.action(held.response.action) {
                parts.replies.ask(for: action, of: delivery, id: id, activationToken: token)
            }
            return nil
        }
    }

    /// Retries the writes that failed.
    func retry() async {
        await retries.retry { act throws(RequestError) in
            try await carryOut(act)
        } retryOthers: {
            parts.courier.forgetHeard()
            parts.held.releaseSoon()
        }
    }

    private func carryOut(_ act: WriteRetryQueue.Act) async throws(RequestError) {
        var id: Int64?
        switch act.target {
        case .replaced(let delivery, let id, let effects):
            let step = parts.router.step(act.event, onReplaced: delivery, id: id, effects)
            return try await carryOut(step, activationToken: act.activationToken)
        case .delivery(let number): id = number
        case .bubble(let bubble): id = try store.delivered(showing: bubble)?.id
        }
        if let id { try await move(id, by: act.event, activationToken: act.activationToken) }
    }
}
