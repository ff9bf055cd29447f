import DesktopBubbles
import NotifyCore

/// The order in which deliveries go to the notification server, and what its answers mean.
///
/// A state machine: what is due it does not know, since that is in the store. One round of delivering runs at a
/// time; what comes meanwhile is found by the same round.
struct DeliveryQueue {
    /// The next step of a round.
    enum Step: Equatable, Sendable {
        /// Show a delivery as its app wants it.
        case present(AskedDelivery)
        /// Show a delivery that was marked already.
        case showAgain(Int64)
        /// Deliver the first of what is due.
        case takeDue
        /// Deliver what is due and urgent; the rest waits for room until a time since boot.
        case takeUrgent(until: Int64)
        /// Have a server started where one can be.
        case waitForServer
        /// End the round.
        case end(DeliveryPass)
    }

    /// What happens to deliveries.
    enum Event: Sendable {
        /// A server answered the call for a delivery, or did not. A verbatim one has a caller that waits for the
        /// answer, whatever it is.
        case answered(Int64, ShowOutcome, calledOwner: String?, isVerbatim: Bool)
        /// The bubble of a delivery went undismissed with its server.
        case returns(Int64)
        /// An app answered how to show a delivery.
        case appAnswered(AskedDelivery.Answer, for: Int64, of: String)
        /// A bubble went, which makes room.
        case bubbleClosed
    }

    /// What has to be done after an event, in order.
    enum Action: Equatable, Sendable {
        /// Move a delivery on.
        case apply(DeliveryEvent, to: Int64)
        /// Note that a delivery is not on its way into another one's bubble any more.
        case leavePlace(Int64)
        /// Note that the server shows a delivery.
        case noteShown(BubbleKey, of: Int64)
        /// Note that the server lets calls time out.
        case noteHang(owner: String)
        /// Note that the server that runs has gone.
        case noteServerGone
        /// Log why the server refused a bubble.
        case reportRefusal(String)
        /// Begin a round.
        case deliver
    }

    /// How many of those come back that were on the screen; the newest do.
    static let maxReturning = 10
    /// How often a bubble may take its server down before it stays in the list without one.
    private static let maxAttempts = 3
    /// How long a store that failed is left alone, in microseconds.
    private static let pauseAfterFailure: Int64 = 10_000_000

    /// Whether a round is under way.
    private(set) var isRunning = false
    /// Whether the agent ends, and shows nothing more.
    private(set) var isEnding = false
    /// How the last round ended.
    private(set) var lastPass = DeliveryPass.complete
    /// Deliveries whose apps are asked how to show them.
    var asked = AskedDeliveries()
    /// The calls that timed out.
    var calls = LateCalls()
    private var pacer = BubblePacer()
    /// Deliveries that were marked and not shown, to be shown before anything else.
    private var again: [Int64] = []
    /// Those of them whose number may not be at their app's icon yet.
    private var unbadged: Set<Int64> = []
    /// Deliveries whose bubbles went undismissed with their server, to be shown once more; oldest first.
    private var returning: [Int64] = []
    /// How often a delivery took its server down with it.
    private var attempts: [Int64: Int] = [:]
    /// The D-Bus errors with which the server refused deliveries, until they are written.
    private var refusalNames: [Int64: String] = [:]
    /// Who waits for the end of the round.
    private var endWaiters: [CheckedContinuation<Void, Never>] = []

    /// Begins a round.
    ///
    /// - Parameter pace: that of the server.
    /// - Returns: whether it may run: not while one is under way, nor when the agent ends.
    mutating func begin(_ pace: ServerProfile.Pace?) -> Bool {
        guard !isRunning, !isEnding else { return false }
        isRunning = true
        pacer.begin(pace)
        return true
    }

    /// The next step of the round; what it names is the caller's now.
    ///
    /// - Parameters:
    ///   - now: the present, in microseconds since boot.
    ///   - isServerReady: whether something can be shown.
    /// - Returns: the step.
    mutating func next(at now: Int64, isServerReady: Bool) -> Step {
        if isEnding { return .end(.complete) }
        if pacer.isFull { return .end(.paused) }
        let opening = pacer.opening(at: now)
        if let next = asked.next(hasRoom: opening == nil && again.isEmpty) {
            guard isServerReady || !next.needsServer else { return .waitForServer }
            asked.remove(next)
            return .present(next)
        }
        if let opening { return .takeUrgent(until: opening) }
        if again.isEmpty { return .takeDue }
        return isServerReady ? .showAgain(again.removeFirst()) : .waitForServer
    }

