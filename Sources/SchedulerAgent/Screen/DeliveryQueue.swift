import DesktopBubbles
import NotifyCore

/// Decides the order in which deliveries go to the notification server, and handles its answers.
///
/// A state machine. It does not know which requests are due; those are in the store. One round runs at a time,
/// and it also delivers requests that become due while it runs.
struct DeliveryQueue {
    /// The next step of a round.
    enum Step: Equatable, Sendable {
        /// Show a delivery as its app wants it.
        case present(AskedDelivery)
        /// Show a delivery that is already stored.
        case showAgain(Int64)
        /// Deliver the first due request.
        case deliverDue
        /// Deliver an urgent due request; the others wait for room until a time since boot.
        case deliverUrgent(until: Int64)
        /// Start a server, if that is possible.
        case waitForServer
        /// End the round.
        case end(DeliveryPass)
    }

    /// An event of a delivery.
    enum Event: Sendable {
        /// A server answered the call for a delivery, or the call timed out. The caller of a verbatim delivery
        /// waits for any answer.
        case answered(Int64, ShowOutcome, calledOwner: String?, isVerbatim: Bool)
        /// An app answered how to show a delivery.
        case appAnswered(AskedDelivery.Answer, for: Int64, of: String)
        /// A bubble was closed, which makes room.
        case bubbleClosed
    }

    /// A step to carry out after an event.
    enum Action: Equatable, Sendable {
        /// Apply an event to a delivery.
        case apply(DeliveryEvent, to: Int64)
        /// Record that a delivery no longer replaces the bubble of another one.
        case leavePlace(Int64)
        /// Record that the server shows a delivery.
        case noteShown(BubbleKey, of: Int64)
        /// Record that a call to the server timed out.
        case noteUnresponsive(owner: String)
        /// Record that the current server has exited.
        case noteServerGone
        /// Log why the server refused a bubble.
        case reportRefusal(String)
        /// Begin a round.
        case deliver
    }

    /// The maximum number of bubbles that are shown again after the server exited; the newest are.
    static let maxReturning = 10
    /// How often a bubble may crash its server before it stays in the list without a bubble.
    private static let maxAttempts = 3

    /// Whether a round is in progress.
    private(set) var isRunning = false
    /// Whether the agent ends and shows no more notifications.
    private(set) var isEnding = false
    /// How the last round ended.
    private(set) var lastPass = DeliveryPass.complete
    /// Deliveries whose apps are asked how to show them.
    var asked = AskedDeliveries()
    /// The calls that timed out.
    var calls = LateCalls()
    private var pacer = BubblePacer()
    /// Stored deliveries that were not shown, to be shown first.
    private var again: [Int64] = []
    /// Those whose number may not be set at their app's icon yet.
    private var unbadged: Set<Int64> = []
    /// Deliveries whose bubbles ended with their server, to be shown again; oldest first.
    private var returning: [Int64] = []
    /// How often a delivery crashed its server.
    private var attempts: [Int64: Int] = [:]
    /// The names of the D-Bus errors with which the server refused deliveries, until they are stored.
    private var refusalNames: [Int64: String] = [:]
    /// The callers that wait for the end of the round.
    private var endWaiters: [CheckedContinuation<Void, Never>] = []

    /// Begins a round.
    ///
    /// - Returns: whether it may run: not while another one runs or when the agent ends.
    mutating func begin(_ pace: ServerProfile.Pace?) -> Bool {
        guard !isRunning, !isEnding else { return false }
        isRunning = true
        pacer.begin(pace)
        return true
    }

    /// Removes and returns the next step of the round.
    ///
    /// - Parameter now: the present, in microseconds since boot.
    mutating func next(at now: Int64, isServerReady: Bool) -> Step {
        if isEnding { return .end(.complete) }
        if pacer.isFull { return .end(.paused) }
        let opening = pacer.opening(at: now)
        if let next = asked.next(hasRoom: opening == nil && again.isEmpty) {
            guard isServerReady || !next.needsServer else { return .waitForServer }
            asked.remove(next)
            return .present(next)
        }
        if let opening { return .deliverUrgent(until: opening) }
        if again.isEmpty { return .deliverDue }
        return isServerReady ? .showAgain(again.removeFirst()) : .waitForServer
    }

    /// Removes and returns the next delivery to show again once no request is due.
    ///
    /// No server is started for it: that server would replace the shell, which is about to restart.
    mutating func takeReturning() -> Int64? {
        returning.isEmpty ? nil : returning.removeFirst()
    }

    /// Has a delivery return whose bubble went undismissed with its server.
    mutating func addReturning(_ id: Int64) -> Int64? {
        guard !returning.contains(id) else { return nil }
        returning.append(id)
        return returning.count > Self.maxReturning ? returning.removeFirst() : nil
    }

