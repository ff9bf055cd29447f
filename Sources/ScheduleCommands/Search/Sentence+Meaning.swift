import AgentInterface
import NotifyCore
import UserRequests

extension Sentence {
    /// When it comes, such as `17:04 (in 4 min)` or `every weekday at 09:30: Mon 30 Nov 09:30, …`.
    func meaning(now: Instant, in zone: SystemZone) -> String {
        let dates = dates.map { LateNote.date($0, now: now, in: zone) }
        guard request.trigger.repeats else {
            let first = self.dates.first.map { " (\(RelativeTime.words($0, to: now)))" }
            return dates.joined() + (first ?? "")
        }
        return "\(request.words(in: zone, after: now)): \(dates.joined(separator: ", "))"
    }
}
