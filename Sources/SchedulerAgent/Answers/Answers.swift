import AgentInterface
import DesktopBubbles
import Logging
import NotifyCore

/// What the user did: finds whose bubble was used, moves the delivery on, and does what follows from it.
///
/// ``NotifyCore/Delivery/apply(_:)`` decides what an event does to a delivery. All changes are stored in one
/// transaction, and only then carried out: what is done before would be done again after a crash. What needs an
/// unlocked session waits in the store for it. What the store cannot take is kept, in order, and retried.
final class Answers {
    /// An event, its changes in the store, and its effects.
    private struct Step {
        let event: DeliveryEvent
        /// The delivery after the event.
        let delivery: Delivery
        let effects: [DeliveryEffect]
        var change: DeliveryChange

        var request: NotificationRequest { delivery.request }
    }

    /// The maximum number of dialogs on the screen.
    private static let maxDialogs = 16

    private let store: Store
    private let clock: any AgentClock
    private let logger: Logger
    private let limits: AgentLimits
    private let screen: Screen
    private let privacy: Privacy
    private let questions: Questions
    private let requests: Requests
    private let attachments: Attachments
    private let schedule: Schedule
    private let responses: Responses
    private let journal: Journal
    private let tasks: AgentTasks
    private let open: @Sendable (String, String?) async throws(RequestError) -> [String]
    private let ask: @Sendable (ReplyPrompt, String?) async -> ReplyAnswer
    private let canAsk: @Sendable (Bool) async -> Bool
    private let isLocked: @Sendable () async -> Bool

    /// The acts that the store could not take.
    private var unwritten = WriteRetryQueue() { didSet { keepAttachments() } }
    /// Whether the unwritten acts are being carried out.
    private var isRetrying = false
    /// Whether a retry is planned.
    private var isRetryPlanned = false
    /// The deliveries whose text the user is being asked for.
    private var asked: Set<DeliveryID> = []
    /// The deliveries for which the user chooses an action from a menu.
    private var choosing: Set<DeliveryID> = []
    /// The deliveries whose answer only a dialog can have, with the dialogs that have begun: without an answer they are
    /// dismissed.
    private var dialogs: [DeliveryID: Task<Void, Never>?] = [:] {
        didSet { attachments.hasDialogs = !dialogs.isEmpty }
    }
    /// The deliveries that the user has asked to see, until they are on the screen.
    private(set) var wanted: Set<DeliveryID> = []
    /// The deliveries whose text or choice is asked for and that newer ones have replaced in the list.
    private var replaced: [DeliveryID: Delivery] = [:] { didSet { keepAttachments() } }
    /// The activation tokens of the responses that wait for an unlocked session.
    private var heldTokens: [Int64: String] = [:]
    /// The held responses that were carried out and are still in the store, with the messages to their apps.
    private var carriedOut: [Int64: AppResponse?] = [:]
    private var isReleasing = false
    private var mustReleaseAgain = false

    init(
        store: Store,
        clock: any AgentClock,
        logger: Logger,
        limits: AgentLimits,
        peers: AgentPeers,
        screen: Screen,
        privacy: Privacy,
        questions: Questions,
        requests: Requests,
        attachments: Attachments,
        schedule: Schedule,
        responses: Responses,
        journal: Journal,
        tasks: AgentTasks
    ) {
        self.store = store
        self.clock = clock
        self.logger = logger
        self.limits = limits
        self.screen = screen
        self.privacy = privacy
        self.questions = questions
        self.requests = requests
        self.attachments = attachments
        self.schedule = schedule
        self.responses = responses
        self.journal = journal
        self.tasks = tasks
        open = peers.open
        ask = peers.ask
        canAsk = peers.canAsk
        isLocked = peers.isLocked
    }

    // MARK: Bubbles

