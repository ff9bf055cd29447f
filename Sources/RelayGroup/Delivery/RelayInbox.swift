import NotifyCore

/// What came from the group and waits for the agent, and what is known of each notification.
///
/// A value without I/O. Nothing is handed over until all that the server keeps has been read, so that what was
/// withdrawn meanwhile is not shown.
struct RelayInbox: Sendable {
    /// The maximum number of notifications of which something is known.
    static let maxKnown = 10_000
    /// The maximum size of all items in bytes.
    static let maxBytes = Int(SenderLimits.of(.machine).bytes)
    /// The number of notifications above which they are listed after an absence, with one bubble for them.
    static let maxAlone = 3
    /// The maximum number and size in bytes of those that are handed over at once, which is one call of the agent.
    private static let (maxTogether, maxBytesTogether) = (500, 4 << 20)
    /// How long it waits for a connection, in microseconds.
    static let grace: Int64 = 60_000_000
    private static let pauses: ClosedRange<Int64> = 1_000_000...300_000_000

    private(set) var items: [InboxItem]
    private var records: [RelayedID: NotificationRecord] = [:]
    /// The notifications of ``records``, oldest first.
    private var order: [RelayedID] = []
    /// How many of them each device has.
    private var counts: [DeviceID: Int] = [:]
    private var lastNumber: Int64
    /// The items that the agent is handed.
    private var current: Set<Int64> = []
    /// When what waits is handed over without a connection; `nil` while everything is read.
    private var opens: Instant?
    private var wasAway = true
    private var hasRefused = false
    private var retry: Instant?
    private var pause = pauses.lowerBound

    init(_ items: [InboxItem], _ records: [NotificationRecord]) {
        self.items = items
        lastNumber = items.last?.number ?? 0
        for record in records { self.records[record.id] = record }
        order = records.map(\.id)
        for id in order { counts[id.origin, default: 0] += 1 }
    }

    // MARK: - From the group

    /// Whether there is room for one more message of that size, and notes where there is none.
    mutating func takes(_ size: Int) -> Bool {
        let hasRoom =
            items.count < SenderLimits.of(.machine).requests
            && items.reduce(size) { $0 + $1.size } <= Self.maxBytes
        if !hasRoom { hasRefused = true }
        return hasRoom
    }

    /// Whether the agent has taken everything after there was no room; true once.
    mutating func takesMore() -> Bool {
        guard hasRefused, items.isEmpty else { return false }
        hasRefused = false
        return true
    }

    /// Handles a notification.
    mutating func show(
        _ notification: RelayedNotification,
        for targets: [DeviceID],
        from sender: DeviceID,
        sent: Instant
    ) -> [StoreChange] {
        var record = records[notification.id] ?? NotificationRecord(id: notification.id)
        guard notification.revision > max(record.shown, record.withdrawn) else { return [] }
        record.shown = notification.revision
        record.targets = Set(targets)
        // An earlier version that waits is replaced.
        return note(record) + removeWaiting(notification.id)
            + add(.show(notification), from: sender, sent: sent)
    }

    /// What counts of a withdrawal by a device: its own notifications up to the latest version that it can have sent, and
    /// of others what came here and is for that device.
    ///
    /// Otherwise a device could keep later notifications of others from being shown.
    ///
    /// - Returns: the withdrawal; `nil` if it does not count.
    func accepted(
        _ withdrawn: WithdrawnNotification,
        from sender: DeviceID,
        message: UInt64
    ) -> WithdrawnNotification? {
        if withdrawn.id.origin == sender {
            return WithdrawnNotification(
                id: withdrawn.id,
                revision: min(withdrawn.revision, message)
            )
        }
        guard concerns(withdrawn.id, sender), let record = records[withdrawn.id] else { return nil }
        return WithdrawnNotification(
            id: withdrawn.id,
            revision: min(withdrawn.revision, record.shown)
        )
    }

