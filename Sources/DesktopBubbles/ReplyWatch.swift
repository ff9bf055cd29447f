import CNotify
import GLibBridge
import Synchronization

/// Watches the connection for the answers to `Notify`, late ones too.
///
/// libnotify drops the answer to a call that timed out, and never tells who answered; both are in the
/// messages themselves. A filter sees each message once, by its serial, on GDBus's worker thread.
final class ReplyWatch: Sendable {
    private struct State {
        var current: UInt64?
        var waiting: [UInt32: UInt64] = [:]
        var answers: [UInt64: ShowOutcome] = [:]
        var late: Set<UInt64> = []
        var lastTicket: UInt64 = 0
    }

    private let state = Mutex(State())
    private let onLateReply: @Sendable (UInt64, ShowOutcome) -> Void

    init(onLateReply: @escaping @Sendable (UInt64, ShowOutcome) -> Void) {
        self.onLateReply = onLateReply
    }

    /// Starts to watch; for as long as the connection lives.
    func attach(to connection: BusConnection) {
        connection.addFilter { [self] message in
            switch message.kind {
            case .call where message.isOutgoing: sent(message)
            case .reply where !message.isOutgoing: answered(message)
            default: break
            }
        }
    }

    /// Opens a ticket for the call that is made next.
    func begin() -> UInt64 {
        state.withLock { state in
            state.lastTicket += 1
            state.current = state.lastTicket
            return state.lastTicket
        }
    }

    /// Closes a ticket after the call; `nil` where no answer has come, which then will be late.
    func finish(_ ticket: UInt64) -> ShowOutcome? {
        state.withLock { state in
            state.current = nil
            if let answer = state.answers.removeValue(forKey: ticket) { return answer }
            if state.waiting.values.contains(ticket) { state.late.insert(ticket) }
            return nil
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
        let id = message.body?[0]?.integer.flatMap { UInt32(exactly: $0) } ?? 0
        return .shown(owner: message.sender, id: id)
    }
}