    /// Finds whose bubble was used, and applies the event to that.
    func use(
        _ bubble: BubbleKey,
        _ event: DeliveryEvent,
        activationToken token: String?
    ) async {
        logger.debug("bubble \(bubble.id) of server \(bubble.owner): \(event.words)")
        do throws(RequestError) {
            if questions.used(bubble, event) { return }
            if let id = unwritten.delivery(shownBy: bubble) {
                guard let event = meaning(of: event, atBubbleOf: id) else { return }
                return keep(event, of: .delivery(id), activationToken: token)
            }
            switch try screen.holder(of: bubble, usedBy: event, activationToken: token) {
            case .delivery(let id): await settle(id, atBubble: event, activationToken: token)
            case .replaced(let delivery, let id, let event, let mayClose):
                guard !privacy.isHidden(id) else { return }
                await settle(delivery, id, by: event, mayClose: mayClose, activationToken: token)
            case nil: break
            }
        } catch {
            keep(event, of: .bubble(bubble), activationToken: token, after: error)
        }
    }

    /// Applies to a delivery what happened to its bubble.
    func settle(
        _ id: DeliveryID,
        atBubble event: DeliveryEvent,
        activationToken token: String?
    ) async {
        guard let event = meaning(of: event, atBubbleOf: id) else { return }
        await settle(id, by: event, activationToken: token)
    }

    /// Returns what an event of a bubble means for its delivery; `nil` for nothing.
    ///
    /// Nobody has read what is on the screen without its texts, so nobody answers or dismisses it there.
    private func meaning(
        of event: DeliveryEvent,
        atBubbleOf id: DeliveryID
    ) -> DeliveryEvent? {
        guard privacy.isHidden(id) else { return event }
        switch event {
        case .closed, .unseen: return .unread
        case .invoked, .replied, .replyWanted: return nil
        default: return event
        }
    }

    // MARK: Deliveries in the list

    /// Applies an event to a delivery.
    ///
    /// What the store does not take of what the user did is retried later.
    ///
    /// - Returns: whether the delivery still was in the list, as far as that is known.
    @discardableResult
    func settle(
        _ id: DeliveryID,
        by event: DeliveryEvent,
        activationToken token: String? = nil
    ) async -> Bool {
        guard !event.isAct || !unwritten.hasAct(on: id) else {
            keep(event, of: .delivery(id), activationToken: token)
            return true
        }
        guard !chooses(event, for: id, activationToken: token) else { return true }
        do throws(RequestError) {
            return try await settle(id, orThrow: event, activationToken: token)
        } catch {
            keep(event, of: .delivery(id), activationToken: token, after: error)
            return true
        }
    }

    /// Applies an event to a delivery; if this throws, nothing was changed.
    ///
    /// - Returns: whether the delivery still was in the list.
    @discardableResult
    func settle(
        _ id: DeliveryID,
        orThrow event: DeliveryEvent,
        activationToken token: String? = nil
    ) async throws(RequestError) -> Bool {
        guard let row = try store.delivered(id: id) else { return false }
        guard let step = try step(of: event, on: row) else { return true }
        try await carryOut(step, activationToken: token)
        return true
    }

    /// Removes a delivery and stores the request that shows it again, both or neither.
    ///
    /// - Parameter call: the call that can be undone; `nil` to keep nothing.
    func replace(
        _ row: DeliveredRow,
        by child: (request: AcceptedRequest, reply: AddReply),
        noting line: HistoryLine,
        of call: ChangeCall?,
        named name: String?
    ) async throws(RequestError) {
        guard var step = try step(of: .removed, on: row) else { return }
        (step.change.child, step.change.line) = (child, line)
        let chosen = step
        let keys = [line.key, child.request.key]
        let written = try store.carryingOut(name) { () throws(RequestError) in
            try store.recording(call, of: keys, .lists) { () throws(RequestError) in
                try write(chosen)
            }
        }
        CrashPoint.reached(.snoozed)
        await perform(chosen, written, activationToken: nil)
    }

    /// Shows a delivery again because the user asks for that, which no focus holds back; if this throws, nothing was changed.
    func showAgain(_ id: DeliveryID) async throws(RequestError) {
        wanted.insert(id)
        do throws(RequestError) {
            try await settle(id, orThrow: .wantedAgain)
        } catch {
            wanted.remove(id)
            throw error
        }
    }

    /// Shows the texts of a delivery whose bubble has none; no focus holds that back.
    func reveal(_ id: DeliveryID) async {
        wanted.insert(id)
        if await !settle(id, by: .revealed) { wanted.remove(id) }
    }

