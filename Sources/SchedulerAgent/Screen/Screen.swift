import AgentInterface
import DesktopBubbles
import Logging
import NotifyCore

/// The notification server: what is on it, what goes to it next and how.
///
/// It owns the connection to the server, the deliveries that wait for their turn, their apps' answers, the pace, the
/// bubbles that are shown, and whether do-not-disturb is on. It decides nothing about the state of a delivery: callers
/// settle the outcomes and events that it returns.
final class Screen {
    /// What goes to the server next.
    enum Next: Sendable {
        /// A request that is due, or its warning.
        case due(DueRequest)
        /// A delivery that is stored: it was interrupted, refused for want of room, returns or is wanted again.
        case stored(MarkedDelivery)
        /// A delivery whose app has answered how to show it; `nil` to show it as it is.
        case answered(MarkedDelivery, PresentationOptions?)
        /// Nothing for now.
        case nothing(Schedule.Hold)
    }

    /// A delivery that is stored, on its way to the server.
    struct MarkedDelivery: Sendable {
        /// Its number in the store.
        let id: DeliveryID
        var delivery: Delivery
        /// The bubble of the current server that it replaces.
        var bubble: BubbleKey?
        /// Whether its number is set at its app's icon once it was sent.
        var setsBadge = false
        /// Whether it is shown for the first time: its app may be asked how.
        var isNew = false
        /// Whether the user lets it through do-not-disturb.
        var passesQuiet = false
        /// Whether its bubble, or that of the delivery before it, has neither texts nor buttons, because the session was
        /// locked.
        var isWithoutTexts = false
        /// The delivery of its request before it.
        var earlier: DeliveredRow?

        /// The delivery as the log names it.
        var name: String { Self.name(delivery.request.key, id) }

        /// Returns a delivery as the log names it.
        static func name(_ key: RequestKey, _ id: DeliveryID) -> String {
            "\(key.appID)/\(key.identifier) (delivery \(id))"
        }
    }

    /// How showing a delivery ended.
    enum Outcome: Equatable {
        /// A bubble shows it now, which showed another delivery before.
        case shown(BubbleKey, insteadOf: DeliveryID?)
        /// The server took it and shows nothing.
        case suppressed
        /// It has only a sound or a number, and no bubble.
        case unseen
        /// Its app is asked how to show it; ``Screen/next()`` returns it afterwards.
        case asked
        /// The server has no room, or hangs: it is shown first next time.
        case waits
        /// The server did not answer in time, and may show it yet.
        case timedOut(owner: String)
        /// The server that was called has gone.
        ///
        /// `isCurrent` is true where the answer says so and nothing else did.
        case serverGone(owner: String, isCurrent: Bool)
        /// The server refused it for good, with a D-Bus error of this name.
        case refused(String, errorName: String?)

        /// The outcome for the log.
        var words: String {
            guard case .shown(let bubble, let other) = self else { return "\(self)" }
            return "shown as bubble \(bubble.id)"
                + (other.map { " in place of delivery \($0)" } ?? "")
        }
    }

    /// The server, as others see it.
    struct State {
        /// Its unique name; `nil` if none runs.
        let owner: String?
        /// Its profile, once it answers; `nil` before that.
        let profile: ServerProfile?
        /// Whether it hangs, and may yet answer a call with a delivery.
        let mayAnswerLate: Bool
        /// When the first bubble ends whose timeout it does not apply; `nil` for none.
        let nextExpiry: BootTime?
        /// What it does with the notifications of each level now.
        fileprivate let treatments: DoNotDisturbRules
        /// The deliveries that it gets as critical ones.
        fileprivate let clicked: Set<DeliveryID>
        /// The deliveries whose bubbles were on the screen while no agent ran.
        fileprivate let unheard: Set<DeliveryID>

        /// Whether one runs.
        var isPresent: Bool { owner != nil }

        /// What it does with a notification of a level now.
        func treatment(of level: InterruptionLevel) -> QuietTreatment { treatments[level] }