    /// Ends the round.
    mutating func end(_ pass: DeliveryPass) -> [CheckedContinuation<Void, Never>] {
        lastPass = pass
        isRunning = false
        return takeWaiters()
    }

    /// Removes and returns the callers that wait for the end of the round.
    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
        defer { endWaiters = [] }
        return endWaiters
    }

    /// Prevents further rounds, and ends the current one after its step.
    mutating func stop() { isEnding = true }

    /// Adds a caller that waits for the end of the round.
    mutating func waitForEnd(_ waiter: CheckedContinuation<Void, Never>) {
        endWaiters.append(waiter)
    }

    /// Returns what holds due requests back after the last round.
    ///
    /// - Parameter now: the present, in microseconds since boot.
    func hold(at now: Int64) -> Schedule.Hold {
        switch lastPass {
        case .complete: .nothing
        case .waitingForServer: .server
        case .paused: .until(pacer.pauseEnd(after: now))
        case .paced(let opening): .until(opening)
        case .failed: .until(Schedule.retryTime(at: now))
        }
    }

    /// Whether deliveries wait to be shown that are not due requests in the store.
    var hasWork: Bool { hasAgain || asked.hasAnswered || !returning.isEmpty }

    /// Whether stored deliveries wait to be shown.
    var hasAgain: Bool { !again.isEmpty }

    /// Whether a delivery is stored and waits to be shown.
    func waitsAgain(_ id: Int64) -> Bool { again.contains(id) }

    /// Queues stored deliveries to be shown first.
    ///
    /// - Parameter setsBadges: whether their numbers may not be set at their apps' icons yet.
    mutating func showAgain(_ ids: [Int64], setsBadges: Bool = false) {
        again += ids
        if setsBadges { unbadged.formUnion(ids) }
    }

    /// Whether a delivery's number has to be set at its app's icon.
    ///
    /// True only once, because the app may set another number later.
    mutating func takeBadge(of id: Int64) -> Bool { unbadged.remove(id) != nil }

    /// Removes and returns the name of the D-Bus error with which the server refused a delivery.
    mutating func takeRefusalName(of id: Int64) -> String? {
        refusalNames.removeValue(forKey: id)
    }

    /// Resets the pace for another server or none.
    mutating func serverChanged() { pacer.serverChanged() }

    /// Handles an event of a delivery.
    ///
    /// - Parameters:
    ///   - owner: the current server, which may not be the one that was called.
    ///   - now: the present, in microseconds since boot.
    /// - Returns: the steps to carry out, in order.
    mutating func handle(_ event: Event, on owner: String?, at now: Int64) -> [Action] {
        switch event {
        case .answered(let id, let outcome, let called, let isVerbatim):
            let call = Call(id: id, owner: called, isVerbatim: isVerbatim)
            return settle(call, outcome, on: owner, at: now)
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

        /// The actions after a call to a server that another one has replaced.
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
            return [
                .apply(.timedOut(owner: called), to: call.id), .noteUnresponsive(owner: called),
            ]
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
            // The number 0 is no bubble: a rule of the server or of the user suppresses it.
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
            return [.noteUnresponsive(owner: called)]
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
            // The server has room after a bubble is closed. Not every server reports that, so there is also a timer.
            again.insert(id, at: 0)
            pacer.noteFull()
            return []
        case .serverHasGone where attempts[id, default: 0] < Self.maxAttempts:
            // The server exited during the call, and its bubbles with it.
            attempts[id, default: 0] += 1
            let isKnown = call.owner != nil && call.owner == owner
            return (isKnown ? [.noteServerGone] : []) + call.actionsAfterServer
        case .serverHasGone, .other:
            attempts[id] = nil
            return [.reportRefusal(failure.description), refusal]
        }
    }
}

/// The calls that timed out and that a server may still answer.
struct LateCalls: Sendable {
    /// Deliveries that a server may still show, by the ticket of the call.
    private var tickets: [UInt64: Int64] = [:]
    /// Late answers that came before the timeout of their call was handled.
    private var early: [UInt64: ShowOutcome] = [:]

    var isEmpty: Bool { tickets.isEmpty }

    /// Records that the call for a delivery timed out.
    mutating func note(_ ticket: UInt64, of id: Int64) { tickets[ticket] = id }

    /// Removes and returns the delivery of a late answer.
    mutating func take(_ ticket: UInt64) -> Int64? { tickets.removeValue(forKey: ticket) }

    /// Keeps a late answer whose timeout is not handled yet.
    mutating func keep(early outcome: ShowOutcome, _ ticket: UInt64) { early[ticket] = outcome }

    /// Removes and returns an answer that came before the timeout of its call was handled.
    mutating func takeEarly(_ ticket: UInt64) -> ShowOutcome? {
        early.removeValue(forKey: ticket)
    }

    /// Forgets the answers that came early.
    mutating func forgetEarly() { early = [:] }

    /// Forgets the calls of an exited server.
    mutating func serverGone() { tickets = [:] }
}
