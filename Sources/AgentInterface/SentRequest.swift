package import GLibBridge
package import NotifyCore

/// A request that was sent to other machines, as in the reply to `List`.
package struct SentRequest: Hashable, Sendable {
    /// The request.
    package var request: NotificationRequest
    /// When it was sent.
    package var sent: Instant
    /// The names of the machines.
    package var machines: [String]

    /// Reads an entry of `List`.
    package init(entry: Variant) throws(RequestError) {
        let reader = try RecordReader(entry, "entry", keys: ["request", "sent", "machines"])
        request = try reader.required("request", .record)
        sent = try reader.required("sent", .instant)
        machines = try reader.optional("machines", .texts) ?? []
    }

    /// Returns it as a pending request, with its next date by the clock of this machine; `nil` if it has none any more.
    package func pending(after now: Instant, in zone: some ZoneRules) -> PendingRequest? {
        guard var pending = try? PendingRequest(accepting: request, now: sent, zone: zone)
        else { return nil }
        guard request.trigger.hasDates else { return pending }
        var dates = UpcomingDates(of: pending, after: now, in: zone)
        guard let next = dates.next() else { return nil }
        pending.due = next
        return pending
    }
}

extension AgentClient {
    /// Returns what was sent to other machines and comes there.
    ///
    /// - Parameter app: the app; `nil` for all.
    package func sent(app: String? = nil) throws -> [SentRequest] {
        do {
            return try list("sent", app).map { entry in try SentRequest(entry: entry) }
        } catch let error as AgentUnreachable where error.isOfEarlierAgent {
            return []
        } catch let error as RequestError where error.code == .notAllowed {
            // The caller is in a sandbox.
            return []
        }
    }

    /// Has lists show what this program has sent to other machines, and `Undo` take it back.
    package func noteSent(_ request: NotificationRequest, to machines: [String]) throws {
        _ = try call("NoteSent", [request.record, .strings(machines)])
    }
}
