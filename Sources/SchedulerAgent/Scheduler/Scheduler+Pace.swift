import NotifyCore

extension Scheduler {
    /// Among so many that are due one is looked for that may not wait for room.
    private static let mostSearchedForUrgent = 64

    /// Whether anything is due.
    func hasWork(_ now: Instant?) throws(RequestError) -> Bool {
        if !waitingAgain.isEmpty || !answered.isEmpty || !returning.isEmpty { return true }
        return try !store.due(now: now, sinceBoot: clock.sinceBoot, limit: 1).isEmpty
    }

    /// What is due and may not wait for room, among the first that are due.
    func urgentRequest(_ now: Instant?) throws(RequestError) -> DueRequest? {
        let rows = try store.due(
            now: now,
            sinceBoot: clock.sinceBoot,
            limit: Self.mostSearchedForUrgent
        )
        for row in rows {
            if let due = try dueRequest(row), due.pending.request.content.interruptionLevel.isUrgent
            {
                return due
            }
        }
        return nil
    }
}
