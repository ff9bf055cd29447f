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
    /// Distinguishes it from all other calls.
    let number: Int64

    /// Makes a call of a program.
    init(_ kind: Kind, by origin: String, at: Instant) {
        self.kind = kind
        self.origin = origin
        self.at = at
        number = Int64.random(in: 1...Int64.max)
    }
}

/// An entry of the table of changes: a request as it was before.
struct ChangeEntry: Sendable {
    /// The row as it was.
    enum Before: Sendable {
        case pending(PendingRow)
        case delivered(DeliveredRow)
    }

    let id: Int64
    let kind: ChangeCall.Kind
    let call: Int64
    let at: Instant
    let key: RequestKey
    /// The row, with its number before the change.
    let before: Before
    /// Whether the change ended the request.
    let isEnded: Bool
    /// How many requests of the same call were too many to be kept.
    let cut: Int
    /// The row of the date that was left out.
    let leftOut: Int64?
    /// The identifier of the request that shows it later.
    let child: String?
    /// The record that the change stored.
    let after: [UInt8]

    /// What it shows.
    var record: [UInt8] {
        switch before {
        case .pending(let row): row.record
        case .delivered(let row): row.record
        }
    }

    var list: TransferList {
        switch before {
        case .pending: .pending
        case .delivered: .delivered
        }
    }
}

/// What happens to the dates of a request that is edited.
enum DatesAfterEdit: Sendable {
    /// They stay.
    case kept
    /// They are other ones, and those that came or were left out do not come again.
    case carried
    /// They are other ones.
    case fresh
}

/// The row changes that put requests back.
struct Reversal: Sendable {
    /// The entries that are done with.
    var entries: [Int64] = []
    /// The call whose other entries cannot be undone.
    var givenUp: Int64?
    /// Requests that are pending again, with the rows that they take the dates of.
    var pending: [(request: AcceptedRequest, row: PendingID)] = []
    /// Requests whose dates stay.
    var records: [(row: PendingID, request: AcceptedRequest)] = []
    /// Requests with another next date.
    var settled: [(row: PendingID, pending: PendingRequest, boot: BootDue?)] = []
    /// Dates that come again.
    var leftOut: [Int64] = []
    /// Notifications that are in the list again.
    var delivered: [(delivery: Delivery, record: [UInt8])] = []
    /// Requests that are no longer pending.
    var gone: [PendingID] = []
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