        /// Returns the level as which a request, or a delivery of it, is shown.
        func level(of request: NotificationRequest, for id: DeliveryID? = nil) -> InterruptionLevel
        {
            id.map(clicked.contains) == true ? .critical : request.content.interruptionLevel
        }

        /// Returns the name of a delivery's state in the interface.
        func stateName(of row: DeliveredRow) -> String {
            unheard.contains(row.id) && row.state.isShown
                ? DeliveryState.unknown(owner: "").name : row.state.name
        }
    }

    /// What happens to the screen, beside the bubbles' own events.
    enum Event: Sendable {
        /// Something happened to the server, or somebody waits for it.
        case server(ServerConnection.Event)
        /// An app answered how to show a delivery; `nil` if it has no opinion, or did not answer.
        case appAnswered(PresentationOptions?, delivery: DeliveryID, app: String)
        /// Do-not-disturb was switched on or off.
        case quiet(Bool)
        /// The time of a bubble may be over.
        case timeEnded
        /// The store failed before what ``Screen/next()`` returned was marked.
        case notMarked(Next)
    }

    /// What follows from an event, for those who decide about it.
    enum Consequence {
        /// Something happened to a delivery.
        case delivery(DeliveryID, DeliveryEvent)
        /// A call that had timed out has shown a delivery, or has failed.
        case late(DeliveryID, Outcome)
        /// A call that had timed out has answered for a question, or for what was given up.
        case lateQuestion(ShowOutcome, ticket: UInt64)
        /// The user, or the server, has done something with a bubble.
        case used(BubbleKey, DeliveryEvent, activationToken: String?)
        /// A server has gone, and its bubbles with it.
        case serverGone(owner: String)
    }

    /// Whose bubble was used.
    enum Holder {
        /// A delivery in the list.
        case delivery(DeliveryID)
        /// A delivery that a newer one has replaced in the list, while its bubble was still on the screen.
        ///
        /// The event is what was meant; `mayClose` is false where the newer delivery takes over the bubble.
        case replaced(Delivery, id: DeliveryID, DeliveryEvent, mayClose: Bool)
    }

    /// What the user did with a bubble whose number is not stored yet.
    struct EarlyEvent: Equatable {
        let event: DeliveryEvent
        /// The desktop's activation token.
        var activationToken: String?
    }

    /// Where a question for permission can be shown.
    enum QuestionRoom {
        /// At this server.
        case server(String)
        /// Nowhere yet; when that changes, ``AgentEvent/showQuestions`` is posted.
        case later
        /// Nowhere: no server runs, and none can be started.
        case never
    }

    /// When a stored delivery is shown.
    enum Turn {
        /// Before what is due, for the first time: its number is set at its app's icon.
        case new
        /// Before what is due.
        case again
        /// After what is due.
        case last
    }

    /// A delivery, and an event on it that follows from what happened to the server.
    typealias Moved = (id: DeliveryID, event: DeliveryEvent)

    /// The hint with which SwayNotificationCenter shows a notification under do-not-disturb.
    private static let swayncBypass = "SWAYNC_BYPASS_DND"

    /// The maximum number of bubbles that are shown again after the server exited; the newest are.
    static let maxReturning = 10