    /// Whether a notification came or was sent, and is for a device.
    func concerns(_ id: RelayedID, _ device: DeviceID) -> Bool {
        guard let record = records[id], record.shown > 0 else { return false }
        // Earlier versions did not store for which devices it is.
        return record.targets.isEmpty || record.targets.contains(device)
    }

    /// Handles a withdrawal that counts.
    ///
    /// What the agent does not have is removed there without effect.
    mutating func withdraw(
        _ withdrawn: WithdrawnNotification,
        from sender: DeviceID,
        sent: Instant
    ) -> [StoreChange] {
        var record = records[withdrawn.id] ?? NotificationRecord(id: withdrawn.id)
        guard withdrawn.revision > record.withdrawn else { return [] }
        record.withdrawn = withdrawn.revision
        let changes = note(record)
        // A later version stays.
        guard record.shown > 0, record.shown <= withdrawn.revision else { return changes }
        return changes + removeWaiting(withdrawn.id)
            + add(.withdraw(withdrawn.id), from: sender, sent: sent)
    }

    /// Handles that a device lists a notification of this one in a summary.
    mutating func listed(
        _ id: RelayedID,
        by sender: DeviceID,
        sent: Instant
    ) -> [StoreChange] {
        add(.listed(id), from: sender, sent: sent)
    }

    /// Handles an answer to a notification of this device.
    mutating func answer(
        _ answer: RelayedAnswer,
        from sender: DeviceID,
        sent: Instant
    ) -> [StoreChange] {
        add(.answer(answer), from: sender, sent: sent)
    }

    /// Has the user told of devices that another one let in.
    mutating func introduced(
        _ devices: [DeviceID],
        by introducer: DeviceID?,
        _ now: Instant
    ) -> [StoreChange] {
        guard let sender = introducer ?? devices.first else { return [] }
        return add(.introduced(devices, by: introducer), from: sender, sent: now)
    }

    /// Ends everything of a device that was removed: what waits, and what the agent has.
    mutating func remove(_ device: DeviceID, _ now: Instant) -> [StoreChange] {
        let waiting = items.filter { $0.sender == device && !current.contains($0.number) }
        let numbers = Set(waiting.map(\.number))
        items.removeAll { numbers.contains($0.number) }
        return waiting.map { .removeItem($0.number) }
            + add(.removed(device), from: device, sent: now)
    }

    // MARK: - From this device

    /// Notes a notification that is sent.
    mutating func sent(
        _ id: RelayedID,
        to targets: [DeviceID],
        revision: UInt64
    ) -> [StoreChange] {
        var record = records[id] ?? NotificationRecord(id: id)
        record.shown = revision
        record.targets = Set(targets)
        return note(record)
    }

    /// Notes that a notification was removed on this device.
    ///
    /// - Returns: what changes, and up to which version it is withdrawn; `nil` if there is nothing to withdraw.
    mutating func remove(_ id: RelayedID) -> (changes: [StoreChange], revision: UInt64)? {
        guard var record = records[id], record.shown > record.withdrawn else { return nil }
        record.withdrawn = record.shown
        return (note(record) + removeWaiting(id), record.shown)
    }

    /// Whether the agent has the latest version of a notification, or had it, and nobody has removed it.
    func isOpen(_ id: RelayedID) -> Bool {
        guard let record = records[id], record.shown > record.withdrawn else { return false }
        return !items.contains { item in
            if case .show(let notification) = item.content { notification.id == id } else { false }
        }
    }

    /// The latest version of a notification that came or was sent; 0 for none.
    func shown(_ id: RelayedID) -> UInt64 { records[id]?.shown ?? 0 }

    /// Removes everything.
    mutating func removeAll() {
        items = []
        records = [:]
        order = []
        counts = [:]
        current = []
    }

    // MARK: - To the agent

    /// Notes that the connection is lost or not there yet.
    mutating func disconnected(_ now: Instant) {
        opens = now.advanced(byMicroseconds: Self.grace)
        wasAway = true
    }

