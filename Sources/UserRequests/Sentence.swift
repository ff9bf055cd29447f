package import AgentInterface
import ConfigurationFiles
package import NotifyCore

/// A sentence such as `tea in 4 minutes`, with the request that it describes.
package struct Sentence: Hashable, Sendable {
    /// The request.
    package let request: NotificationRequest
    /// Its parts.
    package let written: WrittenRequest
    /// The time, as it is written.
    package let time: String
    /// The next dates, at most three.
    package let dates: [Instant]

    /// Reads a sentence.
    ///
    /// - Parameter name: the zone that the request keeps; `nil` for that of the agent.
    /// - Throws: ``Refusal`` with the message of the command.
    package init(
        _ text: String,
        now: Instant,
        in zone: SystemZone,
        named name: String? = nil
    ) throws(Refusal) {
        do {
            let reminder = try Reminder(text, now: now, in: zone, hours: { .configured })
            let blank = NotificationRequest(
                appID: AgentNames.app,
                // The agent makes one; the rest is checked before the agent is called.
                identifier: "new",
                content: NotificationContent()
            )
            var written = WrittenRequest(reminder)
            if let name { written[.zone] = name }
            self.written = written
            var request = try written.request(blank, in: .ofUser(now: now))
            try request.validate()
            let pending = try PendingRequest(accepting: request, now: now, zone: zone)
            dates = Array(UpcomingDates(of: pending, in: zone).prefix(3))
            time = reminder.time
            request.identifier = ""
            request.isUndoable = true
            self.request = request
        } catch {
            throw Refusal(error)
        }
    }

    /// Returns a sentence with another time at its end.
    package static func text(
        _ text: String,
        at time: String,
        now: Instant,
        in zone: SystemZone
    ) -> String {
        let title =
            (try? Reminder(text, now: now, in: zone, hours: { .configured }))?.title ?? text
        return title.split(separator: " ").joined(separator: " ") + " \(time)"
    }
}

extension WrittenRequest {
    /// Writes what a sentence says.
    package init(_ reminder: Reminder) {
        self.init()
        add(.title, reminder.title)
        add(reminder.repeats ? .on : .at, reminder.time)
    }
}