    /// The state of the server.
    private(set) var server = ServerConnection()
    /// What the keys of actions mean in the bubbles on the screen.
    var keys: ActionKeys
    let presenter: any BubblePresenting
    let messenger: any AppMessenger
    let store: Store
    let clock: any AgentClock
    private let limits: AgentLimits
    let logger: Logger
    private let schedule: Schedule
    private let attachments: Attachments
    private let journal: Journal
    let tasks: AgentTasks
    var waiting = WaitingDeliveries()
    var pacer = BubblePacer()
    var bubbles: ShownBubbles { didSet { attachments.shown = bubbles.attachmentFolders } }
    var places: BubblePlaces
    /// Whether do-not-disturb is on.
    private var isQuiet = false
    /// How many calls to show something are under way.
    var callsUnderWay = 0
    /// Which buttons of a delivery are shown, of those that have no room for all and that are not at their first ones.
    private var pages: [DeliveryID: Int] = [:]
    /// The deliveries that do-not-disturb lets pass, as critical ones, if the server shows these: those that come again
    /// because the user has just used their bubbles, and those of apps for which the user wants that.
    private var clicked: Set<DeliveryID> = []
    /// How often a delivery crashed its server.
    var attempts: [DeliveryID: Int] = [:]
    /// The calls that timed out and that a server may still answer, by their tickets; `nil` for those of questions.
    var lateCalls: [UInt64: DeliveryID?] = [:]
    /// Late answers that came before the timeout of their call was handled.
    var earlyAnswers: [UInt64: ShowOutcome] = [:]
    var now: BootTime { clock.sinceBoot }

    init(
        presenter: any BubblePresenting,
        messenger: any AppMessenger,
        store: Store,
        clock: any AgentClock,
        limits: AgentLimits,
        logger: Logger,
        schedule: Schedule,
        attachments: Attachments,
        journal: Journal,
        tasks: AgentTasks
    ) {
        self.presenter = presenter
        self.messenger = messenger
        self.store = store
        self.clock = clock
        self.limits = limits
        self.logger = logger
        self.schedule = schedule
        self.attachments = attachments
        self.journal = journal
        self.tasks = tasks
        keys = ActionKeys(store)
        bubbles = ShownBubbles(store)
        places = BubblePlaces(store)
    }

    // MARK: What goes to the server next

    /// Returns what goes to the server next, and removes it from what waits.
    func next() throws(RequestError) -> Next {
        pacer.follow(presenter.profile.pace)
        // While a server owes answers, the others may have to wait for them in turn.
        if owesAnswers, server.isReady, let urgent = try schedule.nextDue(.urgent) {
            return .due(urgent)
        }
        while true {
            if pacer.takePause() { return .nothing(.until(pacer.pauseEnd(after: now))) }
            let opening = pacer.opening(at: now)
            let hasRoom = opening == nil && !waiting.hasStored
            if let asked = waiting.nextAnswered(hasRoom: hasRoom) {
                guard !asked.needsServer || wantServer() else { return .nothing(.server) }
                // It still waits if the store cannot be read.
                let marked = try read(asked)
                waiting.remove(asked)
                if let marked { return .answered(marked, asked.options) }
                continue
            }
            if let opening { return try nextUrgent(until: opening) }
            guard waiting.hasStored else { return try nextDue() }
            guard wantServer(), let id = waiting.nextStored else { return .nothing(.server) }
            let marked = try read(id)
            waiting.removeStored()
            if let marked { return .stored(marked) }
        }
    }

    /// Has what ``next()`` returned wait again.
    private func putBack(_ next: Next) {
        switch next {
        case .due, .nothing: break
        case .stored(let marked): waiting.addFirst(marked.id)
        case .answered(let marked, let options):
            waiting.addFirst(
                AskedDelivery(
                    id: marked.id,
                    isUrgent: marked.delivery.request.needsNoRoom,
                    bubble: marked.bubble,
                    isAnswered: true,
                    options: options
                )
            )
        }
    }

    /// Returns what is due and waits for nothing but a server.
    private func nextDue() throws(RequestError) -> Next {
        var due = try schedule.nextDue()
        if due == nil { due = try schedule.nextDue(.warning) }
        if let due { return wantServer() ? .due(due) : .nothing(.server) }
        // Last, because new notifications come before those that were already seen. No server is started for them: it
        // would replace the shell, which is about to restart.
        while server.isReady, let id = waiting.nextReturning {
            let marked = try read(id)
            waiting.removeReturning()
            if let marked { return .stored(marked) }
        }
        return .nothing(.nothing)
    }