    /// Takes out the next one to return, once nothing is due.
    ///
    /// No server is started for it, which would take the place of the shell that is about to come back.
    mutating func takeReturning() -> Int64? {
        returning.isEmpty ? nil : returning.removeFirst()
    }

    /// Ends the round.
    ///
    /// - Returns: who waited for that.
    mutating func end(_ pass: DeliveryPass) -> [CheckedContinuation<Void, Never>] {
        lastPass = pass
        isRunning = false
        defer { endWaiters = [] }
        return endWaiters
    }

    /// Lets no round begin any more, and the one that is under way end after its step.
    mutating func stop() { isEnding = true }

    /// Has somebody wait for the end of the round.
    mutating func waitForEnd(_ waiter: CheckedContinuation<Void, Never>) {
        endWaiters.append(waiter)
    }

    /// When the timers have to begin the next round.
    ///
    /// - Parameters:
    ///   - due: when something is due next.
    ///   - now: the present, in microseconds since boot.
    /// - Returns: the times.
    func earliest(_ due: EarliestDue, at now: Int64) -> EarliestDue {
        switch lastPass {
        case .complete: due
        // The server's answer is an event; a timer for what is due already would fire at once, for ever.
        case .waitingForServer: EarliestDue()
        case .paused: EarliestDue(boot: pacer.pauseEnd(after: now))
        case .paced(let opening): EarliestDue(boot: opening)
        case .failed: Self.afterFailure(at: now)
        }
    }

    /// When to look again after the store could not be read.
    static func afterFailure(at now: Int64) -> EarliestDue {
        EarliestDue(boot: now + pauseAfterFailure)
    }

    /// Whether something waits to be shown that is not due in the store.
    var hasWork: Bool { hasAgain || asked.hasAnswered || !returning.isEmpty }

    /// Whether deliveries that were marked wait to be shown.
    var hasAgain: Bool { !again.isEmpty }

    /// Whether a delivery was marked and is not with the server.
    func waitsAgain(_ id: Int64) -> Bool { again.contains(id) }

    /// Has deliveries that were marked shown before anything else.
    ///
    /// - Parameters:
    ///   - ids: the deliveries.
    ///   - setsBadges: whether their numbers may not be at their apps' icons yet.
    mutating func showAgain(_ ids: [Int64], setsBadges: Bool = false) {
        again += ids
        if setsBadges { unbadged.formUnion(ids) }
    }

    /// Whether a delivery's number has to be set at its app's icon; once: by the next time the app may have set
    /// another number.
    mutating func takeBadge(of id: Int64) -> Bool { unbadged.remove(id) != nil }

    /// Takes out the D-Bus error with which the server refused a delivery.
    mutating func takeRefusalName(of id: Int64) -> String? {
        refusalNames.removeValue(forKey: id)
    }

    /// Forgets the pace: another server runs now, or none.
    mutating func serverChanged() { pacer.serverChanged() }

    /// Handles what happens to deliveries.
    ///
    /// - Parameters:
    ///   - event: what happens.
    ///   - owner: the server that runs now; another one than was called may have its place.
    ///   - now: the present, in microseconds since boot.
    /// - Returns: what has to be done, in order.
    mutating func handle(_ event: Event, on owner: String?, at now: Int64) -> [Action] {
        switch event {
        case .answered(let id, let outcome, let called, let isVerbatim):
            let call = Call(id: id, owner: called, isVerbatim: isVerbatim)
            return settle(call, outcome, on: owner, at: now)
        case .returns(let id):
            guard !returning.contains(id) else { return [] }
            returning.append(id)
            guard returning.count > Self.maxReturning else { return [] }
            return [.apply(.passedOver, to: returning.removeFirst())]
        case .appAnswered(let answer, let id, let app):
            return asked.answer(answer, for: id, of: app) ? [.deliver] : []
        case .bubbleClosed:
            return lastPass == .paused ? [.deliver] : []
        }
    }