    // MARK: Replaced deliveries

    /// Keeps a delivery that a newer one replaces while the user is being asked for its text, or chooses an action.
    func remember(replaced row: DeliveredRow) {
        guard asked.contains(row.id) || choosing.contains(row.id) else { return }
        do {
            replaced[row.id] = try row.delivery()
        } catch {
            logger.error("\(error)")
        }
    }

    /// Applies an event to a delivery that a newer one has replaced in the list, while its bubble is on the screen.
    private func settle(
        _ shown: Delivery,
        _ id: DeliveryID,
        by event: DeliveryEvent,
        mayClose: Bool,
        activationToken token: String?
    ) async {
        guard !isTooLong(event, for: shown.request) else { return }
        var delivery = shown
        let effects = delivery.apply(event).filter { effect in
            if case .close = effect { mayClose } else { true }
        }
        await settle(replaced: delivery, id, by: event, effects, activationToken: token)
    }

    /// Applies an event to a replaced delivery, which changes nothing in the list.
    private func settle(
        replaced delivery: Delivery,
        _ id: DeliveryID,
        by event: DeliveryEvent,
        _ effects: [DeliveryEffect],
        activationToken token: String?
    ) async {
        // The newer delivery is shown instead.
        let effects = effects.filter { $0 != .showAgain }
        for case .prompt in effects { replaced[id] = delivery }
        let step = step(of: event, onReplaced: delivery, id, effects)
        do {
            try await carryOut(step, activationToken: token)
        } catch {
            let act = WriteRetryQueue.Target.replaced(delivery, id: id, effects)
            keep(event, of: act, activationToken: token, after: error)
        }
    }

    // MARK: What an event means

    /// Returns the step of an event on a delivery in the list; `nil` if the event means nothing for it.
    private func step(
        of event: DeliveryEvent,
        on row: DeliveredRow
    ) throws(RequestError) -> Step? {
        var delivery = try row.delivery()
        guard let event = screen.meaning(of: event, for: delivery),
            !isTooLong(event, for: delivery.request)
        else { return nil }
        let effects = delivery.apply(event)
        let key = delivery.request.key
        logger.debug(
            "\(key.appID)/\(key.identifier) (delivery \(row.id)): \(event.words): \(row.state.name) -> \(delivery.state.name)"
        )
        var change = DeliveryChange(id: row.id)
        // A notification that is shown again was already counted as delivered.
        let isNew = !row.state.isReturning
        if delivery.state != row.state {
            let date = delivery.state.isShown && isNew ? clock.now : delivery.delivered
            change.state = (delivery.state, date)
        }
        switch event {
        case .invoked, .replied, .replyWanted:
            change.isAcknowledged = delivery.request.options.nag != nil
        default: break
        }
        var step = Step(event: event, delivery: delivery, effects: effects, change: change)
        addResponses(to: &step)
        addLine(to: &step, isNew: isNew)
        return step
    }

    /// Returns the step of an event on a replaced delivery.
    private func step(
        of event: DeliveryEvent,
        onReplaced delivery: Delivery,
        _ id: DeliveryID,
        _ effects: [DeliveryEffect]
    ) -> Step {
        let change = DeliveryChange(id: id)
        var step = Step(event: event, delivery: delivery, effects: effects, change: change)
        addResponses(to: &step)
        addLine(to: &step, isNew: false)
        return step
    }

    /// Whether an event is a text that is too long, after it is reported.
    private func isTooLong(_ event: DeliveryEvent, for request: NotificationRequest) -> Bool {
        guard case .replied(_, let text) = event, text.utf8.count > RequestLimits.reply else {
            return false
        }
        report(failedReply: .longReply, to: request)
        return true
    }