    /// Returns an urgent request; the others wait for room on the screen.
    private func nextUrgent(until opening: BootTime) throws(RequestError) -> Next {
        if waiting.isEmpty, try schedule.nextDue() == nil, try schedule.nextDue(.warning) == nil {
            return .nothing(.nothing)
        }
        guard wantServer() else { return .nothing(.server) }
        if let urgent = try schedule.nextDue(.urgent) { return .due(urgent) }
        return .nothing(.until(opening))
    }

    /// Whether a server is ready; if none runs, and that was not tried yet, the bus is asked to start one.
    private func wantServer() -> Bool {
        if !server.isReady { handle(.server(.bubbleWaits)) }
        return server.isReady
    }

    /// Reads a delivery that was stored before; `nil` if it waits no longer, or is damaged, after it has ended.
    private func read(_ id: DeliveryID) throws(RequestError) -> MarkedDelivery? {
        guard let row = try store.delivered(id: id),
            row.state == .delivering || row.state.isReturning
        else { return nil }
        CrashPoint.reached(.showingAgain)
        var delivery: Delivery
        do {
            delivery = try row.delivery()
        } catch {
            logger.error("\(error); it is dropped")
            try store.end(delivered: id, .process)
            return nil
        }
        if delivery.request.run != nil, delivery.state == .delivering {
            delivery.noteLateness(now: clock.now)
        }
        // Its own bubble, or that which a full server did not let it replace.
        let bubble = delivery.state.bubble ?? bubbles.replacedBubble(of: delivery.request.key)
        return MarkedDelivery(
            id: id,
            delivery: delivery,
            bubble: bubble.flatMap { $0.owner == server.owner ? $0 : nil },
            setsBadge: waiting.isUnbadged(id) && delivery.presentation?.contains(.badge) ?? true
        )
    }

    /// Reads a delivery whose app has answered; `nil` if it was removed meanwhile.
    private func read(_ asked: AskedDelivery) throws(RequestError) -> MarkedDelivery? {
        guard let row = try store.delivered(id: asked.id), row.state == .delivering else {
            if let bubble = asked.bubble { close(bubble) }
            return nil
        }
        return MarkedDelivery(
            id: asked.id,
            delivery: try row.delivery(),
            // The server may have gone with it.
            bubble: asked.bubble.flatMap { $0.owner == server.owner ? $0 : nil },
            setsBadge: true
        )
    }

    /// Queues stored deliveries to be shown.
    ///
    /// - Parameter earlier: the delivery of the request before it, which can still be answered at its bubble.
    /// - Returns: those that are not shown again, because too many would be.
    @discardableResult
    func showAgain(
        _ ids: [DeliveryID],
        _ turn: Turn = .again,
        replacing earlier: DeliveredRow? = nil
    ) -> [DeliveryID] {
        keep(replaced: earlier)
        switch turn {
        case .new, .again:
            waiting.add(ids, setsBadges: turn == .new)
            return []
        case .last: return ids.compactMap { waiting.addReturning($0) }
        }
    }

    // MARK: Showing