    private struct Call {
        let id: Int64
        let owner: String?
        let isVerbatim: Bool

        /// What becomes of a call to a server that another one has the place of.
        var actionsAfterServer: [Action] { [.apply(.ownerGone(owner: owner ?? ""), to: id)] }
    }

    private mutating func settle(
        _ call: Call,
        _ outcome: ShowOutcome,
        on owner: String?,
        at now: Int64
    ) -> [Action] {
        if case .timedOut(let ticket) = outcome {
            if let outcome = calls.takeEarly(ticket) {
                return settle(call, outcome, on: owner, at: now)
            }
            guard let called = call.owner, called == owner else { return call.actionsAfterServer }
            calls.note(ticket, of: call.id)
            return [.apply(.timedOut(owner: called), to: call.id), .noteHang(owner: called)]
        }
        return [.leavePlace(call.id)] + settleAtOnce(call, outcome, on: owner, at: now)
    }

    private mutating func settleAtOnce(
        _ call: Call,
        _ outcome: ShowOutcome,
        on owner: String?,
        at now: Int64
    ) -> [Action] {
        let id = call.id
        switch outcome {
        case .shown(_, 0):
            // The id of no bubble: a rule of the server, or of its user, keeps it from the screen.
            attempts[id] = nil
            pacer.noteTaken()
            return [.apply(.suppressed, to: id)]
        case .shown(let owner, let number):
            attempts[id] = nil
            pacer.noteShown(at: now)
            return [.noteShown(BubbleKey(owner: owner, id: number), of: id)]
        case .notSent:
            guard let called = call.owner, called == owner else { return call.actionsAfterServer }
            again.insert(id, at: 0)
            return [.noteHang(owner: called)]
        case .timedOut: return []
        case .failed:
            return outcome.failure.map { settle(call, $0, on: owner) } ?? []
        }
    }

    private mutating func settle(
        _ call: Call,
        _ failure: ShowFailure,
        on owner: String?
    ) -> [Action] {
        let id = call.id
        let refusal = Action.apply(.refused(message: failure.message), to: id)
        if call.isVerbatim {
            attempts[id] = nil
            refusalNames[id] = failure.name
            return [refusal]
        }
        switch failure.cause {
        case .serverIsFull:
            // It has room when a bubble goes, which not every server reports; so also after a while.
            again.insert(id, at: 0)
            pacer.noteFull()
            return []
        case .serverHasGone where attempts[id, default: 0] < Self.maxAttempts:
            // It left with the call unanswered, and its bubbles with it.
            attempts[id, default: 0] += 1
            let isKnown = call.owner != nil && call.owner == owner
            return (isKnown ? [.noteServerGone] : []) + call.actionsAfterServer
        case .serverHasGone, .other:
            attempts[id] = nil
            return [.reportRefusal(failure.description), refusal]
        }
    }
}

/// The calls that timed out and that a server may answer still.
struct LateCalls: Sendable {
    /// Deliveries that a server may show still, by the ticket of the call.
    private var tickets: [UInt64: Int64] = [:]
    /// Answers that came late, yet before the call's own time-out was handled.
    private var early: [UInt64: ShowOutcome] = [:]

    var isEmpty: Bool { tickets.isEmpty }

    /// Notes that the call for a delivery timed out.
    mutating func note(_ ticket: UInt64, of id: Int64) { tickets[ticket] = id }

    /// Takes out the delivery that a late answer is about.
    mutating func take(_ ticket: UInt64) -> Int64? { tickets.removeValue(forKey: ticket) }

    /// Keeps a late answer whose call is still under way.
    mutating func keep(early outcome: ShowOutcome, _ ticket: UInt64) { early[ticket] = outcome }

    /// Takes out an answer that came before its call's time-out.
    mutating func takeEarly(_ ticket: UInt64) -> ShowOutcome? {
        early.removeValue(forKey: ticket)
    }

    /// Forgets the answers that came early.
    mutating func forgetEarly() { early = [:] }

    /// Forgets the calls of a server that has gone.
    mutating func serverGone() { tickets = [:] }
}