    /// Adds to the changes what the app hears of the effects, and what waits for an unlocked session.
    private func addResponses(to step: inout Step) {
        let (delivery, request) = (step.delivery, step.request)
        for effect in step.effects {
            switch effect {
            case .respond(let action, let text):
                let response = Response(delivery: delivery, action: action, userText: text)
                if request.needsUnlockedSession(for: action) {
                    step.change.held = response
                } else if request.isResident, case .invoked = step.event,
                    request.snooze(ofAction: action) == nil
                {
                    // A resident notification sends its app a message for each response.
                    step.change.response = AppResponse(response)
                }
            case .prompt(let action) where request.needsUnlockedSession(for: action):
                step.change.held = Response(delivery: delivery, action: action)
                step.change.heldForPrompt = true
            case .end(let end):
                step.change.ends = true
                step.change.response = AppResponse(to: delivery, of: step.event, end)
            default: break
            }
        }
    }

    /// Adds to the changes the line of the history, because each commit delays a burst of bubbles.
    private func addLine(to step: inout Step, isNew: Bool) {
        let now = clock.now
        switch step.event {
        case .shown where isNew:
            let level = screen.state.level(of: step.request, for: step.change.id)
            let treatment = screen.state.treatment(of: level)
            // What waits for the end is not sent; `send` sends at once, as notify-send does.
            let detail =
                treatment == .kept
                ? HistoryLine.keptDetail : treatment.isHeld ? HistoryLine.hiddenDetail : ""
            step.change.line = HistoryLine(delivered: step.delivery, at: now, detail: detail)
        case .suppressed where isNew, .unseen where step.change.state != nil:
            let detail = HistoryLine.suppressedDetail
            step.change.line = HistoryLine(delivered: step.delivery, at: now, detail: detail)
        case .closed(.expired) where step.change.state != nil || step.change.ends:
            step.change.line = HistoryLine(expired: step.delivery, at: now)
        default: break
        }
    }

    // MARK: What follows

    /// Stores the changes of an event, and then carries out its effects.
    private func carryOut(_ step: Step, activationToken: String?) async throws(RequestError) {
        var step = step
        step.change.child = snoozed(by: step)
        let written = try write(step)
        await perform(step, written, activationToken: activationToken)
    }

    /// Returns the request that shows a notification again if the user chose that; `nil` if it cannot be shown again,
    /// which is reported after the response is stored.
    private func snoozed(
        by step: Step
    ) -> (request: AcceptedRequest, reply: AddReply)? {
        let request = step.request
        for case .respond(let action, _) in step.effects {
            guard let length = request.snooze(ofAction: action),
                !request.needsUnlockedSession(for: action),
                let child = try? requests.snoozed(
                    request,
                    of: step.delivery.scheduled,
                    after: length
                )
            else { continue }
            return child
        }
        return nil
    }

    /// Stores the changes of an event, and reports them.
    private func write(_ step: Step) throws(RequestError) -> DeliveryChange.Written {
        let change = step.change
        if change.hasUserAction { CrashPoint.reached(.acting) }
        let written = try store.write(change)
        if change.hasUserAction { CrashPoint.reached(.acted) }
        noteDropped(written.dropped)
        if let line = change.line { journal.report([line]) }
        if change.state != nil || change.ends {
            // For those who wait for its end, one whose bubble nobody saw is not over.
            let isOver = change.ends || step.request.bubble.isVerbatim
            let event = step.event == .unseen && isOver ? .closed(.undefined) : step.event
            journal.report(event, of: step.delivery)
        }
        for case .end(let end) in step.effects { note(end, of: step.request) }
        return written
    }

    /// Carries out what follows from an event whose changes are stored.
    private func perform(
        _ step: Step,
        _ written: DeliveryChange.Written,
        activationToken token: String?
    ) async {
        let (change, request) = (step.change, step.request)
        if change.state != nil || change.ends {
            switch step.event {
            case .shown, .suppressed, .refused: wanted.remove(change.id)
            default: if change.ends { wanted.remove(change.id) }
            }
            screen.noteStored(step.event, of: change.id, for: request)
            // Its texts come once they may, and where it is known whether its bubble is there.
            if !change.ends, step.delivery.state == .listed || step.delivery.state.isShown,
                privacy.isHidden(change.id)
            {
                tasks.post(.sessionMayBeUnlocked)
            }
        }
        if let child = change.child, let number = written.child {
            requests.noteStored(child.request, as: number)
            await schedule.arm()
        }
        if let held = written.held {
            heldTokens[held] = token
            tasks.post(.sessionMayBeUnlocked)
        }
        // The program that opens the URL may need the attachments.
        if step.effects.contains(.end(.opened)) { attachments.noteAnswer(to: request) }
        for effect in step.effects { await perform(effect, of: step, activationToken: token) }
        if let response = change.response { responses.reachSoon(response, activationToken: token) }
    }