    /// Asks a delivery's app how to show it, or sends it to the server.
    ///
    /// - Parameter listener: the connection that listens for its app; `nil` if none does.
    /// - Returns: how that ended, which the caller settles.
    func show(_ marked: MarkedDelivery, listener: String?) async -> Outcome {
        var marked = marked
        if marked.isNew {
            keep(replaced: marked.earlier)
            marked.bubble = place(of: marked.delivery.request.key, after: marked.earlier)
            if ask(marked, at: listener) { return .asked }
        }
        waiting.noteBadge(of: marked.id)
        let request = marked.delivery.request
        guard request.isVisible else {
            logger.debug("\(marked.name) has a sound or a number alone")
            presenter.playSound(of: marked.delivery)
            if let bubble = marked.bubble { close(bubble) }
            return .unseen
        }
        let owner = server.owner
        var delivery = marked.delivery
        let place = await clearPlace(of: marked)
        places.begin(marked.id, in: place)
        delivery.markedActions = place.map { markedActions(of: request, in: $0) } ?? []
        delivery.page = pages[marked.id] ?? 0
        let isClicked = clicked.contains(marked.id) && !marked.passesQuiet
        if marked.passesQuiet { clicked.insert(marked.id) }
        if isClicked || marked.passesQuiet,
            state.treatment(of: request.content.interruptionLevel) != .shown
        {
            delivery.request.content.interruptionLevel = .critical
            if presenter.profile.name == ServerKind.swaync.rawValue {
                delivery.request.bubble.hints[Self.swayncBypass] = .boolean(true)
            }
        }
        if isClicked,
            delivery.request.content.interruptionLevel != request.content.interruptionLevel
        {
            // It was played the first time.
            let options = delivery.presentation ?? [.banner, .list, .sound, .badge]
            delivery.presentation = options.subtracting(.sound)
        }
        CrashPoint.reached(.begun)
        let asked = now
        let answer = await call { await presenter.show(delivery, replacing: place) }
        if case .shown(let owner, let number) = answer {
            bubbles.noteAppeared(BubbleKey(owner: owner, id: number), at: asked)
        }
        CrashPoint.reached(.shown)
        let outcome = outcome(
            of: answer,
            for: marked.id,
            by: owner,
            isVerbatim: request.bubble.isVerbatim
        )
        logger.debug("\(marked.name) at server \(owner ?? "none"): \(outcome.words)")
        return outcome
    }

    /// Plays the sound of a delivery without a bubble.
    func playSound(of delivery: Delivery) { presenter.playSound(of: delivery) }

    /// Shows the question for a permission.
    func show(question: Delivery) async -> ShowOutcome {
        let called = server.owner ?? ""
        let outcome = await call { await presenter.show(question, replacing: nil) }
        switch outcome {
        case .timedOut(let ticket):
            if let answer = earlyAnswers.removeValue(forKey: ticket) { return answer }
            lateCalls.updateValue(nil, forKey: ticket)
        case .notSent: break
        default: return outcome
        }
        handle(.server(.callTimedOut(owner: called)))
        return outcome
    }

    // MARK: The bubbles on it

    /// Records that a state of a delivery is stored.
    func noteStored(_ event: DeliveryEvent, of id: DeliveryID, for request: NotificationRequest) {
        bubbles.noteHeard(id)
        clicked.remove(id)
        switch event {
        case .moreActionsWanted:
            pages[id, default: 0] += 1
            clicked.insert(id)
        case .invoked, .replyWanted:
            pages[id] = nil
            if request.isResident { clicked.insert(id) }
        case .shown, .revealed: break
        default: pages[id] = nil
        }
        guard case .shown(let bubble) = event else { return }
        let time = presenter.profile.obeysExpiry ? nil : request.bubble.expiry
        bubbles.note(bubble, for: time, at: now)
    }

    /// Closes a bubble without waiting for the server.
    func close(_ bubble: BubbleKey) {
        logger.debug("bubble \(bubble.id) of server \(bubble.owner) is to be closed")
        tasks.run { [presenter] in
            await presenter.close(bubble)
            return nil
        }
    }

    /// Closes the bubble of a delivery after an event, unless the server does, or another delivery takes it over.
    func close(_ bubble: BubbleKey, after event: DeliveryEvent, of request: NotificationRequest) {
        if places.isTaken(bubble) { return }
        if case .invoked = event, presenter.profile.closesAfterAction,
            // A resident bubble stays after an action.
            !request.isResident, request.bubble.hints["resident"] == nil
        {
            return
        }
        close(bubble)
    }

    /// Closes the bubbles of deliveries that were removed, or that they were to replace.
    func close(_ removed: [(key: RequestKey, row: DeliveredRow)]) {
        for (key, row) in removed {
            // A full server refused it, and an earlier bubble is still on the screen.
            let earlier = waiting.isStored(row.id) ? bubbles.replacedBubble(of: key) : nil
            if let bubble = row.state.bubble ?? waiting.takeBubble(of: row.id) ?? earlier {
                bubbles.forgetReplaced(in: bubble)
                close(bubble)
            }
        }
    }

