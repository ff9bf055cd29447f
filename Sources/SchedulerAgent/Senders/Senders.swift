import AgentInterface
import Logging
import NotifyCore
import Synchronization

/// The limits of senders that are not the user: what they may add and show as critical, by ``NotifyCore/SenderLimits``.
///
/// It owns the counts of the last hour. Times are of the clock since boot, which nobody sets. The counts begin again
/// with the agent, which no sender can start again.
final class Senders: Sendable {
    /// What of a sender was more than it may.
    struct Excess: Hashable, Sendable {
        let sender: Sender
        /// How many new notifications were refused.
        var refused = 0
        /// How many were shown as time-sensitive instead of critical.
        var lowered = 0

        /// A sentence for the user.
        var words: String {
            let name = sender.name.isEmpty ? "" : " (\(sender.name))"
            func are(_ count: Int, _ one: String, _ many: String) -> String {
                "\(count) \(count == 1 ? one : many)"
            }
            let parts = [
                refused > 0
                    ? are(refused, "new one was refused", "new ones were refused") : nil,
                lowered > 0
                    ? are(
                        lowered,
                        "critical one was shown as time-sensitive",
                        "critical ones were shown as time-sensitive"
                    ) : nil,
            ].compactMap { $0 }
            return
                "\(sender.limits.words)\(name) sent more than it may within the last hour: \(parts.joined(separator: ", "))"
        }
    }

    fileprivate struct Use {
        /// When the notifications were added that count, oldest first, with the size of each.
        var added: [(time: BootTime, bytes: Int64)] = []
        /// The size of those within the hour.
        var bytes: Int64 = 0
        /// When the latest critical ones were shown, oldest first.
        var critical: [BootTime] = []
        var refused = 0
        var lowered = 0
        /// When the last of it was.
        var last = BootTime.start
    }

    /// The maximum number of senders that are remembered: of more, the one that was silent longest is forgotten.
    private static let maxSenders = 1_000
    private static let hour = Duration.microseconds(SenderLimits.Rate.hour)
    private let store: Store
    private let clock: any AgentClock
    private let logger: Logger
    private let uses = Mutex<[Sender: Use]>([:])