    /// Carries out an effect.
    private func perform(
        _ effect: DeliveryEffect,
        of step: Step,
        activationToken token: String?
    ) async {
        let (delivery, request, id) = (step.delivery, step.request, step.change.id)
        switch effect {
        case .showAgain:
            screen.showAgain([id])
            // A resident notification is shown again after its use.
            switch step.event {
            case .invoked, .replyWanted, .moreActionsWanted: tasks.deliverSoon()
            default: break
            }
        case .showAgainLast:
            for other in screen.showAgain([id], .last) { await settle(other, by: .passedOver) }
        case .close(let bubble): screen.close(bubble, after: step.event, of: request)
        case .respond(let action, let text):
            guard !request.needsUnlockedSession(for: action) else { return }
            await respond(
                Response(delivery: delivery, action: action, userText: text),
                snoozed: step.change.child?.reply,
                activationToken: token
            )
        case .prompt(let action):
            guard !request.needsUnlockedSession(for: action) else { return }
            askForText(of: action, of: delivery, id, activationToken: token)
        case .noteRefusal(let reason, let name):
            note(.refused, of: request, detail: reason, errorName: name)
        case .end: attachments.sweepSoon()
        }
    }

    /// Snoozes the notification or opens the action's URL, and reports the response.
    ///
    /// - Parameter snoozed: the reply to the request that was stored with the response, if any.
    private func respond(
        _ answered: Response,
        snoozed: AddReply? = nil,
        activationToken token: String?
    ) async {
        let request = answered.delivery.request
        let action = answered.action
        if action == LateSummary.showEach, let ids = LateSummary.deliveries(of: request) {
            journal.note(answered)
            for id in ids {
                wanted.insert(id)
                if await !settle(id, by: .recalled) { wanted.remove(id) }
            }
            return tasks.deliverSoon()
        }
        var response = answered
        var snoozed = snoozed
        if snoozed == nil, let length = request.snooze(ofAction: action) {
            do {
                let scheduled = answered.delivery.scheduled
                let child = try requests.snoozed(request, of: scheduled, after: length)
                try requests.add(child.request)
                snoozed = child.reply
                await schedule.arm()
            } catch {
                response.problem = error.message
                report(.notOpened(request, error))
            }
        }
        if let url = request.url(ofAction: action) {
            response.url = url
            do {
                response.arguments = try await open(url, token)
            } catch {
                response.problem = error.message
                report(.notOpened(request, error))
            }
        }
        logger.debug(
            "\(request.appID)/\(request.identifier): response \(action.quoted), URL \(response.url ?? "none"), problem \(response.problem ?? "none")"
        )
        journal.note(response, snoozed: snoozed, activationToken: token)
    }

    // MARK: Texts

    /// Asks for the text of an action; the notification stays in the list until it is typed.
    private func askForText(
        of action: String,
        of delivery: Delivery,
        _ id: DeliveryID,
        activationToken token: String?
    ) {
        let request = delivery.request
        guard let button = request.action(action), let prompt = ReplyPrompt(request, action: button)
        else { return }
        guard !asked.contains(id) else {
            logger.notice("a question for \(request.identifier) is on the screen already")
            return
        }
        guard asked.count < Self.maxDialogs else {
            logger.notice(
                "\(Self.maxDialogs) questions are on the screen; \(request.identifier) stays in the list"
            )
            return
        }
        asked.insert(id)
        logger.debug("asks for the text of \(action.quoted) of \(request.identifier)")
        let dialog = tasks.run { [ask] in
            .typed(await ask(prompt, token), action: action, request, delivery: id)
        }
        if dialogs.keys.contains(id) { dialogs.updateValue(dialog, forKey: id) }
    }