    /// Records the bubble that an added request replaces when it is shown; `nil` for none.
    func note(_ place: BubblePlace?, of key: RequestKey) {
        places.note(place, of: key, on: server.owner)
    }

    /// Keeps a delivery that a newer one replaces, for as long as its bubble is on the screen.
    private func keep(replaced row: DeliveredRow?) {
        guard let row, case .shown(let bubble) = row.state, bubble.owner == server.owner else {
            return
        }
        do {
            let delivery = try row.delivery()
            bubbles.add(ReplacedDelivery(bubble: bubble, id: row.id, delivery: delivery))
        } catch {
            logger.error("\(error)")
        }
    }

    // MARK: What the user did

    /// Finds whose bubble was used.
    ///
    /// - Returns: the delivery; `nil` if it concerns none. What happens to a bubble whose number may not be known yet,
    ///   such as a quick click, is kept for ``takeEarly(_:)``.
    func holder(
        of bubble: BubbleKey,
        usedBy event: DeliveryEvent,
        activationToken: String?
    ) throws(RequestError) -> Holder? {
        if let replaced = bubbles.replaced(in: bubble) { return use(replaced, by: event) }
        if let row = try store.delivered(showing: bubble) { return .delivery(row.id) }
        guard callsUnderWay > 0 || !lateCalls.isEmpty else { return nil }
        logger.debug("bubble \(bubble.id) of server \(bubble.owner) was used before it is known")
        bubbles.keep(early: EarlyEvent(event: event, activationToken: activationToken), of: bubble)
        return nil
    }

    /// Takes a delivery out of those that are replaced if an event answers it.
    private func use(_ replaced: ReplacedDelivery, by event: DeliveryEvent) -> Holder? {
        guard let event = meaning(of: event, for: replaced.delivery) else { return nil }
        var delivery = replaced.delivery
        _ = delivery.apply(event)
        guard !delivery.state.isShown else { return nil }
        bubbles.forgetReplaced(in: replaced.bubble)
        var mayClose = waiting.release(replaced.bubble)
        if !mayClose, let newer = try? store.delivered(of: delivery.request.key) {
            // The newer delivery replaces the bubble where that is in progress.
            mayClose = waiting.isStored(newer.id)
        }
        return .replaced(replaced.delivery, id: replaced.id, event, mayClose: mayClose)
    }

    /// Returns what an event means for a delivery; `nil` for a button that the delivery does not have.
    func meaning(of event: DeliveryEvent, for delivery: Delivery) -> DeliveryEvent? {
        let request = delivery.request
        switch event {
        // In a verbatim bubble the key has no special meaning.
        case .replyWanted where request.bubble.isVerbatim:
            return .invoked(action: WireAction.inlineReplyKey)
        case .invoked(WireAction.more.identifier)
        where !request.bubble.isVerbatim && request.action(WireAction.more.identifier) == nil:
            return .moreActionsWanted
        case .invoked(let name) where name != NotificationAction.defaultIdentifier:
            switch keys.action(named: name, of: request, in: delivery.state.bubble) {
            case .action(let identifier): return .invoked(action: identifier)
            case .earlier:
                logger.notice(
                    "a click on \(name.quoted) is for what the bubble of \(request.identifier) showed before"
                )
                return nil
            case .unknown where request.content.categoryIdentifier.isEmpty:
                logger.warning(
                    "the server names a button \(name.quoted), which \(request.identifier) does not have"
                )
                journal.report(unknownAction: name, of: request)
                return nil
            case .unknown: return event
            }
        default: return event
        }
    }

    /// Removes and returns what happened to a bubble before its number was known.
    func takeEarly(_ bubble: BubbleKey) -> [EarlyEvent] {
        let early = bubbles.takeEarly(bubble)
        guard server.hasGone(bubble.owner) else { return early }
        return early + [EarlyEvent(event: .ownerGone(owner: bubble.owner))]
    }

    // MARK: Events

