import AgentInterface
import GLibBridge
import NotifyCore

/// What an entry of an import comes to.
enum ImportItem: Sendable {
    /// A request that waits.
    case pending(ImportedRequest)
    /// One that was shown, and its record.
    case delivered(Delivery, record: [UInt8])
    /// A category, and its record.
    case category(RequestKey, record: [UInt8])
}

/// How far an entry can be checked by itself.
enum CheckedEntry: Sendable {
    /// It holds.
    case item(ImportItem)
    /// It has to get an identifier or files first.
    case open(ImportEntry)
}

/// A request that waits, as an import stores it.
struct ImportedRequest: Sendable {
    let row: AcceptedRequest
    /// Its dates that do not come again.
    let taken: [Instant]
    /// Whether it counts as dealt with up to a date that lies ahead.
    let isSettledAhead: Bool
}

/// Reads and checks the entries of an import, each by itself: what is stored and what else comes does not matter here.
struct ImportCheck: Sendable {
    let zones: ZoneSource
    /// From here intervals run, for all that came with one call.
    let now: Instant
    /// Microseconds on the clock that runs since boot.
    let sinceBoot: Int64
    /// Names this boot.
    let boot: String
    /// Who brings them, for the history.
    let requester: String

    /// Reads and checks an entry.
    ///
    /// - Throws: ``NotifyCore/RequestError``, whose message names the entry.
    func checked(
        _ entry: ImportCall.Entry,
        at index: Int
    ) throws(RequestError) -> CheckedEntry {
        guard let record = entry.record else {
            throw RequestError(
                .malformed,
                "entry \(index + 1): the bytes are not an a{sv} in GVariant's serialised form"
            )
        }
        do throws(RequestError) {
            let entry = try ImportEntry(record: record)
            return entry.isOpen ? .open(entry) : .item(try item(of: entry))
        } catch {
            throw error.at(ImportEntry.place(of: record, index: index))
        }
    }

    /// Checks an entry that is not open.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with the error.
    func item(of entry: ImportEntry) throws(RequestError) -> ImportItem {
        switch entry.kind {
        case .fresh(var request):
            request.requester = requester
            let (record, zone) = try check(&request)
            let pending = try PendingRequest(accepting: request, now: now, zone: zone)
            return item(of: pending, record: record)
        case .pending(var pending):
            let (record, zone) = try check(&pending.request)
            if pending.request.trigger.calendar != nil {
                // In another zone than that of the export it has another date.
                pending = pending.replanned(in: zone) ?? pending
            }
            return item(of: pending, record: record)
        case .delivered(var delivery):
            let (record, _) = try check(&delivery.request)
            return .delivered(delivery, record: record)
        case .category(let category, let app):
            try NotificationRequest.validate(appID: app)
            try category.validate()
            let key = RequestKey(appID: app, identifier: category.identifier)
            return .category(key, record: category.record.serialized)
        }
    }

    private func item(of pending: PendingRequest, record: [UInt8]) -> ImportItem {
        let boot = pending.bootDue(now: now, sinceBoot: sinceBoot, boot: boot)
        return .pending(
            ImportedRequest(
                row: AcceptedRequest(pending, record: record, boot: boot),
                taken: pending.taken.sorted(),
                isSettledAhead: pending.settled > now
            )
        )
    }

    /// Checks a request, which keeps nothing that was meant for one call alone.
    ///
    /// - Returns: its record, and the zone in which its trigger is read.
    /// - Throws: ``NotifyCore/RequestError`` with the error.
    func check(
        _ request: inout NotificationRequest
    ) throws(RequestError) -> (record: [UInt8], zone: any ZoneRules) {
        request.idempotencyKey = nil
        request.bubble.replaces = nil
        try request.validate()
        let zone = try zones.zone(of: request.trigger)
        return (try request.storedBytes(), zone)
    }
}

extension ImportEntry {
    /// Whether it has to get an identifier or files before it can be checked.
    var isOpen: Bool {
        if case .fresh(let request) = kind, request.identifier.isEmpty { return true }
        return hasFiles
    }

    /// Whether files come along for it; asked of each entry, so without a copy of its request.
    var hasFiles: Bool {
        switch kind {
        case .fresh(let request): !request.content.attachments.isEmpty
        case .pending(let pending): !pending.request.content.attachments.isEmpty
        case .delivered(let delivery): !delivery.request.content.attachments.isEmpty
        case .category: false
        }
    }
}

extension RequestError {
    /// The error, with the entry that it is about.
    func at(_ place: String) -> RequestError {
        RequestError(code, "\(place): \(message)")
    }
}
