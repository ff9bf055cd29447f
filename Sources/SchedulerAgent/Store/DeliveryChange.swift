import AgentInterface
import NotifyCore
import SQLiteBridge

/// The changes of an event to the records of a delivery, which are written in one transaction.
struct DeliveryChange: Sendable {
    /// The delivery's number; it may have left the list for a newer one.
    let id: Int64
    /// Where it stands from now on, and when it was delivered; `nil` if that stays.
    var state: (state: DeliveryState, date: Instant)?
    /// Whether it leaves the list.
    var ends = false
    /// What its app has to hear.
    var response: AppResponse?
    /// What the history says of it.
    var line: HistoryLine?
    /// What waits for an unlocked session.
    var held: Response?
    /// What shows it once more later.
    var child: (request: AcceptedRequest, reply: AddReply)?
    /// Whether a text is to be asked for before that.
    var heldForPrompt = false

    /// What came of it.
    struct Written: Sendable {
        /// How many older responses had to go.
        var dropped = 0
        /// The number of what waits for an unlocked session.
        var held: Int64?
        /// The number of what shows it once more.
        var child: Int64?
    }

    fileprivate var isEmpty: Bool { state == nil && line == nil && !holdsAnAct }

    /// Whether it is about what the user did, or an end.
    var holdsAnAct: Bool {
        ends || response != nil || held != nil || child != nil
    }
}

extension Store {
    /// Writes a change in one transaction; what the user did is past a power cut then.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func write(_ change: DeliveryChange) throws(RequestError) -> DeliveryChange.Written {
        guard !change.isEmpty else { return DeliveryChange.Written() }
        do throws(RequestError) {
            return try writeAll(change)
        } catch {
            // What happened counts for more than a line about it.
            guard change.line != nil else { throw error }
            var change = change
            change.line = nil
            return try writeAll(change)
        }
    }

    private func writeAll(_ change: DeliveryChange) throws(RequestError) -> DeliveryChange.Written {
        let isAct = change.holdsAnAct
        return try write(isAct ? .full : .process) { connection in
            var written = DeliveryChange.Written()
            if change.ends {
                try connection.run("DELETE FROM delivered WHERE id = ?", change.id)
            } else if let (state, date) = change.state {
                try Self.update(delivered: change.id, state: state, at: date, connection)
            }
            if let line = change.line { try Self.note([line], connection) }
            if let response = change.held {
                let prompt = change.heldForPrompt ? change.id : nil
                written.held = try Self.hold(response, prompt: prompt, connection)
            }
            if let response = change.response {
                written.dropped = try Self.keep(response, connection)
            }
            if let child = change.child {
                written.child = try Self.insert(child.request, connection)
            }
            return written
        }
    }
}