    /// Handles an event of the server and its bubbles.
    func handle(_ event: BubbleEvent) -> [Consequence] {
        switch event {
        case .ownerChanged(let owner): return handle(.server(.ownerChanged(owner)))
        case .invoked(let owner, let id, let key, let token):
            let event: DeliveryEvent =
                key == WireAction.inlineReplyKey
                ? .replyWanted : .invoked(action: WireAction.identifier(ofKey: key))
            return [.used(BubbleKey(owner: owner, id: id), event, activationToken: token)]
        case .replied(let owner, let id, let text):
            let event = DeliveryEvent.replied(action: nil, text: text)
            return [.used(BubbleKey(owner: owner, id: id), event, activationToken: nil)]
        case .closed(let owner, let id, let reason):
            let bubble = BubbleKey(owner: owner, id: id)
            let event = end(of: bubble, reason)
            keys.forget(bubble)
            // A server that was full has room now.
            if pacer.isFull { tasks.deliverSoon() }
            return [.used(bubble, event, activationToken: nil)]
        case .lateReply(let ticket, let answer): return settle(late: answer, ticket)
        }
    }

    /// Handles another event.
    @discardableResult
    func handle(_ event: Event) -> [Consequence] {
        switch event {
        case .server(let event): return handle(event)
        case .appAnswered(let options, let id, let app):
            if waiting.answer(options, for: id, of: app) { tasks.deliverSoon() }
        case .quiet(let isOn): isQuiet = isOn
        case .notMarked(let next): putBack(next)
        case .timeEnded: for bubble in bubbles.takeEnded(at: now) { close(bubble) }
        }
        return []
    }

    /// Returns the event of a bubble that the server closed.
    private func end(of bubble: BubbleKey, _ reason: UInt32) -> DeliveryEvent {
        var reason = bubbles.closed(bubble, reason)
        if reason == .expired, presenter.profile.reportsCrossAsExpiry,
            let row = try? store.delivered(showing: bubble),
            let delivery = try? row.delivery(), presenter.stays(delivery.request)
        {
            reason = .dismissed
        }
        guard reason == .dismissed else { return .closed(reason) }
        if bubbles.isNew(bubble, at: now) { return .unseen }
        // The server has made room for a newer one, which may be under way.
        let isFull = presenter.profile.maxBubbles.map {
            bubbles.count(after: bubble) + (callsUnderWay > 0 ? 1 : 0) >= $0
        }
        return .closed(isFull ?? false ? .undefined : .dismissed)
    }

    /// Handles the answer to a call that had timed out, or whose timeout is not handled yet.
    private func settle(late answer: ShowOutcome, _ ticket: UInt64) -> [Consequence] {
        var consequences: [Consequence] = []
        switch lateCalls.removeValue(forKey: ticket) {
        case .some(.some(let id)):
            let request = (try? store.delivered(id: id)?.delivery())?.request
            let isVerbatim = request?.bubble.isVerbatim ?? false
            let outcome = outcome(of: answer, for: id, by: server.owner, isVerbatim: isVerbatim)
            logger.debug("delivery \(id), answered late: \(outcome.words)")
            consequences.append(.late(id, outcome))
        case .some(.none): consequences.append(.lateQuestion(answer, ticket: ticket))
        case .none: if callsUnderWay > 0 { earlyAnswers[ticket] = answer }
        }
        // The answer of an earlier server does not concern the current one.
        guard case .shown(let owner, _) = answer else { return consequences }
        return consequences + handle(ServerConnection.Event.answered(owner: owner))
    }

    private func handle(_ event: ServerConnection.Event) -> [Consequence] {
        logger.debug("notification server: \(event) while \(server.state)")
        return server.handle(event).flatMap(perform)
    }

