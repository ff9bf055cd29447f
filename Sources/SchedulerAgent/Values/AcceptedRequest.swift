import AgentInterface
import NotifyCore

/// An accepted request, as the values of its row, which take less memory than the request.
struct AcceptedRequest: Sendable {
    let key: RequestKey
    let title: String
    /// Whether lists show it while it is pending.
    ///
    /// A request that is due at once is not listed.
    let isListed: Bool
    let due: Instant
    /// The size of its record in bytes.
    var size: Int { record.count }
    /// The call that added it, if the call has an idempotency key.
    var call: IdempotentAdd?
    /// The message that wakes its app, if a server pushed it with one.
    var wake: AppResponse?
    /// The program that can undo that it was added; `nil` if none can.
    var origin: String?
    /// The bubble that it replaces.
    var bubblePlace: BubblePlace?
    /// The name of the folder with its attachments.
    let folder: String?
    let record: [UInt8]
    let added, settled: Int64
    let fired: Int
    let pause: Pause?
    let boot: BootDue?
    let wakes: Bool
    let grammar, rule, zone: String?
    let monthEnd: Bool
    let until: Int64?
    let side: Int?
    /// Whether a command is run when it is due.
    let runs: Bool
    /// How long before its date its next warning comes, in microseconds.
    let lead: Int64?
    /// Who sent it; `nil` for the user.
    let sender: Sender?

    /// Reads the values of a request, and serializes it if no record is given.
    ///
    /// Warnings up to `now` are past.
    init(
        _ pending: PendingRequest,
        record: [UInt8]? = nil,
        boot: BootDue?,
        now: Instant = .distantPast
    ) {
        let request = pending.request
        key = request.key
        title = request.content.title
        folder = request.attachmentFolder
        self.record = record ?? request.storedBytes
        added = pending.added.microseconds
        due = pending.due
        settled = pending.settled.microseconds
        fired = pending.fired
        pause = pending.pause
        self.boot = boot
        isListed = request.trigger != .immediate
        wakes = request.options.wakes
        let calendar = request.trigger.calendar
        grammar = calendar?.spec.grammar.rawValue
        rule = calendar?.spec.text
        zone = calendar?.zoneIdentifier
        monthEnd = calendar?.monthEnd ?? false
        until = request.options.until?.microseconds
        side = request.trigger.hasDates ? nil : RegionSide.unknown.rawValue
        runs = request.run != nil
        lead = pending.lead(after: max(pending.settled, now))
        sender = request.sender
    }

    /// Decodes the request.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if its record is invalid.
    func request() throws(RequestError) -> NotificationRequest {
        try NotificationRequest(storedBytes: record)
    }

    /// Decodes the request with its dates.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if its record is invalid.
    func pending() throws(RequestError) -> PendingRequest {
        var pending = PendingRequest(
            request: try request(),
            added: Instant(microseconds: added),
            due: due,
            settled: Instant(microseconds: settled),
            fired: fired
        )
        pending.pause = pause
        return pending
    }
}

extension NotificationRequest {
    /// Returns the bytes with which the request is stored.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there are too many.
    func boundedBytes() throws(RequestError) -> [UInt8] {
        let bytes = storedBytes
        guard bytes.count <= RequestLimits.record else {
            throw RequestError(
                .invalidContent,
                "the request has \(bytes.count) bytes, more than the \(RequestLimits.record) allowed; "
                    + "put less into userInfo"
            )
        }
        return bytes
    }
}
