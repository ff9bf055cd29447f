import GLibBridge
import NotifyCore

extension AgentClient {
    /// The calendars whose events are remembered under a name.
    ///
    /// - Parameter name: one of them, with its files; `nil` for all, without.
    package func calendars(named name: String? = nil) throws -> [CalendarEntry] {
        try (try call("Calendars", [.string(name ?? "")])[0]?.children ?? []).map { entry in
            try CalendarEntry(record: entry)
        }
    }

    /// Ends a calendar and removes all that came from it.
    package func removeCalendar(_ name: String) throws -> Int {
        Int(try call("RemoveCalendar", [.string(name)])[0]?.integer ?? 0)
    }
}