    /// Carries out a step of the server connection.
    private func perform(_ action: ServerConnection.Action) -> [Consequence] {
        switch action {
        case .releaseBubbles(let owner): return [.serverGone(owner: owner)] + release(owner)
        case .reclaimBubbles:
            let forgets = presenter.profile.forgetsGoneSenders
            return bubbles.reclaim(forgetsGoneSenders: forgets).map { .delivery($0, $1) }
        case .noteAvailable: schedule.noteAvailable()
        case .forgetBubbles:
            bubbles.serverChanged()
            pacer.serverChanged()
        case .askForCapabilities(let owner):
            tasks.run { [presenter] in
                await presenter.meetServer()
                    ? .screen(.server(.capabilitiesCame(owner: owner))) : nil
            }
        case .start:
            tasks.run { [presenter] in
                await presenter.startServer() ? nil : .screen(.server(.startFailed))
            }
        case .answer(let callers): for caller in callers { caller() }
        case .limitGrace: tasks.post(.screen(.server(.graceEnded)), after: limits.serverTime)
        case .showQuestions: tasks.post(.showQuestions)
        case .deliver: tasks.deliverSoon()
        case .reportHang:
            logger.warning("the notification server does not answer; what is due waits for it")
        case .reportAbsence:
            logger.notice("no notification server; what is due waits for one")
        }
        return []
    }

    private func release(_ owner: String) -> [Consequence] {
        keys.forget(owner: owner)
        lateCalls = [:]
        do {
            return try bubbles.release(owner).map { .delivery($0, $1) }
        } catch {
            logger.error("\(error)")
            return []
        }
    }

    // MARK: What others ask

    /// The state of the server.
    var state: State {
        let profile = presenter.profile
        return State(
            owner: server.owner,
            profile: server.isReady ? profile : nil,
            mayAnswerLate: server.isHanging && owesAnswers,
            nextExpiry: bubbles.earliestEnd,
            treatments: isQuiet ? profile.doNotDisturb : .unaffected,
            clicked: clicked,
            unheard: bubbles.unheard
        )
    }

    /// Whether the server owes the answer to a call with a delivery that timed out.
    private var owesAnswers: Bool { lateCalls.values.contains { $0 != nil } }

    // MARK: Questions

    /// Returns where a question of a level can be shown now; if no server runs, the bus is asked to start one.
    func room(for level: InterruptionLevel) -> QuestionRoom {
        if server.isReady, let owner = server.owner {
            // The end of do-not-disturb is an event, too.
            return state.treatment(of: level).isHeld ? .later : .server(owner)
        }
        guard server.isPresent || server.mayStart else { return .never }
        _ = wantServer()
        return .later
    }

    // MARK: The agent's start and end

    /// Restores the bubbles of an earlier run.
    ///
    /// - Parameter isSameBus: whether the earlier run was on the bus of this one.
    /// - Returns: what follows for the deliveries whose server has gone, or that are too many to be shown again.
    func restore(
        serverOwner owner: String?,
        isSameBus: Bool
    ) throws(RequestError) -> [Consequence] {
        // At most one: the call was in progress when the agent ended, and its result is not known.
        let marked = try store.delivered(inState: "delivering").map(\.id)
        waiting.add(marked, setsBadges: true)
        try keys.restore(owner: isSameBus ? owner : nil)
        let gone = try bubbles.restore(serverOwner: owner, isSameBus: isSameBus)
        let returning = try store.delivered(inState: "returning").map(\.id)
        return showAgain(returning, .last).map { .delivery($0, .passedOver) }
            + gone.map { .delivery($0, $1) }
    }

    /// Stores for the next agent, which already runs, the bubbles whose state is not known.
    func handOver() throws(RequestError) { try bubbles.handOver() }
}

extension Delivery {
    /// Notes that it is late, if it had to wait for a server after its command was started.
    fileprivate mutating func noteLateness(now: Instant) {
        guard note == nil,
            now.microseconds - scheduled.microseconds > Lateness.begins
        else { return }
        note = LateNote(occurrences: .one(scheduled), isLate: true)
    }
}

extension DeliveryState {
    /// Whether a bubble shows it.
    var isShown: Bool {
        if case .shown = self { true } else { false }
    }
}
