import AgentInterface
import NotifyCore

/// A notification that came later than it was sent.
struct LateArrival: Sendable {
    /// When it was sent, as far as that is known.
    let sent: Instant
    /// The request, or why it cannot be read.
    let request: AddCall
    /// The limits of its sender; `nil` for the user.
    var quota: SenderQuota?
}

/// Accepts notifications that came late together: each is listed without a bubble, and one bubble stands for them.
struct LateAdder {
    /// How old a notification is at most, in microseconds: what a stranger says of it is not believed.
    private static let longest: Int64 = 366 * 86_400_000_000

    let context: SchedulingContext
    let adder: RequestAdder

    /// Accepts notifications: when this returns they are on the disk.
    ///
    /// One whose idempotency key is known is left out, so that a call may be made again.
    ///
    /// - Returns: why each of them was not accepted, in their order, with an empty text for one that was; and the actions
    ///   to carry out.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; the store is unchanged then.
    func add(
        _ arrivals: [LateArrival]
    ) throws(RequestError) -> (refusals: [String], actions: [DeliveryAction]) {
        var refusals: [String] = []
        var accepted: [(request: AcceptedRequest, sent: Instant)] = []
        for arrival in arrivals {
            do throws(RequestError) {
                var request = try arrival.request.get()
                try Self.check(request)
                if try adder.intake.replyToEarlierCall(request) == nil {
                    if let quota = arrival.quota {
                        _ = try quota.admit(&request)
                        try quota.checkRoom(for: request.key, in: context.store)
                        try context.count(request, of: quota)
                    }
                    accepted.append((try adder.accept(request).request, arrival.sent))
                }
                refusals.append("")
            } catch  where error.code != .storage {
                refusals.append(error.message)
            }
        }
        let ids = try context.store.add(accepted.map(\.request))
        var rows: [(row: PendingRow, sent: Instant)] = []
        let now = context.clock.now
        let earliest = now.advanced(byMicroseconds: -Self.longest)
        for ((request, sent), id) in zip(accepted, ids) {
            adder.noteStored(request, as: id)
            // One of the same name may have replaced it.
            guard let row = try context.store.pending(id: id) else { continue }
            rows.append((row, max(earliest, min(sent, now))))
        }
        return (refusals, try adder.due.summarise(arrivals: rows, adder.schedule.dueInstant))
    }

    private static func check(_ request: NotificationRequest) throws(RequestError) {
        guard request.trigger == .immediate, request.run == nil, !request.bubble.isVerbatim,
            request.bubble.replaces == nil, request.content.attachments.isEmpty
        else {
            throw RequestError(
                .malformed,
                "\(request.identifier.quoted) has a trigger, run, verbatim, replaces or attachments, which what came "
                    + "late cannot have; call Add"
            )
        }
    }
}
