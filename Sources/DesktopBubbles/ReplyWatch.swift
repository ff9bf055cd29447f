import CNotify
import GLibBridge
import Synchronization

/// Watches the connection for replies to `Notify`, also late ones, and ends libnotify's wait for one.
///
/// libnotify waits for GDBus's 25 s, drops the reply to a call that timed out, and does not report who replied; all of
/// that is in the messages. A filter sees each message once, by its serial, on GDBus's worker thread. To end a call, the
/// client asks the bus for a message, and the filter has that count as the reply.
final class ReplyWatch: Sendable {
    /// How long a server may take to answer, in milliseconds: others wait for it.
    private static let timeout: UInt32 = 2_000
    /// The same while it has not answered an earlier call, so that many calls do not add up.
    private static let shortTimeout: UInt32 = 200
    /// The time until an overdue call is looked at again, in milliseconds.
    private static let pause: UInt32 = 100
    /// The maximum number of calls that may still be answered; the oldest are forgotten.
    private static let maxLate = 1_000

    /// The call that libnotify waits for.
    private struct Call {
        let ticket: UInt64
        /// When its time is over, by the monotonic clock in microseconds.
        let end: Int64
        /// The number of the message; `nil` if it is not sent yet.
        var serial: UInt32?
    }

    private struct State {
        var current: Call?
        var waiting: [UInt32: UInt64] = [:]
        var answers: [UInt64: ShowOutcome] = [:]
        var late: Set<UInt64> = []
        var lastTicket: UInt64 = 0
        /// Whether the server has not answered the last call that was not ended by its answer.
        var isSlow = false
        /// Whether somebody will look whether the current call is overdue.
        var isWatched = false
        /// The call that the reply to the next ping ends.
        var overdue: UInt32?
        /// The calls that replies to pings end.
        var pings: [UInt32: UInt32] = [:]
    }

    /// The state of a call when libnotify returns.
    enum CallState: Equatable {
        /// The server has replied.
        case answered(ShowOutcome)
        /// It was sent; the reply will be late.
        case sent
        /// It was not sent.
        case notSent
    }

    /// What is known of the current call.
    enum Look: Equatable {
        /// There is none.
        case idle
        /// It has so many milliseconds left.
        case waits(UInt32)
        /// The reply to the next ping ends it; look again after so many milliseconds.
        case isOverdue(UInt32)
    }

    private let state = Mutex(State())
    private let onLateReply: @Sendable (UInt64, ShowOutcome) -> Void

    init(onLateReply: @escaping @Sendable (UInt64, ShowOutcome) -> Void) {
        self.onLateReply = onLateReply
    }

    /// Starts to watch, as long as the connection exists.
    func attach(to connection: BusConnection) {
        connection.addFilter { [self] message in
            switch message.kind {
            case .call where message.isOutgoing:
                sent(message)
                return nil
            case .reply where !message.isOutgoing: return answered(message)
            default: return nil
            }
        }
    }

    /// Opens a ticket for the next call.
    ///
    /// - Returns: the ticket, and the milliseconds after which to ``look()``; `nil` if that is done already.
    func begin() -> (ticket: UInt64, timeout: UInt32?) {
        let now = Self.now
        return state.withLock { state in
            state.lastTicket += 1
            let timeout = state.isSlow ? Self.shortTimeout : Self.timeout
            state.current = Call(ticket: state.lastTicket, end: now + Int64(timeout) * 1_000)
            // Who looks already may look too late.
            let mustLook = !state.isWatched || state.isSlow
            state.isWatched = true
            return (state.lastTicket, mustLook ? timeout : nil)
        }
    }

    /// Looks whether the current call is overdue.
    func look() -> Look {
        let now = Self.now
        return state.withLock { state in
            guard let call = state.current else {
                state.isWatched = false
                return .idle
            }
            let left = call.end - now
            guard left <= 0, let serial = call.serial else {
                return .waits(max(Self.pause, UInt32(clamping: left / 1_000 + 1)))
            }
            state.overdue = serial
            return .isOverdue(Self.pause)
        }
    }

    /// Closes a ticket after the call.
    func finish(_ ticket: UInt64) -> CallState {
        state.withLock { state in
            state.current = nil
            if let answer = state.answers.removeValue(forKey: ticket) { return .answered(answer) }
            guard state.waiting.values.contains(ticket) else { return .notSent }
            state.isSlow = true
            state.late.insert(ticket)
            if state.late.count > Self.maxLate, let oldest = state.late.min() {
                state.late.remove(oldest)
                state.waiting = state.waiting.filter { $0.value != oldest }
            }
            return .sent
        }
    }

    /// Gives another server the whole time.
    func serverChanged() { state.withLock { $0.isSlow = false } }

    private static var now: Int64 { ClockTimer.Clock.awakeTime.now }

    private func sent(_ message: BusMessageSummary) {
        state.withLock { state in
            switch (message.interface, message.member) {
            case ("org.freedesktop.DBus.Peer", "Ping"):
                if let call = state.overdue { state.pings[message.serial] = call }
                state.overdue = nil
            case (Specification.interface, "Notify"):
                guard let ticket = state.current?.ticket else { return }
                state.waiting[message.serial] = ticket
                state.current?.serial = message.serial
            // libnotify's question before its first bubble; the client's own go to the well-known name.
            case (Specification.interface, "GetServerInformation"):
                guard message.destination.hasPrefix(":") else { return }
                state.current?.serial = message.serial
            default: break
            }
        }
    }

    /// Records a reply.
    ///
    /// - Returns: the call that it ends in place of the one that it answers.
    private func answered(_ message: BusMessageSummary) -> UInt32? {
        let (late, ended): ((UInt64, ShowOutcome)?, UInt32?) = state.withLock { state in
            if let call = state.pings.removeValue(forKey: message.replySerial) {
                return (nil, state.current?.serial == call ? call : nil)
            }
            guard let ticket = state.waiting.removeValue(forKey: message.replySerial) else {
                return (nil, nil)
            }
            state.isSlow = false
            let outcome = Self.outcome(of: message)
            guard state.late.remove(ticket) != nil else {
                state.answers[ticket] = outcome
                return (nil, nil)
            }
            return ((ticket, outcome), nil)
        }
        if let late { onLateReply(late.0, late.1) }
        return ended
    }

    private static func outcome(of message: BusMessageSummary) -> ShowOutcome {
        if let error = message.error { return .failed(error) }
        guard let body = message.body, body.type == "(u)",
            let id = body[0]?.integer.flatMap({ UInt32(exactly: $0) })
        else {
            let type = message.body?.type ?? "()"
            return .failed(
                GLibError(
                    domain: "libnotify",
                    code: 0,
                    message: "the notification server replied to Notify with a value of type "
                        + "\(type), not with the number of a bubble"
                )
            )
        }
        return .shown(owner: message.sender, id: id)
    }
}
