import AgentInterface
import DesktopTexts
import NotifyCore
import UserRequests

extension Sentence {
    /// When it comes, such as `17:04 (in 4 min)` or `every weekday at 09:30: Mon 30 Nov 09:30, …`.
    func meaning(now: Instant, in zone: SystemZone) -> String {
        let dates = dates.map { LateNote.date($0, now: now, in: zone) }
        guard request.trigger.repeats else {
            guard let date = dates.first, let first = self.dates.first else { return "" }
            return tr("%1$s (%2$s)", date, RelativeTime.words(first, to: now))
        }
        return tr("%1$s: %2$s", request.localWords(in: zone, after: now), dates.listed)
    }
}