    /// Handles the answer to a dialog.
    func typed(
        _ answer: ReplyAnswer,
        for action: String,
        of request: NotificationRequest,
        delivery id: DeliveryID
    ) async {
        asked.remove(id)
        let replaced = replaced.removeValue(forKey: id)
        let needsAnswer = dialogs.removeValue(forKey: id) != nil
        switch answer {
        case .cancelled: if needsAnswer { await settle(id, by: .dismissed) }
        case .impossible(let error):
            report(failedReply: error, to: request)
            if needsAnswer { await settle(id, by: .removed) }
        case .text(let text):
            let event = DeliveryEvent.replied(action: action, text: text)
            if let replaced {
                await settle(answerTo: replaced, id, event)
            } else if await !settle(id, by: event) {
                noteUnlisted(request)
            }
        }
    }

    /// Applies the answer of a dialog to a replaced delivery, whose bubble is the newer one's.
    private func settle(
        answerTo replaced: Delivery,
        _ id: DeliveryID,
        _ event: DeliveryEvent
    ) async {
        var delivery = replaced
        let effects = delivery.apply(event).filter { effect in
            if case .close = effect { false } else { true }
        }
        await settle(replaced: delivery, id, by: event, effects, activationToken: nil)
    }

    private func noteUnlisted(_ request: NotificationRequest) {
        logger.notice("a reply came to \(request.identifier), which is no longer listed")
    }

    // MARK: Choices

    /// Shows a menu of the actions after a click on a bubble without buttons.
    ///
    /// Until it ends, the end of the bubble means nothing: the server closes it after the click.
    ///
    /// - Returns: whether an event is of such a delivery and needs nothing else.
    private func chooses(
        _ event: DeliveryEvent,
        for id: DeliveryID,
        activationToken token: String?
    ) -> Bool {
        if choosing.contains(id) {
            switch event {
            case .closed, .unseen: return true
            default: break
            }
        }
        guard event == .invoked(action: NotificationAction.defaultIdentifier),
            let profile = screen.state.profile, !profile.drawsButtons,
            let request = try? store.delivered(id: id)?.delivery().request,
            profile.letsChoose(request)
        else { return false }
        guard !choosing.contains(id), choosing.count < Self.maxDialogs else {
            logger.notice("a menu for \(request.identifier) is on the screen, or too many are")
            return true
        }
        choosing.insert(id)
        logger.debug("lets the user choose an action of \(request.identifier)")
        let prompt = ReplyPrompt(choosingFor: request)
        tasks.run { [ask] in .chosen(await ask(prompt, token), request, delivery: id) }
        return true
    }

    /// Has a dialog ask for the answer to a delivery, if the notification server shows no buttons and no menu of them.
    ///
    /// - Returns: whether one asks; false where the bubble can have the answer, or there is no such delivery yet.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` if there is no program for that.
    func askByDialog(_ key: RequestKey) async throws(RequestError) -> Bool {
        guard let profile = screen.state.profile,
            profile.maxButtons == 0 || !profile.drawsButtons
        else { return false }
        let canChoose = await canAsk(true)
        let canAnswer = await canAsk(false)
        guard let row = try store.delivered(app: key.appID, identifier: key.identifier).first,
            let request = try? row.delivery().request, !request.actions.isEmpty,
            !choosing.contains(row.id), !asked.contains(row.id),
            !canChoose || !profile.letsChoose(request)
        else { return false }
        guard canAnswer else {
            throw RequestError(
                .notFound,
                "the notification server shows no buttons, and there is no program for a dialog; "
                    + "install zenity or kdialog, or name one in "
                    + "\(AgentConfiguration.fileName): [Reply] Prompt="
            )
        }
        guard dialogs.count < Self.maxDialogs else {
            throw RequestError(
                .notAllowed,
                "\(Self.maxDialogs) questions are on the screen; answer one of them first"
            )
        }
        logger.debug("a dialog asks for the answer to \(key.identifier)")
        dialogs.updateValue(nil, forKey: row.id)
        if request.actions.count == 1, let reply = request.actions.first, reply.textInput != nil {
            await settle(row.id, by: .invoked(action: reply.identifier))
        } else {
            choosing.insert(row.id)
            let prompt = ReplyPrompt(askingFor: request)
            let dialog = tasks.run { [ask] in
                .chosen(await ask(prompt, nil), request, delivery: row.id)
            }
            dialogs.updateValue(dialog, forKey: row.id)
        }
        return true
    }

