import CNotify
import GLibBridge
import Synchronization

/// Watches the connection for replies to `Notify`, also late ones.
///
/// libnotify drops the reply to a call that timed out, and does not report who replied; both are in the
/// messages. A filter sees each message once, by its serial, on GDBus's worker thread.
final class ReplyWatch: Sendable {
    private struct State {
        var current: UInt64?
        var waiting: [UInt32: UInt64] = [:]
        var answers: [UInt64: ShowOutcome] = [:]
        var late: Set<UInt64> = []
        var lastTicket: UInt64 = 0
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

    private let state = Mutex(State())
    private let onLateReply: @Sendable (UInt64, ShowOutcome) -> Void

    init(onLateReply: @escaping @Sendable (UInt64, ShowOutcome) -> Void) {
        self.onLateReply = onLateReply
    }

    /// Starts to watch, as long as the connection exists.
    func attach(to connection: BusConnection) {
        connection.addFilter { [self] message in
            switch message.kind {
            case .call where message.isOutgoing: sent(message)
            case .reply where !message.isOutgoing: answered(message)
            default: break
            }
        }
    }

    /// Opens a ticket for the next call.
    func begin() -> UInt64 {
        state.withLock { state in
            state.lastTicket += 1
            state.current = state.lastTicket
            return state.lastTicket
        }
    }

    /// Closes a ticket after the call.
    func finish(_ ticket: UInt64) -> CallState {
        state.withLock { state in
            state.current = nil
            if let answer = state.answers.removeValue(forKey: ticket) { return .answered(answer) }
            guard state.waiting.values.contains(ticket) else { return .notSent }
            state.late.insert(ticket)
            return .sent
        }
    }

    private func sent(_ message: BusMessageSummary) {
        guard message.member == "Notify", message.interface == Specification.interface else {
            return
        }
        state.withLock { state in
            if let ticket = state.current { state.waiting[message.serial] = ticket }
        }
    }

    private func answered(_ message: BusMessageSummary) {
        let late: (UInt64, ShowOutcome)? = state.withLock { state in
            guard let ticket = state.waiting.removeValue(forKey: message.replySerial) else {
                return nil
            }
            let outcome = Self.outcome(of: message)
            guard state.late.remove(ticket) != nil else {
                state.answers[ticket] = outcome
                return nil
            }
            return (ticket, outcome)
        }
        if let late { onLateReply(late.0, late.1) }
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
