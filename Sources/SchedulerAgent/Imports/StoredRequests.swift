import AgentInterface
import NotifyCore

extension StoredRequests {
    /// Looks up the requests of an import.
    init(
        of stage: ImportStage,
        in store: Store,
        _ attachments: Attachments
    ) throws(RequestError) {
        self.init()
        let pending = try store.stored(stage.pending.map(\.row.key), in: .pending)
        // What waits to be shown is shown before it is replaced.
        let waiting = pending.isEmpty ? [] : try store.waiting()
        for key in pending {
            guard let row = stage.row(of: key), !waiting.contains(key) else { continue }
            if try Self.isSame(row, as: try store.pending(of: key), attachments) {
                same.insert(key)
            } else {
                different.insert(key)
            }
        }
        let delivered = Set(
            try store.stored(stage.delivered.map(\.delivery.request.key), in: .delivered)
        )
        for (delivery, record) in stage.delivered where delivered.contains(delivery.request.key) {
            let key = delivery.request.key
            // It may have been delivered once more since.
            if let row = try store.delivered(of: key),
                Self.isSame(record, as: row.record, attachments)
            {
                sameDelivered.insert(key)
            } else {
                differentDelivered.append(key)
            }
        }
    }

    /// Whether a request is the same as the one that is pending, which may have come to a later date.
    private static func isSame(
        _ row: AcceptedRequest,
        as stored: PendingRow?,
        _ attachments: Attachments
    ) throws(RequestError) -> Bool {
        guard let stored, stored.pause == row.pause else { return false }
        return isSame(row.record, as: stored.record, attachments)
    }

    private static func isSame(
        _ record: [UInt8],
        as stored: [UInt8],
        _ attachments: Attachments
    ) -> Bool {
        if record == stored { return true }
        guard let own = try? NotificationRequest(storedBytes: record),
            let other = try? NotificationRequest(storedBytes: stored),
            own.withoutOrigin == other.withoutOrigin
        else { return false }
        return zip(own.content.attachments, other.content.attachments).allSatisfy { own, other in
            // A dry run has no copies.
            guard let path = own.path, let second = other.path else { return true }
            return attachments.areSame(path, second)
        }
    }
}

extension NotificationRequest {
    /// The request without what differs where it is added once more: who added it, the places of its files, and what
    /// was meant for one call.
    fileprivate var withoutOrigin: NotificationRequest {
        var request = self
        request.requester = ""
        request.sender = nil
        request.idempotencyKey = nil
        request.bubble.replaces = nil
        for index in request.content.attachments.indices {
            request.content.attachments[index].source = .handed(index: 0)
        }
        return request
    }
}
