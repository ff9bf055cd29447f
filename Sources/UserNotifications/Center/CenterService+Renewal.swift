import AgentInterface
import Dispatch
import Foundation
import NotifyCore

extension CenterService {
    /// The minimum time between renewals of dates of other calendars, in seconds.
    private static let renewalPeriod = 86_400

    /// Renews requests of other calendars, of which the agent has only the next dates: after the first call of
    /// the process, and then once a day.
    func renewSoon() {
        queue.async {
            let now = DispatchTime.now()
            if let last = self.lastRenewal, now < last + .seconds(Self.renewalPeriod) { return }
            self.lastRenewal = now
            self.renew()
        }
    }

    private func renew() {
        // The next run tries again.
        guard let pending = try? call({ client in try client.pending(app: appID) }) else { return }
        for entry in pending {
            guard var request = entry.renewed(at: Date()) else { continue }
            request.idempotencyKey = UUID().uuidString
            do {
                try send(request)
            } catch {
                let name = request.identifier.quoted
                StandardError.write("the dates of \(name) were not renewed: \(error)")
            }
        }
    }
}

extension PendingRequest {
    /// Returns the request with the dates that have come within range since it was added; `nil` if there are
    /// none, or it must not change.
    ///
    /// A due date that waits for a server must not be lost, and the new request has only future dates.
    func renewed(at now: Date) -> NotificationRequest? {
        isPaused || due <= Instant(now) ? nil : request.renewed(at: now)
    }
}

extension NotificationRequest {
    /// Returns the request with the dates that have come within range since it was added; `nil` if there are
    /// none.
    func renewed(at now: Date) -> NotificationRequest? {
        guard case .calendar(var trigger) = trigger, trigger.repeats,
            case .components(let known) = trigger.spec, let last = known.dates.last,
            let kept = PrivateUserInfo(of: content.userInfo).data("dateComponents"),
            let components = DateComponents(archived: kept),
            let found = try? CalendarComponents(components, at: now),
            let latest = found.dates.last, latest > last
        else { return nil }
        var request = self
        trigger.spec = .components(found)
        request.trigger = .calendar(trigger)
        return request
    }

    /// Returns whether all dates of the trigger are past.
    func isPast(at now: Date) -> Bool {
        guard case .calendar(let trigger) = trigger,
            let zone = try? ZoneSource.system.zone(of: self.trigger)
        else { return false }
        do {
            _ = try trigger.spec.firstDate(after: Instant(now), in: zone)
            return false
        } catch {
            return error.code == .past
        }
    }
}
