import AgentInterface
import GLibBridge
import Logging
import NotifyCore

/// A request that holds, on its way into the store.
struct AcceptedRequest: Sendable {
    let pending: PendingRequest
    /// The bytes of the request.
    let record: [UInt8]
    /// When it is due on the clock that runs since boot.
    let boot: BootDue?
    /// What its caller is answered once it is stored.
    let reply: AddReply
    /// The bubble whose place it is to take.
    fileprivate let place: BubbleKey?
}

extension PendingAddition {
    init(_ accepted: AcceptedRequest, answering call: AnsweredAdd?) {
        self.init(
            row: PendingInsertion(accepted.pending, record: accepted.record, boot: accepted.boot),
            call: call
        )
    }
}

extension Scheduler {
    /// Accepts a request: when this returns it is on the disk.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where it does not hold or cannot be stored; nothing is stored
    ///   then.
    func add(_ request: NotificationRequest) throws(RequestError) -> AddReply {
        let accepted = try accept(request)
        let call = request.idempotencyKey.map {
            AnsweredAdd(app: request.appID, key: $0, reply: accepted.reply)
        }
        try handOverWaiting(for: accepted)
        CrashPoint.reached(.adding)
        let id = try store.add(PendingAddition(accepted, answering: call))
        CrashPoint.reached(.added)
        take(accepted, storedAs: id)
        return accepted.reply
    }

    /// Checks a request and finds its dates; nothing is stored.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where it does not hold.
    func accept(_ request: NotificationRequest) throws(RequestError) -> AcceptedRequest {
        try checkPermission(of: request.appID)
        var request = request
        let place = try takePlace(of: &request)
        if request.identifier.isEmpty { request.identifier = try freshIdentifier(request.appID) }
        request.idempotencyKey = nil
        observeClock()
        let zone = try zone(of: request.trigger)
        let now = clock.now
        let sinceBoot = clock.sinceBoot
        let pending = try PendingRequest(accepting: request, now: now, zone: zone)
        let record = try Self.record(of: pending.request)
        let reply = AddReply(
            identifier: request.identifier,
            nextTriggerDates: Self.dates(of: pending, in: zone),
            remarks: remarks(on: request, now: now, in: zone),
            understood: request.words(in: zone),
            serverPresent: server != .absent,
            attachments: request.content.attachments.compactMap(\.path)
        )
        return AcceptedRequest(
            pending: pending,
            record: record,
            boot: bootDue(of: pending, now: now, sinceBoot: sinceBoot),
            reply: reply,
            place: place
        )
    }

    /// Takes in that an accepted request is stored.
    func take(_ accepted: AcceptedRequest, storedAs id: Int64) {
        let pending = accepted.pending
        let request = pending.request
        if let place = accepted.place { remember(place: place, of: request.key) }
        tellWatchers("added", request.key, title: request.content.title) {
            $0.scheduled = pending.due
        }
        patience?.accepted.insert(id)
        if let rule = try? request.trigger.calendar?.rule() { know(rule, of: id) }
    }

    /// Puts a request without a trigger that waits to be shown where a scheduled one of its name does not
    /// replace it: among those that are shown next.
    func handOverWaiting(for accepted: AcceptedRequest) throws(RequestError) {
        guard accepted.pending.request.trigger != .immediate else { return }
        try handOverWaiting(accepted.pending.request.key)
    }

    /// Puts a request without a trigger that waits to be shown where a scheduled one of its name does not
    /// replace it: among those that are shown next.
    func handOverWaiting(_ key: RequestKey) throws(RequestError) {
        guard let row = try store.pending(app: key.appID, identifier: key.identifier).first,
            let waiting = try? row.pending(), waiting.request.trigger == .immediate,
            let due = try dueRequest(row), due.permission.mayAdd
        else { return }
        waitingAgain += try store.begin([due.beginning(due.delivery(at: clock.now, .delivering))])
    }

    /// The bytes of a request.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where there are too many.
    static func record(of request: NotificationRequest) throws(RequestError) -> [UInt8] {
        let record = request.record.serialized
        guard record.count <= RequestLimits.record else {
            throw RequestError(
                .invalidContent,
                "the request has \(record.count) bytes, more than the \(RequestLimits.record) allowed; "
                    + "put less into userInfo"
            )
        }
        return record
    }
}