    init(store: Store, clock: any AgentClock, logger: Logger) {
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    // MARK: Add

    /// Lets a sender add a request: takes from it what the sender may not have, finds room for it, and counts it.
    ///
    /// - Returns: what was taken, a sentence each.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` if it is one too many, or with `Storage`.
    func admit(
        _ request: inout NotificationRequest,
        within quota: SenderQuota
    ) throws(RequestError) -> [String] {
        let changes = try quota.admit(&request)
        // A request without an identifier gets a fresh one, and replaces no other.
        try checkRoom(for: request.key, within: quota)
        try count(Int64(request.storedBytes.count), of: quota)
        return changes
    }

    /// Checks that there is room for a request.
    ///
    /// What is kept of an app's removed ones counts, and goes first.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` or `Storage`.
    func checkRoom(for key: RequestKey, within quota: SenderQuota) throws(RequestError) {
        let use = try store.pendingUse(of: quota.sender, besides: key)
        if let apps = quota.apps {
            let changes = store.changes
            let kept = try changes.use(of: apps)
            if kept.count > 0,
                use.count + kept.count >= quota.maxRequests
                    || use.bytes + kept.bytes >= quota.maxRequestBytes
            {
                _ = try changes.drop(of: apps)
            }
        }
        guard use.count < quota.maxRequests else { throw quota.tooManyRequests }
        guard use.bytes < quota.maxRequestBytes else { throw quota.tooLargeRequests }
    }

    /// Counts a new request; a refused one counts as refused.
    func count(_ bytes: Int64, of quota: SenderQuota) throws(RequestError) {
        let (limits, words) = (quota.limits, quota.words)
        let refusal = update(quota.sender) { use, now -> (reason: String, isFirst: Bool)? in
            let reason: String
            if let rate = limits.added,
                use.count(within: .microseconds(rate.span), before: now) >= rate.count
            {
                reason = "\(rate.count) notifications of \(words) were added within \(rate.time)"
            } else if let most = limits.addedBytes, use.bytes + bytes > most {
                reason = "\(words) has added notifications of \(most >> 20) MiB within an hour"
            } else {
                use.added.append((now, bytes))
                use.bytes += bytes
                return nil
            }
            use.refused += 1
            return (reason, use.refused == 1)
        }
        guard let refusal else { return }
        let error = RequestError(
            .notAllowed,
            "\(refusal.reason), the most that \(limits.words) may add; try again later"
        )
        // Further ones are counted, and said only in the detailed log.
        logger.log(level: refusal.isFirst ? .notice : .debug, "\(error)")
        throw error
    }

    // MARK: Show

    /// Makes a critical request a time-sensitive one if its sender may show no more of these now; nothing is counted.
    func lower(_ request: inout NotificationRequest) -> Bool {
        guard request.content.interruptionLevel == .critical, let sender = request.sender else {
            return false
        }
        let start = clock.sinceBoot - Self.hour
        let shown = uses.withLock { $0[sender]?.critical.count { $0 > start } ?? 0 }
        guard shown >= sender.limits.critical else { return false }
        request.content.interruptionLevel = .timeSensitive
        return true
    }

    /// Counts that a request is shown.
    func noteShown(_ request: NotificationRequest, isLowered: Bool) {
        guard let sender = request.sender else { return }
        guard isLowered else {
            guard request.content.interruptionLevel == .critical else { return }
            return update(sender) { use, now in use.critical.append(now) }
        }
        let count = update(sender) { use, _ in
            use.lowered += 1
            return use.lowered
        }
        logger.log(
            level: count == 1 ? .notice : .debug,
            "\(request.appID)/\(request.identifier) is not shown as critical: \(sender.limits.words) may show \(sender.limits.critical) critical notifications within an hour; further ones are counted"
        )
    }

    // MARK: Report

    /// Returns what was more than its sender may, of each sender that did something within the hour.
    func excesses() -> [Excess] {
        let start = clock.sinceBoot - Self.hour
        return uses.withLock { uses in
            uses.filter { $0.value.last > start }
                .map { Excess(sender: $0, refused: $1.refused, lowered: $1.lowered) }
                .filter { $0.refused + $0.lowered > 0 }
                .sorted { $0.sender.text < $1.sender.text }
        }
    }

    /// Changes what is known of a sender, without what is longer ago than the hour.
    private func update<Value>(_ sender: Sender, _ change: (inout Use, BootTime) -> Value) -> Value
    {
        let now = clock.sinceBoot
        return uses.withLock { uses in
            if uses[sender] == nil, uses.count >= Self.maxSenders,
                let oldest = uses.min(by: { $0.value.last < $1.value.last })
            {
                uses[oldest.key] = nil
            }
            var use = uses[sender] ?? Use()
            use.forget(before: now - Self.hour)
            use.last = now
            let value = change(&use, now)
            uses[sender] = use
            return value
        }
    }
}

extension Senders.Use {
    /// How many notifications were added within a time.
    fileprivate func count(within span: Duration, before now: BootTime) -> Int {
        var count = 0
        for entry in added.reversed() {
            guard entry.time > now - span else { break }
            count += 1
        }
        return count
    }

    /// Forgets what is longer ago than the hour; after an hour without anything, the excess as well.
    fileprivate mutating func forget(before start: BootTime) {
        if last <= start { (refused, lowered) = (0, 0) }
        let kept = added.firstIndex { $0.time > start } ?? added.endIndex
        for entry in added[..<kept] { bytes -= entry.bytes }
        added.removeSubrange(..<kept)
        critical.removeAll { $0 <= start }
    }
}
