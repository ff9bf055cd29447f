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
    /// How showing a delivery ended.
    enum Outcome: Equatable {
        /// A bubble shows it now, which showed another delivery before.
        case shown(BubbleKey, insteadOf: Int64?)
        /// The server took it and shows nothing.
        case suppressed
        /// It has only a sound or a number, and no bubble.
        case unseen
        /// Its app is asked how to show it; ``Screen/nextAnswered(hasRoom:)`` returns it afterwards.
        case asked
        /// The server has no room, or hangs: it is shown first next time.
        case waits
        /// The server did not answer in time, and may show it yet.
        case timedOut(owner: String)
        /// The server that was called has gone.
        ///
        /// `isCurrent` is true where the answer says so and nothing else did.
        case serverGone(owner: String, isCurrent: Bool)
        /// The server refused it for good.
        case refused(String)

        /// The outcome for the log.
        var words: String {
            guard case .shown(let bubble, let other) = self else { return "\(self)" }
            return "shown as bubble \(bubble.id)"
                + (other.map { " in place of delivery \($0)" } ?? "")
        }
    }

    /// What goes to the server next.
    enum Next: Equatable {
        /// A stored delivery: it was interrupted, refused for want of room, or is wanted again.
        case stored(Int64)
        /// A delivery whose app has answered how to show it.
        case answered(AskedDelivery)
        /// The first request that is due; until a time in microseconds since boot only one that is urgent, because the
        /// others wait for room on the screen.
        case due(urgentUntil: Int64?)
        /// Nothing until a time in microseconds since boot, because the server is full.
        case full(until: Int64)
        /// Nothing until a server is ready.
        case server
    }

    /// A delivery that is stored, on its way to the server.
    struct MarkedDelivery {
        /// Its number in the store.
        let id: Int64
        var delivery: Delivery
        /// The bubble of the current server that it replaces.
        var bubble: BubbleKey?
        /// Whether its number is set at its app's icon once it was sent.
        var setsBadge = false
        /// Whether its app may be asked how to show it.
        var asksApp = false

        /// The delivery as the log names it.
        var name: String { Self.name(delivery.request.key, id) }

        /// Returns a delivery as the log names it.
        static func name(_ key: RequestKey, _ id: Int64) -> String {
            "\(key.appID)/\(key.identifier) (delivery \(id))"
        }
    }

    /// A delivery whose app is asked how to show it, or that waits for an earlier one.
    struct AskedDelivery: Equatable, Sendable {
        let id: Int64
        /// Whether it is shown without waiting for room on the screen.
        let isUrgent: Bool
        /// The bubble that it replaces.
        var bubble: BubbleKey?
        /// Whether it waits for its app no longer.
        var isAnswered = false
        /// The options that the app chose; `nil` to show it unchanged.
        var options: PresentationOptions?

        /// Whether it needs a running server.
        var needsServer: Bool { options?.contains(.banner) ?? true }
    }

    /// A delivery that a newer one has replaced in the list, and whose bubble is on the screen.
    ///
    /// A response to the bubble applies to it, even while its replacement is in progress.
    struct Replaced {
        let bubble: BubbleKey
        let id: Int64
        let delivery: Delivery
    }

    /// What the user did with a bubble whose number is not stored yet.
    struct EarlyEvent: Equatable {
        let event: DeliveryEvent
        /// The desktop's activation token.
        var activationToken: String?
    }

    /// A delivery, and an event on it that follows from what happened to the server.
    typealias Moved = (id: Int64, event: DeliveryEvent)

    /// The maximum number of bubbles that are shown again after the server exited; the newest are.
    static let maxReturning = 10
    /// How often a bubble may crash its server before it stays in the list without a bubble.
    private static let maxAttempts = 3

    private(set) var server = ServerConnection()
    /// What the keys of actions mean in the bubbles on the screen.
    private var keys: ActionKeys
    private let presenter: any BubblePresenting
    private let messenger: any AppMessenger
    private let context: SchedulingContext
    private let schedule: Schedule
    private let tasks: SchedulerTasks
    private var waiting = WaitingDeliveries()
    private var pacer = BubblePacer()
    private var bubbles: ShownBubbles
    private var places: BubblePlaces
    private var doNotDisturb: DoNotDisturb
    /// Whether a round is in progress.
    private var isRoundRunning = false
    /// How often a delivery crashed its server.
    private var attempts: [Int64: Int] = [:]
    /// The names of the D-Bus errors with which the server refused deliveries, until they are stored.
    private var refusalNames: [Int64: String] = [:]
    /// The deliveries of calls that timed out, which a server may still show, by their tickets.
    private var lateCalls: [UInt64: Int64] = [:]
    /// Late answers that came before the timeout of their call was handled.
    private var earlyAnswers: [UInt64: ShowOutcome] = [:]
    private var logger: Logger { context.logger }
    private var now: Int64 { context.clock.sinceBoot }

    init(
        _ context: SchedulingContext,
        presenter: any BubblePresenting,
        messenger: any AppMessenger,
        schedule: Schedule,
        tasks: SchedulerTasks
    ) {
        self.context = context
        self.presenter = presenter
        self.messenger = messenger
        self.schedule = schedule
        self.tasks = tasks
        keys = ActionKeys(context.store)
        bubbles = ShownBubbles(context.store)
        places = BubblePlaces(context.store)
        doNotDisturb = DoNotDisturb(context.store)
    }

    // MARK: The server

    /// Whether a server runs.
    var isServerPresent: Bool { server.isPresent }

    /// Whether a server runs and answers.
    var isServerReady: Bool { server.isReady }

    /// The unique name of the server; `nil` if none runs.
    var owner: String? { server.owner }

    /// The profile of the server, once it answers; `nil` before that.
    var answeringProfile: ServerProfile? { server.isReady ? presenter.profile : nil }

    /// Whether the server closes a bubble after its use.
    var closesAfterAction: Bool { presenter.profile.closesAfterAction }

    /// Whether a server is known to have exited.
    func hasGone(_ owner: String) -> Bool { server.hasGone(owner) }

    /// Whether a server is ready; if none runs, and that was not tried yet, the bus is asked to start one.
    func wantServer() -> Bool {
        note(.bubbleWaits)
        return server.isReady
    }

    /// Whether a server is there that will be ready, or may yet be started; whether it is, is an event.
    var mayBecomeReady: Bool { server.isPresent || server.mayStart }

    /// Calls a closure once it is known whether a server runs and what it can do, or the time for that is over.
    func whenServerIsKnown(_ body: @escaping @Sendable () -> Void) { note(.callerWaits(body)) }

    /// Handles that the bus could not start a server.
    func startFailed() { note(.startFailed) }

    /// Handles that callers have waited long enough for a server.
    func graceEnded() { note(.graceEnded) }

    /// Handles that a call to the server timed out.
    func callTimedOut(at owner: String) { note(.callTimedOut(owner: owner)) }

    /// Handles that another server has the name, or none.
    ///
    /// - Parameter settle: settles the deliveries of the server that has gone.
    func serverChanged(to owner: String?, settle: ([Moved]) async -> Void) async {
        await handle(.ownerChanged(owner), settle)
    }

    /// Handles that a server has reported its capabilities, or has answered a call that had timed out.
    ///
    /// - Parameter settle: settles the deliveries whose bubbles have to be shown again.
    func serverAnswered(
        _ owner: String,
        isLate: Bool,
        settle: ([Moved]) async -> Void
    ) async {
        await handle(isLate ? .answered(owner: owner) : .capabilitiesCame(owner: owner), settle)
    }

    private func handle(
        _ event: ServerConnection.Event,
        _ settle: ([Moved]) async -> Void
    ) async {
        logger.debug("notification server: \(event) while \(server.state)")
        for action in server.handle(event) {
            switch action {
            case .releaseBubbles(let owner):
                await settle(release(owner))
                lateCalls = [:]
            case .reclaimBubbles:
                let forgets = presenter.profile.forgetsGoneSenders
                await settle(bubbles.reclaim(forgetsGoneSenders: forgets))
            case .perform(let step): perform(step)
            }
        }
    }

    private func release(_ owner: String) -> [Moved] {
        keys.forget(owner: owner)
        do {
            return try bubbles.release(owner)
        } catch {
            logger.error("\(error)")
            return []
        }
    }

    private func note(_ note: ServerConnection.Note) {
        for step in server.handle(note) { perform(step) }
    }

    /// Carries out a step of the server connection other than releasing or reclaiming bubbles.
    private func perform(_ step: ServerConnection.Step) {
        switch step {
        case .noteAvailable: schedule.noteAvailable()
        case .forgetBubbles:
            bubbles.serverChanged()
            pacer.serverChanged()
        case .askForCapabilities(let owner):
            tasks.run { [presenter] in
                await presenter.meetServer() ? .serverAnswered(owner: owner) : nil
            }
        case .start:
            tasks.run { [presenter] in
                await presenter.startServer() ? nil : .serverStartFailed
            }
        case .answer(let callers): for caller in callers { caller() }
        case .limitGrace: tasks.post(.serverGraceEnded, after: context.limits.serverTime)
        case .showQuestions: tasks.post(.showQuestions)
        case .deliver: tasks.deliverSoon()
        case .reportHang:
            logger.warning("the notification server does not answer; what is due waits for it")
        case .reportAbsence:
            logger.notice("no notification server; what is due waits for one")
        }
    }

    // MARK: What goes to the server next

    /// Records that a round begins.
    func beginRound() {
        isRoundRunning = true
        pacer.begin(presenter.profile.pace)
    }

    /// Records that a round has ended.
    ///
    /// - Parameters:
    ///   - isPrompting: whether there are questions for permission.
    ///   - isAsking: whether one of them is being sent to the server.
    func endRound(isPrompting: Bool, isAsking: Bool) {
        isRoundRunning = false
        if lateCalls.isEmpty, !isPrompting { bubbles.forgetEarly() }
        if !isAsking { earlyAnswers = [:] }
    }

    /// Whether the server owes answers to calls that timed out.
    var owesAnswers: Bool { !lateCalls.isEmpty }

    /// Whether a server that hangs may answer such a call yet.
    var mayAnswerLate: Bool { server.isHanging && owesAnswers }

    /// Returns what goes to the server next, and removes it from what waits.
    func takeNext() -> Next {
        if pacer.isFull { return .full(until: pacer.pauseEnd(after: now)) }
        let opening = pacer.opening(at: now)
        let hasRoom = opening == nil && !waiting.hasStored
        if let asked = waiting.nextAnswered(hasRoom: hasRoom) {
            guard !asked.needsServer || wantServer() else { return .server }
            waiting.remove(asked)
            return .answered(asked)
        }
        guard opening == nil, waiting.hasStored else { return .due(urgentUntil: opening) }
        guard wantServer(), let id = waiting.takeStored() else { return .server }
        return .stored(id)
    }

    /// Whether deliveries wait to be shown that are not due requests in the store.
    var hasWork: Bool { !waiting.isEmpty }

    /// Whether stored deliveries wait to be shown.
    var hasWaiting: Bool { waiting.hasStored }

    /// Queues stored deliveries to be shown first.
    ///
    /// - Parameter setsBadges: whether their numbers may not be set at their apps' icons yet.
    func showAgain(_ ids: [Int64], setsBadges: Bool = false) {
        waiting.add(ids, setsBadges: setsBadges)
    }

    /// Queues a delivery to be shown after what is due.
    ///
    /// - Returns: the delivery that is not shown again for it, because too many would be.
    func showAgainLast(_ id: Int64) -> Int64? { waiting.addReturning(id) }

    /// Removes and returns the next of the deliveries that return after what is due.
    func takeReturning() -> Int64? { waiting.takeReturning() }

    /// Whether a delivery's number has to be set at its app's icon: only once, because the app may set another later.
    func takeBadge(of id: Int64) -> Bool { waiting.takeBadge(of: id) }

    /// Handles an app's answer how to show a delivery; `nil` to show it as it is.
    func appAnswered(_ options: PresentationOptions?, for id: Int64, of app: String) {
        if waiting.answer(options, for: id, of: app) { tasks.deliverSoon() }
    }

    // MARK: Showing

    /// Asks a delivery's app how to show it, or sends it to the server.
    ///
    /// - Parameter listener: the connection that listens for its app; `nil` if none does.
    /// - Returns: how that ended, which the caller settles.
    func show(_ marked: MarkedDelivery, listener: String?) async -> Outcome {
        if marked.asksApp, ask(marked, at: listener) { return .asked }
        let request = marked.delivery.request
        guard request.isVisible else {
            logger.debug("\(marked.name) has a sound or a number alone")
            presenter.playSound(of: marked.delivery)
            return .unseen
        }
        let owner = server.owner
        var delivery = marked.delivery
        let place = await clearPlace(of: marked)
        places.begin(marked.id, in: place)
        delivery.markedActions = place.map { markedActions(of: request, in: $0) } ?? []
        CrashPoint.reached(.begun)
        let asked = now
        let answer = await presenter.show(delivery, replacing: place)
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

    /// Returns what the answer to a call that had timed out means; `nil` if it was no call for a delivery.
    func outcome(
        ofLate answer: ShowOutcome,
        _ ticket: UInt64
    ) -> (id: Int64, outcome: Outcome)? {
        guard let id = lateCalls.removeValue(forKey: ticket) else { return nil }
        let request = (try? context.store.delivered(id: id)?.delivery())?.request
        let isVerbatim = request?.bubble.isVerbatim ?? false
        let outcome = outcome(of: answer, for: id, by: server.owner, isVerbatim: isVerbatim)
        logger.debug("delivery \(id), answered late: \(outcome.words)")
        return (id, outcome)
    }

    /// Keeps an answer to a call whose timeout is not handled yet.
    ///
    /// - Parameter isAsking: whether a question for permission is being sent to the server.
    func keep(early answer: ShowOutcome, _ ticket: UInt64, isAsking: Bool) {
        if isRoundRunning || isAsking { earlyAnswers[ticket] = answer }
    }

    /// Shows the question for a permission.
    func show(question: Delivery) async -> ShowOutcome {
        let outcome = await presenter.show(question, replacing: nil)
        guard case .timedOut(let ticket) = outcome else { return outcome }
        return earlyAnswers.removeValue(forKey: ticket) ?? outcome
    }

    /// Plays the sound of a delivery without a bubble.
    func playSound(of delivery: Delivery) { presenter.playSound(of: delivery) }

    /// Asks a delivery's app how to show it, if a connection listens for the app; answers about earlier deliveries come
    /// first.
    ///
    /// The delivery is already stored: if the agent ends before the answer, the next run shows it.
    ///
    /// - Returns: whether it waits.
    private func ask(_ marked: MarkedDelivery, at listener: String?) -> Bool {
        let (id, request) = (marked.id, marked.delivery.request)
        let asked = AskedDelivery(id: id, isUrgent: request.needsNoRoom, bubble: marked.bubble)
        let turn = waiting.add(asked, of: request.appID, isAttached: listener != nil)
        guard turn.waits else { return false }
        logger.debug("\(marked.name) waits for its app at \(listener ?? "an earlier answer")")
        guard turn.isAsked, let listener else { return true }
        let notification = AppNotification(request: request, date: context.clock.now)
        tasks.run { [messenger, logger] in
            var options: PresentationOptions?
            do throws(RequestError) {
                options = try await messenger.willPresent(notification, at: listener)
            } catch {
                logger.notice(
                    "\(request.appID)/\(request.identifier) is shown as it is: \(error)"
                )
            }
            return .appAnswered(options, delivery: id, app: request.appID)
        }
        return true
    }

    /// Returns what a server's answer to a call means.
    ///
    /// - Parameter called: the server that was called, which may not be the current one any longer.
    private func outcome(
        of answer: ShowOutcome,
        for id: Int64,
        by called: String?,
        isVerbatim: Bool
    ) -> Outcome {
        let isCurrent = called != nil && called == server.owner
        let gone = Outcome.serverGone(owner: called ?? "", isCurrent: false)
        if case .timedOut(let ticket) = answer {
            if let answer = earlyAnswers.removeValue(forKey: ticket) {
                return outcome(of: answer, for: id, by: called, isVerbatim: isVerbatim)
            }
            guard let called, isCurrent else { return gone }
            lateCalls[ticket] = id
            callTimedOut(at: called)
            return .timedOut(owner: called)
        }
        places.end(id)
        switch answer {
        case .shown(_, 0):
            // The number 0 is no bubble: a rule of the server or of the user suppresses it.
            attempts[id] = nil
            pacer.noteTaken()
            return .suppressed
        case .shown(let owner, let number):
            attempts[id] = nil
            pacer.noteShown(at: now)
            let bubble = BubbleKey(owner: owner, id: number)
            bubbles.forgetReplaced(in: bubble)
            return .shown(bubble, insteadOf: places.other(than: id, in: bubble))
        case .notSent:
            guard let called, isCurrent else { return gone }
            waiting.addFirst(id)
            callTimedOut(at: called)
            return .waits
        case .timedOut: return .waits
        case .failed:
            guard let failure = answer.failure else { return .waits }
            return outcome(of: failure, for: id, by: called, isVerbatim: isVerbatim)
        }
    }

    private func outcome(
        of failure: ShowFailure,
        for id: Int64,
        by called: String?,
        isVerbatim: Bool
    ) -> Outcome {
        // Whoever sent a verbatim delivery waits for any answer.
        if isVerbatim {
            attempts[id] = nil
            refusalNames[id] = failure.name
            return .refused(failure.message)
        }
        switch failure.cause {
        case .serverIsFull:
            // The server has room after a bubble is closed. Not every server reports that, so there is also a timer.
            waiting.addFirst(id)
            pacer.noteFull()
            return .waits
        case .serverHasGone where attempts[id, default: 0] < Self.maxAttempts:
            // The server exited during the call, and its bubbles with it.
            attempts[id, default: 0] += 1
            let isCurrent = called != nil && called == server.owner
            return .serverGone(owner: called ?? "", isCurrent: isCurrent)
        case .serverHasGone, .other:
            attempts[id] = nil
            logger.error("the notification server refused a bubble: \(failure.description)")
            return .refused(failure.message)
        }
    }

    /// Removes and returns the name of the D-Bus error with which the server refused a delivery.
    func takeRefusalName(of id: Int64) -> String? { refusalNames.removeValue(forKey: id) }

    // MARK: Places

    /// Returns the bubble that a new delivery of a request replaces.
    ///
    /// - Parameter earlier: the delivery of the request before it.
    func place(of key: RequestKey, after earlier: DeliveredRow?) -> BubbleKey? {
        let wanted = places.take(for: key, on: owner)
        let shown = earlier?.state.bubble.flatMap { $0.owner == owner ? $0 : nil }
        return shown ?? earlier.flatMap { waiting.takeBubble(of: $0.id) }
            ?? bubbles.replacedBubble(of: key) ?? wanted
    }

    /// Returns the bubble that a stored delivery replaces: its own, or that which a full server did not let it replace.
    func place(ofStored delivery: Delivery) -> BubbleKey? {
        let bubble = delivery.state.bubble ?? bubbles.replacedBubble(of: delivery.request.key)
        return bubble.flatMap { $0.owner == owner ? $0 : nil }
    }

    /// Resolves the bubble that a request replaces by its number; see ``BubblePlaces``.
    func findPlace(
        of request: inout NotificationRequest
    ) throws(RequestError) -> BubblePlace? {
        try places.find(of: &request, on: owner)
    }

    /// Records the bubble that an added request replaces when it is shown; `nil` for none.
    func note(_ place: BubblePlace?, of key: RequestKey) { places.note(place, of: key, on: owner) }

    /// Whether a delivery in progress replaces a bubble with another notification.
    func isTaken(_ bubble: BubbleKey) -> Bool { places.isTaken(bubble) }

    /// Returns the actions whose plain keys belong to other actions of the bubble that a request replaces.
    private func markedActions(of request: NotificationRequest, in bubble: BubbleKey) -> Set<String>
    {
        let earlier = bubbles.request(in: bubble)
        let marked = keys.marked(request, replacing: bubble, of: earlier)
        do {
            if marked.isNew { try keys.save() }
        } catch {
            logger.error("\(error)")
        }
        return marked.identifiers
    }

    /// Closes a bubble first if the server would not show the new buttons in a replaced bubble.
    ///
    /// - Returns: the bubble to replace.
    private func clearPlace(of marked: MarkedDelivery) async -> BubbleKey? {
        let (profile, delivery) = (presenter.profile, marked.delivery)
        guard let bubble = marked.bubble, !profile.keepsButtonsInPlace else { return marked.bubble }
        if profile.keepsOldButtons {
            let earlier = bubbles.request(in: bubble)
            // Whoever sends verbatim keeps the number of another program's bubble.
            let isSame =
                earlier?.hasSameButtons(as: delivery.request) ?? delivery.request.bubble.isVerbatim
            if isSame { return bubble }
        } else if delivery.request.actions.isEmpty {
            return bubble
        }
        if delivery.state.isReturning {
            do {
                // Closing the old bubble does not dismiss the notification.
                let state = DeliveryState.returning(nil)
                try context.store.update(delivered: marked.id, state: state, at: delivery.delivered)
            } catch {
                logger.error("\(error)")
                return bubble
            }
        }
        await presenter.close(bubble)
        return nil
    }

    // MARK: Bubbles

    /// Restores the bubbles of an earlier run.
    ///
    /// - Parameter isSameBus: whether the earlier run was on the bus of this one.
    /// - Returns: the deliveries whose server has gone, or that are too many to be shown again.
    func restore(serverOwner owner: String?, isSameBus: Bool) throws(RequestError) -> [Moved] {
        // At most one: the call was in progress when the agent ended, and its result is not known.
        let marked = try context.store.delivered(inState: "delivering").map(\.id)
        waiting.add(marked, setsBadges: true)
        try keys.restore(owner: isSameBus ? owner : nil)
        let gone = try bubbles.restore(serverOwner: owner, isSameBus: isSameBus)
        let returning = try context.store.delivered(inState: "returning").map(\.id)
        return returning.compactMap { showAgainLast($0) }.map { ($0, .passedOver) } + gone
    }

    /// Stores for the next agent, which already runs, the bubbles whose state is not known.
    func handOver() throws(RequestError) { try bubbles.handOver() }

    /// Returns the name of a delivery's state in the interface.
    func stateName(of row: DeliveredRow) -> String { bubbles.stateName(of: row) }

    /// Records that the state of a delivery is known.
    func noteHeard(_ id: Int64) { bubbles.noteHeard(id) }

    /// Records that the server shows a bubble, with its timeout in milliseconds; `nil` for the server's default.
    func noteShown(_ bubble: BubbleKey, for time: Int32?) {
        bubbles.note(bubble, for: presenter.profile.obeysExpiry ? nil : time, at: now)
    }

    /// When the first bubble expires that the server does not close itself, in microseconds since boot.
    var nextExpiry: Int64? { bubbles.earliestEnd }

    /// Closes the bubbles that have expired.
    func closeExpired() {
        for bubble in bubbles.takeEnded(at: now) { closeSoon(bubble) }
    }

    /// Closes a bubble without waiting for the server.
    func closeSoon(_ bubble: BubbleKey) {
        logger.debug("bubble \(bubble.id) of server \(bubble.owner) is to be closed")
        tasks.run { [presenter] in
            await presenter.close(bubble)
            return nil
        }
    }

    /// Closes a bubble that shows nothing in the list, and forgets what the user did with it.
    func close(_ bubble: BubbleKey) async {
        await presenter.close(bubble)
        _ = bubbles.takeEarly(bubble)
    }

    /// Closes the bubbles of deliveries that were removed, or that they were to replace.
    func close(_ removed: [(key: RequestKey, row: DeliveredRow)]) {
        for (key, row) in removed {
            // A full server refused it, and an earlier bubble is still on the screen.
            let earlier = waiting.isStored(row.id) ? bubbles.replacedBubble(of: key) : nil
            if let bubble = row.state.bubble ?? waiting.takeBubble(of: row.id) ?? earlier {
                bubbles.forgetReplaced(in: bubble)
                closeSoon(bubble)
            }
        }
    }

    // MARK: What the user did

    /// Returns the event of a bubble that the server closed.
    func end(of bubble: BubbleKey, _ reason: UInt32) -> DeliveryEvent {
        let reason = bubbles.closed(bubble, reason)
        guard reason == .dismissed else { return .closed(reason) }
        if bubbles.isNew(bubble, at: now) { return .unseen }
        // The server has made room for a newer one, which may be under way.
        let isFull = presenter.profile.maxBubbles.map {
            bubbles.count(after: bubble) + (isRoundRunning ? 1 : 0) >= $0
        }
        return .closed(isFull ?? false ? .undefined : .dismissed)
    }

    /// Forgets a bubble that is gone; a server that was full has room now.
    func bubbleClosed(_ bubble: BubbleKey) {
        keys.forget(bubble)
        if pacer.isFull { tasks.deliverSoon() }
    }

    /// Returns what a key from a bubble stands for.
    func action(
        named name: String,
        of request: NotificationRequest,
        in bubble: BubbleKey?
    ) -> ActionKeys.Match {
        keys.action(named: name, of: request, in: bubble)
    }

    /// Returns the notification that a bubble shows; `nil` if the agent knows none.
    func request(shownBy bubble: BubbleKey) -> NotificationRequest? { bubbles.request(in: bubble) }

    /// Keeps a delivery that a newer one replaces, for as long as its bubble is on the screen.
    func keepReplaced(_ delivery: Delivery, _ id: Int64) {
        guard case .shown(let bubble) = delivery.state, bubble.owner == owner else { return }
        bubbles.add(Replaced(bubble: bubble, id: id, delivery: delivery))
    }

    /// Returns the delivery that a bubble shows while a newer one is about to replace it.
    func replaced(in bubble: BubbleKey) -> Replaced? { bubbles.replaced(in: bubble) }

    /// Forgets a replaced delivery, which was answered.
    ///
    /// - Returns: whether its bubble may be closed; the newer delivery replaces it where that is in progress.
    func release(_ replaced: Replaced) -> Bool {
        bubbles.forgetReplaced(in: replaced.bubble)
        if waiting.release(replaced.bubble) { return true }
        let newer = (try? context.store.delivered(of: replaced.delivery.request.key)) ?? nil
        return newer.map { waiting.isStored($0.id) } ?? false
    }

    /// The folders of attachments of deliveries that are replaced and can still be answered.
    var attachmentFolders: [String] { bubbles.attachmentFolders }

    /// Keeps what happened to a bubble whose number may not be stored yet, such as a quick click.
    ///
    /// - Parameter isAsking: whether it may be the bubble of a question.
    func keepEarly(
        _ event: DeliveryEvent,
        of bubble: BubbleKey,
        activationToken: String?,
        isAsking: Bool
    ) {
        guard isRoundRunning || owesAnswers || isAsking else { return }
        logger.debug("bubble \(bubble.id) of server \(bubble.owner) was used before it is known")
        let early = EarlyEvent(event: event, activationToken: activationToken)
        bubbles.keep(early: early, of: bubble)
    }

    /// Removes and returns what the user did with a bubble before its number was known.
    func takeEarly(_ bubble: BubbleKey) -> [EarlyEvent] { bubbles.takeEarly(bubble) }

    // MARK: Do-not-disturb

    /// Whether a request waits for the end of do-not-disturb.
    func isHeld(_ request: NotificationRequest) -> Bool {
        !request.bubble.isVerbatim && isHeld(request.content.interruptionLevel)
    }

    /// Whether bubbles of a level wait for the end of do-not-disturb.
    func isHeld(_ level: InterruptionLevel) -> Bool {
        doNotDisturb.isOn && presenter.profile.doNotDisturb[level].isHeld
    }

    /// The detail of the history about a request that do-not-disturb keeps from the screen; `nil` if it is shown.
    func quietDetail(of request: NotificationRequest) -> String? {
        guard doNotDisturb.isOn else { return nil }
        let treatment = presenter.profile.doNotDisturb[request.content.interruptionLevel]
        if treatment == .kept { return HistoryLine.keptDetail }
        // What waits for the end is not sent; `send` sends at once, as notify-send does.
        return treatment.isHeld ? HistoryLine.hiddenDetail : nil
    }

    /// Holds listed deliveries until do-not-disturb ends.
    ///
    /// - Parameter isUrgent: whether they are urgent; others never take their room.
    func withhold(_ ids: [Int64], isUrgent: Bool) throws(RequestError) {
        try doNotDisturb.keep(ids, isUrgent: isUrgent)
    }

    /// Handles a change of do-not-disturb; `nil` if it is not known whether it is on.
    ///
    /// - Returns: the deliveries to show, and those to show as one summary, now that it is off; `nil` while it is on.
    func doNotDisturbChanged(
        to isOn: Bool?
    ) throws(RequestError) -> (shown: [Int64], summary: [LateSummary.Entry])? {
        doNotDisturb.change(to: isOn)
        guard !doNotDisturb.isOn else { return nil }
        let release = try doNotDisturb.release()
        return (release.shown, release.summary)
    }

    /// Forgets the deliveries that do-not-disturb has held, once they are to be shown.
    func forgetHeld() throws(RequestError) { try doNotDisturb.forget() }
}

