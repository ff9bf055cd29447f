import Logging
import NotifyCore

/// Decides which delivered notifications are shown again because nobody has acknowledged them.
final class DueNags {
    private let context: SchedulingContext
    private let permissions: AppPermissions
    /// When the store is read again after a failure, in microseconds since boot; `nil` if it did not fail.
    private var retryTime: Int64?
    private var store: Store { context.store }

    init(_ context: SchedulingContext, _ permissions: AppPermissions) {
        self.context = context
        self.permissions = permissions
    }

    /// Returns a delivery to be shown again, and stores when it is the next time.
    ///
    /// What has no bubble by the user's choice, or by do-not-disturb, waits for the next time, which counts only if it
    /// is shown.
    ///
    /// - Parameters:
    ///   - now: the wall clock; `nil` if it cannot be trusted.
    ///   - isHeld: whether a request waits for the end of do-not-disturb.
    /// - Returns: the delivery's number; `nil` if none is due.
    func next(
        _ now: Instant?,
        isHeld: (NotificationRequest) -> Bool
    ) throws(RequestError) -> Int64? {
        if let retryTime, retryTime > context.clock.sinceBoot { return nil }
        retryTime = nil
        guard let now else { return nil }
        while let row = try store.dueNag(now) {
            let id = row.delivered.id
            let next = now.advanced(
                byMicroseconds: max(row.interval, RequestLimits.repeatingInterval)
            )
            guard try isShown(row.delivered, isHeld) else {
                try store.set(nag: id, at: next, left: row.left)
                continue
            }
            try store.set(nag: id, at: row.left > 1 ? next : nil, left: row.left - 1)
            guard mayDisturb(row.delivered) else { continue }
            return id
        }
        return nil
    }

    private func isShown(
        _ row: DeliveredRow,
        _ isHeld: (NotificationRequest) -> Bool
    ) throws(RequestError) -> Bool {
        switch row.state {
        case .delivering, .unknown: return false
        case .shown, .returning, .listed: break
        }
        guard row.presentation.map({ $0.contains(.banner) }) ?? true,
            let request = try? row.delivery().request, !isHeld(request)
        else { return false }
        return try permissions.status(of: request.appID) == .authorized
    }

    /// Whether it may be shown again: a critical one of a sender that is not the user counts as another one.
    private func mayDisturb(_ row: DeliveredRow) -> Bool {
        guard var request = try? row.delivery().request else { return false }
        let isLowered = context.lower(&request)
        context.noteShown(request, isLowered: isLowered)
        return !isLowered
    }

    /// Returns when the first one is shown again; `nil` for none.
    func earliest() throws(RequestError) -> EarliestDue? {
        guard let date = try store.earliestNag() else { return nil }
        guard let retryTime, retryTime > context.clock.sinceBoot else {
            return EarliestDue(wall: date)
        }
        return EarliestDue(boot: retryTime)
    }

    /// Handles that the wall clock was set.
    func clockWasSet() {
        do {
            try store.alignNags(context.clock.now)
        } catch {
            context.logger.error("\(error)")
        }
    }

    /// Records that the store failed.
    func noteFailure() { retryTime = Schedule.retryTime(at: context.clock.sinceBoot) }
}
