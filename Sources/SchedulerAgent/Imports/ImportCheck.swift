import AgentInterface
import NotifyCore

/// Checks the entries of an import, each by itself, without the store or other entries.
struct ImportCheck: Sendable {
    let zones: ZoneSource
    /// The time from which the intervals of one call run.
    let now: Instant
    /// Microseconds on the clock that runs since boot.
    let sinceBoot: BootTime
    /// The identifier of this boot.
    let boot: String
    /// The caller, for the history.
    let requester: String
    /// The limits of the requests' sender; `nil` for the user.
    var quota: SenderQuota?
    /// Checks that a command can be run.
    var checkCommand: @Sendable (String) throws(RequestError) -> Void = { _ in }

    /// Checks an entry that needs neither an identifier nor files.
    func item(of entry: ImportEntry) throws(RequestError) -> ImportItem {
        switch entry.kind {
        case .fresh(var request):
            request.requester = requester
            let (record, zone) = try check(&request)
            let pending = try PendingRequest(accepting: request, now: now, zone: zone)
            return item(of: pending, record: record)
        case .pending(var pending):
            // Its command may have run since the export, and runs at most once for a date.
            if pending.due <= now, !pending.request.trigger.repeats { pending.request.run = nil }
            let (record, zone) = try check(&pending.request)
            if pending.request.trigger.calendar != nil {
                // The date may differ in another zone than that of the export.
                pending = pending.replanned(in: zone) ?? pending
            }
            if pending.request.run != nil, pending.due <= now {
                // Those dates may have been run as well.
                guard let later = pending.afterDelivery(now: now, in: zone) else {
                    pending.request.run = nil
                    return item(of: pending, record: try pending.request.boundedBytes())
                }
                pending = later
            }
            return item(of: pending, record: record)
        case .delivered(var delivery):
            let (record, _) = try check(&delivery.request)
            return .delivered(delivery, record: record)
        case .category(let category, let app):
            try NotificationRequest.validate(appID: app)
            try category.validate()
            let key = RequestKey(appID: app, identifier: category.identifier)
            return .category(key, record: category.storedBytes)
        case .event(let event): return .event(event)
        case .file(let file): return .file(file)
        }
    }

    private func item(of pending: PendingRequest, record: [UInt8]) -> ImportItem {
        let boot = pending.bootDue(now: now, sinceBoot: sinceBoot, boot: boot)
        return .pending(
            AcceptedRequest(pending, record: record, boot: boot, now: now),
            taken: pending.taken.sorted(),
            isSettledAhead: pending.settled > now
        )
    }

    /// Checks a request, and removes what applies to one call only.
    func check(
        _ request: inout NotificationRequest
    ) throws(RequestError) -> (record: [UInt8], zone: any ZoneRules) {
        request.idempotencyKey = nil
        request.isUndoable = false
        request.bubble.replaces = nil
        try request.validate()
        if let quota { _ = try quota.admit(&request) }
        if let run = request.run { try checkCommand(run) }
        let zone = try zones.zone(of: request.trigger)
        return (try request.boundedBytes(), zone)
    }
}

extension ImportEntry {
    /// Whether it needs an identifier or files before it can be checked.
    var isOpen: Bool {
        if case .fresh(let request) = kind, request.identifier.isEmpty { return true }
        return hasFiles
    }

    /// Whether it has files.
    ///
    /// Reads the entry without a copy of its request, because it is called for each entry.
    var hasFiles: Bool {
        switch kind {
        case .fresh(let request): !request.content.attachments.isEmpty
        case .pending(let pending): !pending.request.content.attachments.isEmpty
        case .delivered(let delivery): !delivery.request.content.attachments.isEmpty
        case .category, .event, .file: false
        }
    }
}