    /// Closes the dialogs about deliveries that have left the list.
    func endDialogs() {
        for (id, dialog) in dialogs {
            do {
                guard try store.delivered(id: id) == nil else { continue }
            } catch {
                return logger.error("\(error)")
            }
            // One that has not begun has nothing to ask about.
            if let dialog { dialog.cancel() } else { dialogs.removeValue(forKey: id) }
        }
    }

    /// Handles the end of a menu: the choice counts as the button, and one that is closed dismisses the notification.
    ///
    /// A text that is none of the choices, as menus let the user type, decides nothing: the notification is shown again.
    func chosen(
        _ answer: ReplyAnswer,
        for request: NotificationRequest,
        delivery id: DeliveryID
    ) async {
        choosing.remove(id)
        let replaced = replaced.removeValue(forKey: id)
        let needsAnswer = dialogs.removeValue(forKey: id) != nil
        switch answer {
        case .text(let text):
            let line = ReplyPrompt.line(text)
            guard
                let action = request.actions.first(where: { ReplyPrompt.line($0.label) == line })
            else {
                logger.notice("\(line.quoted) is no action of \(request.identifier)")
                wanted.insert(id)
                if await !settle(id, by: .wantedAgain) { wanted.remove(id) }
                return tasks.deliverSoon()
            }
            // Its text is asked for next.
            if needsAnswer, action.textInput != nil { dialogs.updateValue(nil, forKey: id) }
            let event = DeliveryEvent.invoked(action: action.identifier)
            if let replaced {
                if let newer = repetition(of: request) {
                    await settle(newer, by: event)
                } else {
                    // The user has not read what the newer one says.
                    await settle(answerTo: replaced, id, event)
                }
            } else if await !settle(id, by: event) {
                noteUnlisted(request)
            }
            tasks.deliverSoon()
        case .impossible(let error):
            await settle(id, by: needsAnswer ? .removed : .wantedAgain)
            report(failedReply: error, to: request)
        case .cancelled: await settle(id, by: .dismissed)
        }
    }

    /// Returns the delivery in the list that has replaced one and says the same; `nil` if it says something else.
    private func repetition(of request: NotificationRequest) -> DeliveryID? {
        guard let row = try? store.delivered(of: request.key),
            let newer = try? row.delivery().request,
            newer.content == request.content, newer.actions == request.actions
        else { return nil }
        return row.id
    }

    // MARK: The locked session

    /// Carries out the responses that wait for an unlocked session, if it is unlocked.
    ///
    /// A response leaves the store after it was carried out: after a crash in between it is carried out again, because
    /// twice is better than never. A call while another one is under way has that one look again.
    func releaseHeld() async {
        mustReleaseAgain = true
        guard !isReleasing else { return }
        isReleasing = true
        while mustReleaseAgain {
            mustReleaseAgain = false
            do {
                guard try !store.held().isEmpty, await !isLocked() else { continue }
                for held in try store.held() { await release(held) }
            } catch {
                logger.error("\(error)")
            }
        }
        isReleasing = false
    }

    /// Carries out a held response, if only its removal did not fail before, and removes it.
    private func release(_ held: HeldResponse) async {
        let token = heldTokens.removeValue(forKey: held.id)
        do {
            if carriedOut[held.id] == nil {
                carriedOut.updateValue(
                    try await act(on: held, activationToken: token),
                    forKey: held.id
                )
            }
            let message = carriedOut[held.id] ?? nil
            noteDropped(try store.drop(held: held.id, leaving: message))
            carriedOut[held.id] = nil
            if let message { responses.reachSoon(message, activationToken: token) }
        } catch {
            logger.error("\(error)")
            retryLater()
        }
    }

