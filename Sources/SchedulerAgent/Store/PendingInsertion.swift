import AgentInterface
import GLibBridge
import GRDB
import NotifyCore

/// A pending request as the values of a row; smaller than the request.
struct PendingInsertion: Sendable {
    let key: RequestKey
    /// The name of the folder that holds its files.
    let folder: String?
    private let record: [UInt8]
    private let added, due, settled: Int64
    private let fired: Int
    private let isPaused: Bool
    private let boot: BootDue?
    private let isListed, wakes: Bool
    private let grammar, rule, zone: String?
    private let monthEnd: Bool
    private let until: Int64?
    private let place: Int?

    /// Takes the values of a request, whose record is made here where it was not made before.
    init(_ pending: PendingRequest, record: [UInt8]? = nil, boot: BootDue?) {
        let request = pending.request
        key = request.key
        folder = request.attachmentFolder
        self.record = record ?? request.record.serialized
        added = pending.added.microseconds
        due = pending.due.microseconds
        settled = pending.settled.microseconds
        fired = pending.fired
        isPaused = pending.isPaused
        self.boot = boot
        isListed = request.trigger != .immediate
        wakes = request.options.wakes
        let calendar = request.trigger.calendar
        grammar = calendar?.spec.grammar.rawValue
        rule = calendar?.spec.text
        zone = calendar?.zoneIdentifier
        monthEnd = calendar?.monthEnd ?? false
        until = request.options.until?.microseconds
        place = request.trigger.hasDates ? nil : RegionSide.unknown.rawValue
    }

    /// Runs a statement with the values, in the order of ``Store/insertStatement(_:)``.
    func run(_ statement: Statement, _ database: Database) throws {
        try StatementRun.run(statement, database) { values in
            values.bind(key.appID)
            values.bind(key.identifier)
            values.bind(record)
            values.bind(added)
            values.bind(due)
            values.bind(settled)
            values.bind(Int64(fired))
            values.bind(isPaused)
            values.bind(boot?.boot)
            values.bind(boot?.microseconds)
            values.bind(isListed)
            values.bind(wakes)
            values.bind(grammar)
            values.bind(rule)
            values.bind(zone)
            values.bind(monthEnd)
            values.bind(until)
            values.bind(folder)
            values.bind(place.map { Int64($0) })
        }
    }
}