    /// Notes that the server still sends what it keeps.
    mutating func isReading(_ now: Instant) {
        if let opens, opens > now { disconnected(now) }
    }

    /// Notes that everything is read.
    mutating func connected() { opens = nil }

    /// Has what waits tried at once.
    mutating func agentStarted() { retry = nil }

    /// Notes that the agent has an item.
    mutating func handled(_ number: Int64) -> [StoreChange] {
        guard current.remove(number) != nil else { return [] }
        pause = Self.pauses.lowerBound
        items.removeAll { $0.number == number }
        return [.removeItem(number)]
    }

    /// Notes that the agent cannot take an item now.
    mutating func postponed(_ number: Int64, _ now: Instant) {
        guard current.remove(number) != nil else { return }
        retry = now.advanced(byMicroseconds: pause)
        pause = min(pause * 2, Self.pauses.upperBound)
    }

    /// What to hand over now.
    mutating func next(_ now: Instant) -> [RelayAction] {
        guard current.isEmpty, !items.isEmpty, opens ?? now <= now, retry ?? now <= now else {
            return []
        }
        retry = nil
        if wasAway {
            let shown = items.filter(\.isShownNow)
            let together = Self.fitting(shown)
            if shown.count > Self.maxAlone, together.count > 1 {
                current = Set(together.map(\.number))
                return [.summarize(together)]
            }
            // What is too long to be with others comes alone, and the others after it.
            if shown.count <= Self.maxAlone { wasAway = false }
        }
        current = [items[0].number]
        return [.deliver(items[0])]
    }

    private static func fitting(_ items: [InboxItem]) -> [InboxItem] {
        var bytes = 0
        return Array(
            items.prefix(maxTogether).prefix { item in
                bytes += item.size
                return bytes <= maxBytesTogether
            }
        )
    }

    /// When something is handed over that waits for a time; `nil` for none.
    var nextWake: Instant? {
        guard current.isEmpty, !items.isEmpty else { return nil }
        return [opens, retry].compactMap { $0 }.max()
    }

    // MARK: - Records

    private mutating func add(
        _ content: InboxItem.Content,
        from sender: DeviceID,
        sent: Instant
    ) -> [StoreChange] {
        lastNumber += 1
        items.append(InboxItem(number: lastNumber, sender: sender, sent: sent, content: content))
        return items.suffix(1).map { .item($0) }
    }

    /// Removes a notification that waits and was not handed over.
    private mutating func removeWaiting(_ id: RelayedID) -> [StoreChange] {
        let waiting = items.filter { item in
            guard case .show(let notification) = item.content else { return false }
            return notification.id == id && !current.contains(item.number)
        }.map(\.number)
        items.removeAll { waiting.contains($0.number) }
        return waiting.map { .removeItem($0) }
    }

    private mutating func note(_ record: NotificationRecord) -> [StoreChange] {
        if records.updateValue(record, forKey: record.id) == nil {
            order.append(record.id)
            counts[record.id.origin, default: 0] += 1
        }
        guard order.count > Self.maxKnown else { return [.notification(record)] }
        // Of the device that has most: no device has what is known of others forgotten, such as who may answer.
        let crowd = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        let oldest = order.remove(at: order.firstIndex { $0.origin == crowd } ?? 0)
        records[oldest] = nil
        counts[oldest.origin, default: 1] -= 1
        return [.notification(record), .removeNotification(oldest)]
    }
}

extension InboxItem {
    /// About how many bytes it has.
    fileprivate var size: Int {
        switch content {
        case .show(let notification): notification.content.request.utf8.count
        case .withdraw, .introduced, .removed, .listed: 0
        case .answer(let answer): answer.text?.utf8.count ?? 0
        }
    }

    /// Whether it is a notification that is shown at once.
    fileprivate var isShownNow: Bool {
        if case .show(let notification) = content {
            !notification.content.isScheduled
        } else {
            false
        }
    }
}