    /// Carries out a held response, or asks for its text first.
    ///
    /// - Returns: the message to its app.
    private func act(
        on held: HeldResponse,
        activationToken token: String?
    ) async throws(RequestError) -> AppResponse? {
        guard let id = held.prompt else {
            await respond(held.response, activationToken: token)
            return AppResponse(held.response)
        }
        var delivery = replaced[id]
        if delivery == nil { delivery = try store.delivered(id: id)?.delivery() }
        if let delivery {
            askForText(of: held.response.action, of: delivery, id, activationToken: token)
        }
        return nil
    }

    // MARK: What the store does not take

    /// Has the attachments kept of deliveries that have left the list and can still be answered.
    private func keepAttachments() {
        attachments.answered =
            unwritten.attachmentFolders + replaced.values.compactMap(\.request.attachmentFolder)
    }

    /// Keeps an act that the store could not take.
    ///
    /// A damaged delivery cannot be retried, and events that are no acts need not be.
    private func keep(
        _ event: DeliveryEvent,
        of target: WriteRetryQueue.Target,
        activationToken: String?,
        after error: RequestError
    ) {
        logger.error("\(error)")
        guard event.isAct, error.code == .storage else { return }
        keep(event, of: target, activationToken: activationToken)
    }

    private func keep(
        _ event: DeliveryEvent,
        of target: WriteRetryQueue.Target,
        activationToken token: String?
    ) {
        if !unwritten.add(event, of: target, activationToken: token) {
            let limit = WriteRetryQueue.maxCount
            logger.error("more than \(limit) acts wait for the store; one is lost")
        }
        retryLater()
    }

    private func retryLater() {
        guard !isRetryPlanned else { return }
        isRetryPlanned = true
        tasks.post(.retryWrites, after: limits.storeRetryTime)
    }

    /// Carries out the acts that the store did not take, in order, until it refuses one again.
    ///
    /// A call while another one is under way leaves the acts to that one.
    func retry() async {
        isRetryPlanned = false
        tasks.post(.sessionMayBeUnlocked)
        guard !isRetrying else { return }
        isRetrying = true
        defer { isRetrying = false }
        while let act = unwritten.first {
            do throws(RequestError) {
                try await carryOut(act)
            } catch {
                logger.error("\(error)")
                // A damaged delivery must not block the acts after it.
                if error.code == .storage { return retryLater() }
            }
            unwritten.removeFirst()
        }
    }

    private func carryOut(_ act: WriteRetryQueue.Act) async throws(RequestError) {
        logger.debug("tries again: \(act.event.words)")
        switch act.target {
        case .replaced(let delivery, let id, let effects):
            let step = step(of: act.event, onReplaced: delivery, id, effects)
            try await carryOut(step, activationToken: act.activationToken)
        case .delivery(let id):
            try await settle(id, orThrow: act.event, activationToken: act.activationToken)
        case .bubble(let bubble):
            guard let id = try store.delivered(showing: bubble)?.id,
                let event = meaning(of: act.event, atBubbleOf: id)
            else { return }
            try await settle(id, orThrow: event, activationToken: act.activationToken)
        }
    }

    // MARK: Reports

    /// Shows a problem as a bubble, because the user would otherwise see nothing happen.
    func report(_ problem: Problem) {
        logger.error("\(problem.error)")
        do {
            _ = try requests.add(problem.request)
            tasks.deliverSoon()
        } catch {
            logger.error("\(error)")
        }
    }

    private func report(failedReply error: RequestError, to request: NotificationRequest) {
        note(.launchFailed, of: request, detail: error.message)
        report(.notAnswered(request, error))
    }

    private func note(_ end: DeliveryEnd, of request: NotificationRequest) {
        switch end {
        // The response has its own line.
        case .opened, .gone: break
        case .dismissed: note(HistoryLine.Event.dismissed, of: request)
        case .removed: note(HistoryLine.Event.removed, of: request)
        }
    }

    private func note(
        _ event: HistoryLine.Event,
        of request: NotificationRequest,
        detail: String = "",
        errorName: String? = nil
    ) {
        journal.note([
            HistoryLine(
                at: clock.now,
                key: request.key,
                title: request.content.title,
                event: event,
                detail: detail,
                errorName: errorName
            )
        ])
    }

    private func noteDropped(_ count: Int) {
        guard count > 0 else { return }
        logger.warning("\(count) responses that no app had received are dropped for newer ones")
    }
}
