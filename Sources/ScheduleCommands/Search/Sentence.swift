import AgentInterface
import ConfigurationFiles
import NotifyCore

/// A sentence such as `tea in 4 minutes`, with the request that it describes.
struct Sentence {
    /// The request, whose identifier the agent makes.
    let request: NotificationRequest
    /// The next dates, at most three.
    let dates: [Instant]

    /// Reads a sentence.
    ///
    /// - Throws: what is not clear in it, as `remind` reports it.
    init(_ text: String, now: Instant, in zone: SystemZone) throws {
        let reminder = try Reminder(text, now: now, in: zone, hours: { .configured })
        let blank = NotificationRequest(
            appID: AgentNames.app,
            // Checked as if it were there.
            identifier: "new",
            content: NotificationContent()
        )
        var request = try WrittenRequest(reminder).request(blank, in: .commandLine(now: now))
        let pending = try PendingRequest(accepting: request, now: now, zone: zone)
        dates = Array(UpcomingDates(of: pending, in: zone).prefix(3))
        request.identifier = ""
        request.isUndoable = true
        self.request = request
    }

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

extension WrittenRequest {
    /// Writes what a sentence says.
    init(_ reminder: Reminder) {
        self.init()
        add(.title, reminder.title)
        add(reminder.repeats ? .on : .at, reminder.time)
    }
}
