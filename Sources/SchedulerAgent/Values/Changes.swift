import AgentInterface
import NotifyCore

/// A call that changes requests and can be undone.
struct ChangeCall: Sendable {
    /// What it does.
    typealias Kind = UndoReply.Change

    let kind: Kind
    /// The program that calls.
    let origin: String
    let at: Instant

    /// Makes a call of a program.
    init(_ kind: Kind, by origin: String, at: Instant) {
        self.kind = kind
        self.origin = origin
        self.at = at
    }
}

/// A change that can be undone, or made again.
struct Change: Sendable {
    let id: Int64
    let kind: ChangeCall.Kind
    let at: Instant
    /// Whether its rows were not too many to be kept.
    let isKept: Bool
    /// The request that it sent to other machines, where it is still; `nil` for none.
    var sent: String?
}

/// The row of a request before or after a change.
struct ChangedRow: Sendable {
    enum Content: Sendable {
        case pending(PendingRow)
        case delivered(DeliveredRow)
    }

    let id: Int64
    let change: Int64
    /// When the change was made.
    let at: Instant
    let isAfter: Bool
    let key: RequestKey
    let content: Content
    /// The dates that the user had left out.
    let leftOut: [LeftOutDate]

    /// What it shows.
    var record: [UInt8] {
        switch content {
        case .pending(let row): row.record
        case .delivered(let row): row.record
        }
    }

    var isPaused: Bool {
        if case .pending(let row) = content { row.isPaused } else { false }
    }

    var isPending: Bool { if case .pending = content { true } else { false } }
}

/// What happens to the dates of a request that is edited.
enum DatesAfterEdit: Sendable, Equatable {
    /// They stay.
    case kept
    /// They are other ones, so many microseconds later in the day, and those that came or were left out do not come
    /// again.
    case carried(later: Int64)
    /// They are other ones.
    case fresh
}

/// The rows that take a change back, or make it again.
struct Turn: Sendable {
    /// The change, and whether its rows are those after it; `nil` where single requests are restored.
    var change: (id: Int64, isAfter: Bool)?
    /// Whether one request took the place of another, so that neither counts the dates of the other.
    var isReplacement = false
    /// Requests that get a row, with the rows that they take the dates of, and the kept row.
    var pending: [(request: AcceptedRequest, rows: [PendingID], image: Int64)] = []
    /// Requests that keep their row.
    var merged: [(row: PendingID, pending: PendingRequest, request: AcceptedRequest)] = []
    /// Dates that come again, and those that do not.
    var leftOut: [Int64] = []
    var leftOutAgain: [(row: PendingID, date: LeftOutDate)] = []
    /// Requests that are no longer pending.
    var gone: [PendingID] = []
    /// Notifications that are in the list again, under their old numbers, and those that no longer are.
    var listed: [(id: DeliveryID, delivery: Delivery, record: [UInt8])] = []
    var unlisted: [DeliveryID] = []
    /// The numbers that kept rows of requests have now.
    var images: [(id: Int64, row: PendingID)] = []
    /// The kept rows of what is restored.
    var restored: [Int64] = []
}

/// A selection of requests.
struct RemovalSelection: Sendable {
    /// How requests are selected.
    enum Choice: Sendable {
        case identifiers([String])
        case prefix(String)
        case all
    }

    var choice: Choice
    /// The app; `nil` for all.
    var appID: String?
    /// Whether identifiers that this app does not have may be those of other apps.
    var mayBeOfOthers = false
    var includesPending = true
    var includesDelivered = true
    /// Whether what is removed can be restored.
    var keeps = false
    /// Whether the other alarms of the same events go as well.
    var includesAlarms = false
    /// Whether also more is removed than can be kept for that.
    var mayExceed = true
}

extension RemovalSelection {
    /// A request without a trigger counts as delivered from the start, although it may wait for a server.
    var listedCondition: String {
        switch (includesPending, includesDelivered) {
        case (true, true): "TRUE"
        case (true, false): "listed = 1"
        case (false, true): "listed = 0"
        case (false, false): "FALSE"
        }
    }
}

/// The result of a removal.
struct Removal: Sendable {
    var pending: [(key: RequestKey, record: [UInt8])] = []
    var delivered: [(key: RequestKey, row: DeliveredRow)] = []
}
