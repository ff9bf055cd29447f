import AgentInterface
import Logging
import NotifyCore
import Synchronization

/// What each sender that is not the user has done within the last hour, by ``NotifyCore/SenderLimits``.
///
/// Times are of the clock since boot, which nobody sets. The counts begin again with the agent, which no sender can
/// start again.
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
        var added: [(time: Int64, bytes: Int64)] = []
        /// The size of those within the hour.
        var bytes: Int64 = 0
        /// When the latest critical ones were shown, oldest first.
        var critical: [Int64] = []
        var refused = 0
        var lowered = 0
        /// When the last of it was.
        var last: Int64 = 0
    }

    /// The maximum number of senders that are remembered: of more, the one that was silent longest is forgotten.
    private static let maxSenders = 1_000
    private let clock: any SchedulerClock
    private let logger: Logger
    private let uses = Mutex<[Sender: Use]>([:])

    init(clock: any SchedulerClock, logger: Logger) {
        self.clock = clock
        self.logger = logger
    }

    /// Counts a new request of a sender that is not the user.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` if it is one too many.
    func count(_ request: NotificationRequest, of quota: SenderQuota) throws(RequestError) {
        do throws(RequestError) {
            try add(
                of: quota.sender,
                Int64(request.storedBytes.count),
                words: quota.words,
                at: clock.sinceBoot
            )
        } catch {
            // Further ones are counted.
            if excesses().first(where: { $0.sender == quota.sender })?.refused == 1 {
                logger.notice("\(error)")
            }
            throw error
        }
    }

    /// Makes a critical request a time-sensitive one if its sender may show no more of these now; nothing is counted.
    func lower(_ request: inout NotificationRequest) -> Bool {
        guard request.content.interruptionLevel == .critical, let sender = request.sender,
            !mayBeCritical(sender, at: clock.sinceBoot)
        else { return false }
        request.content.interruptionLevel = .timeSensitive
        return true
    }

    /// Counts that a request is shown.
    func noteShown(_ request: NotificationRequest, isLowered: Bool) {
        guard let sender = request.sender else { return }
        guard isLowered else {
            guard request.content.interruptionLevel == .critical else { return }
            return noteCritical(of: sender, at: clock.sinceBoot)
        }
        guard noteLowered(of: sender, at: clock.sinceBoot) else { return }
        logger.notice(
            "\(request.appID)/\(request.identifier) is not shown as critical: \(sender.limits.words) may show \(sender.limits.critical) critical notifications within an hour; further ones are counted"
        )
    }

    /// Returns what was more than its sender may, of each sender that did something within the hour.
    func excesses() -> [Excess] { excesses(at: clock.sinceBoot) }

    /// Counts a new notification.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` if it is one too many.
    func add(
        of sender: Sender,
        _ bytes: Int64,
        words: String,
        at now: Int64
    ) throws(RequestError) {
        let limits = sender.limits
        let problem = uses.withLock { uses -> String? in
            var use = Self.use(of: sender, in: &uses, at: now)
            defer { uses[sender] = use }
            if let rate = limits.added, use.count(within: rate.span, before: now) >= rate.count {
                use.refused += 1
                return "\(rate.count) notifications of \(words) were added within \(rate.time)"
            }
            if let most = limits.addedBytes, use.bytes + bytes > most {
                use.refused += 1
                return "\(words) has added notifications of \(most >> 20) MiB within an hour"
            }
            use.added.append((now, bytes))
            use.bytes += bytes
            return nil
        }
        guard let problem else { return }
        throw RequestError(
            .notAllowed,
            "\(problem), the most that \(limits.words) may add; try again later"
        )
    }

    /// Whether a notification of a sender may be shown as a critical one now.
    func mayBeCritical(_ sender: Sender, at now: Int64) -> Bool {
        uses.withLock { uses in
            let use = Self.use(of: sender, in: &uses, at: now)
            return use.critical.count < sender.limits.critical
        }
    }

    /// Counts a notification that is shown as a critical one.
    private func noteCritical(of sender: Sender, at now: Int64) {
        uses.withLock { uses in
            var use = Self.use(of: sender, in: &uses, at: now)
            use.critical.append(now)
            uses[sender] = use
        }
    }

    /// Counts a critical notification that is shown as a time-sensitive one.
    private func noteLowered(of sender: Sender, at now: Int64) -> Bool {
        uses.withLock { uses in
            var use = Self.use(of: sender, in: &uses, at: now)
            use.lowered += 1
            uses[sender] = use
            return use.lowered == 1
        }
    }

    /// Returns what was more than its sender may, of each sender that did something within the hour.
    func excesses(at now: Int64) -> [Excess] {
        uses.withLock { uses in
            uses.filter { $0.value.last > now - SenderLimits.Rate.hour }
                .map { Excess(sender: $0, refused: $1.refused, lowered: $1.lowered) }
                .filter { $0.refused + $0.lowered > 0 }
                .sorted { $0.sender.text < $1.sender.text }
        }
    }

    /// Returns what a sender did within the hour.
    private static func use(
        of sender: Sender,
        in uses: inout [Sender: Use],
        at now: Int64
    ) -> Use {
        if uses[sender] == nil, uses.count >= maxSenders,
            let oldest = uses.min(by: { $0.value.last < $1.value.last })
        {
            uses[oldest.key] = nil
        }
        var use = uses[sender] ?? Use()
        use.forget(before: now - SenderLimits.Rate.hour)
        use.last = now
        return use
    }
}

extension Senders.Use {
    /// How many notifications were added within a time.
    fileprivate func count(within span: Int64, before now: Int64) -> Int {
        var count = 0
        for entry in added.reversed() {
            guard entry.time > now - span else { break }
            count += 1
        }
        return count
    }

    /// Forgets what is longer ago than the hour; after an hour without anything, the excess as well.
    fileprivate mutating func forget(before start: Int64) {
        if last <= start { (refused, lowered) = (0, 0) }
        let kept = added.firstIndex { $0.time > start } ?? added.endIndex
        for entry in added[..<kept] { bytes -= entry.bytes }
        added.removeSubrange(..<kept)
        critical.removeAll { $0 <= start }
    }
}
