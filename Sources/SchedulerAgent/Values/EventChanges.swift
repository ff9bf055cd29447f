import AgentInterface
import NotifyCore

/// What an import of events changes beside the requests that it brings.
struct EventChanges: Sendable {
    /// Requests of the import that stay as the user has them, because they or their events did not change, or are
    /// kept.
    var unchanged: Set<RequestKey> = []
    /// Requests of the user's that are kept: what the import has with their identifiers is left out.
    var kept: [RequestKey] = []
    /// Delivered notifications that stay as they are, and those of them that are kept.
    var unchangedDelivered: Set<RequestKey> = []
    var keptDelivered: [RequestKey] = []
    /// The rows of requests that keep their dates, and whether they count from the start again.
    var inPlace: [RequestKey: (id: PendingID, restartsCount: Bool)] = [:]
    /// Requests that the user has paused.
    var paused: [RequestKey: Pause] = [:]
    /// Requests that their events no longer have, and whether the delivered notification goes as well.
    var gone: [(key: RequestKey, isWhole: Bool)] = []
    /// What is remembered of the requests.
    var rows: [EventRow] = []
    /// The calendar, if it is named.
    var calendar: CalendarRow?
    /// Its files.
    var files: [CalendarFileChange] = []
    /// Events that the calendar no longer has, but another one.
    var left: [String] = []
    /// Requests whose past date was shown before, from their next date on.
    var later: [RequestKey: AcceptedRequest] = [:]
    /// Requests that are neither new nor pending, because another version is newer or their date was shown before.
    var passed: Set<RequestKey> = []
    /// The titles of what is shown at once, because its date has passed while its event is not over.
    var shown: [String] = []
    /// Which versions of the events are there.
    var versions = EventVersions()
    /// Requests whose alarms up to a date were dismissed in another program.
    var acknowledged: [(key: RequestKey, date: Instant)] = []
    /// Pending requests that are due and were dismissed in another program, with what is left of them.
    var dismissed: [(id: PendingID, later: PendingRequest?)] = []
    /// Pending requests of series without dates that were moved or cancelled since, and those with no date left.
    var shortened: [(id: PendingID, later: AcceptedRequest?)] = []
    /// The present.
    var now = Instant.distantPast
    /// Whether the calendar ends.
    var isEnd = false
    /// How many of the requests that go are in a list.
    var removed = 0
}
