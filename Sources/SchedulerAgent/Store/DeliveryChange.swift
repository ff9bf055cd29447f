import AgentInterface
import NotifyCore
import SQLiteBridge

/// The changes of an event on a delivery, which are stored in one transaction.
struct DeliveryChange: Sendable {
    /// The delivery's number; a newer delivery may have replaced it.
    let id: Int64
    /// Its new state, and when it was delivered; `nil` if they do not change.
    var state: (state: DeliveryState, date: Instant)?
    /// Whether it leaves the list.
    var ends = false
    /// Whether the user has acknowledged it, so that it is not shown again for that.
    var isAcknowledged = false
    /// The message to its app.
    var response: AppResponse?
    /// The line of the history.
    var line: HistoryLine?
    /// The response to hold until the session is unlocked.
    var held: Response?
    /// The request of a snooze.
    var child: (request: AcceptedRequest, reply: AddReply)?
    /// The call of that snooze, if it can be undone.
    var call: ChangeCall?
    /// Whether the held response needs a text first.
    var heldForPrompt = false

    /// The result of storing a change.
    struct Written: Sendable {
        /// The number of older responses that were dropped.
        var dropped = 0
        /// The number of the held response.
        var held: Int64?
        /// The number of the request of the snooze.
        var child: Int64?
    }

    fileprivate var isEmpty: Bool {
        state == nil && line == nil && !hasUserAction && !isAcknowledged
    }

    /// Whether it has an action of the user, or an end.
    var hasUserAction: Bool {
        ends || response != nil || held != nil || child != nil
    }
}

extension Store {
    /// Stores a change in one transaction.
    ///
    /// Actions of the user are durable when it returns.
    func write(_ change: DeliveryChange) throws(RequestError) -> DeliveryChange.Written {
        guard !change.isEmpty else { return DeliveryChange.Written() }
        do throws(RequestError) {
            return try writeAll(change)
        } catch {
            // The change is more important than its line in the history.
            guard change.line != nil else { throw error }
            var change = change
            change.line = nil
            return try writeAll(change)
        }
    }

    private func writeAll(_ change: DeliveryChange) throws(RequestError) -> DeliveryChange.Written {
        let written = try write(change.hasUserAction ? .full : .process) {
            try Self.store(change, $0)
        }
        if change.state?.state.bubble != nil { CrashPoint.reached(.delivered) }
        return written
    }

    /// Stores a change, in a transaction.
    static func store(
        _ change: DeliveryChange,
        _ connection: Connection
    ) throws -> DeliveryChange.Written {
        var written = DeliveryChange.Written()
        if let call = change.call, let child = change.child?.request {
            try ChangeTable.keep(.delivered, change.id, of: call, connection)
            try ChangeTable.note(
                child: child.key.identifier,
                after: child.record,
                of: call,
                connection
            )
        }
        if change.ends {
            try connection.run("DELETE FROM delivered WHERE id = ?", change.id)
        } else if let (state, date) = change.state {
            try update(delivered: change.id, state: state, at: date, connection)
        }
        if change.isAcknowledged { try NagTable.end(of: change.id, connection) }
        if let line = change.line { try note([line], connection) }
        if let response = change.held {
            let prompt = change.heldForPrompt ? change.id : nil
            written.held = try hold(response, prompt: prompt, connection)
        }
        if let response = change.response {
            written.dropped = try keep(response, connection)
        }
        if let child = change.child {
            written.child = try insert(child.request, connection)
        }
        return written
    }
}