extension NotificationRequest {
    /// Whether its bubble has the same buttons, with the same meanings.
    fileprivate func hasSameButtons(as other: NotificationRequest) -> Bool {
        actions == other.actions && (openURL == nil) == (other.openURL == nil)
    }
}

extension DeliveryState {
    /// Whether a bubble shows it.
    var isShown: Bool {
        if case .shown = self { true } else { false }
    }
}

/// Shows deliveries on the desktop.
protocol BubblePresenting: Sendable {
    /// The events of the server, in order.
    var events: AsyncStream<BubbleEvent> { get }
    /// The profile of the server that answered last.
    var profile: ServerProfile { get }
    /// Shows a delivery, and replaces a bubble of the same server if one is given.
    func show(_ delivery: Delivery, replacing bubble: BubbleKey?) async -> ShowOutcome
    /// Plays the sound of a delivery without a bubble if the agent can. Does not block.
    func playSound(of delivery: Delivery)
    /// Closes a bubble.
    func close(_ bubble: BubbleKey) async
    /// Asks the server for its capabilities. Returns when it answers, also with an error, or exits.
    func meetServer() async -> Bool
    /// Asks the bus to start a server, if one can be started.
    func startServer() async -> Bool
}

extension BubblePresenting {
    func playSound(of delivery: Delivery) {}
}
