import AgentInterface
import AgentTestSupport
import Logging
import NotifyCore
import TestSupport

@testable import SchedulerAgent

/// What components need: a store of their own, and a clock and a zone that the test owns; UTC at first.
struct ComponentFixture {
    let clock: ManualClock
    let zone: ManualZone
    let store: Store
    let zones: ZoneSource
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    /// What was reported to watchers of everything, as `EVENT ID`.
    let reported = Recorder<String>()
    let journal: Journal
    private let folder: TemporaryFolder

    static let watcher = ":0.1"
    static let app = "org.example.App"
    static let second: Int64 = 1_000_000

    init(clock: ManualClock = ManualClock(), zone: ManualZone = ManualZone()) throws {
        self.clock = clock
        self.zone = zone
        folder = try TemporaryFolder()
        store = try Store(path: "\(folder.path)/store.sqlite")
        zones = ZoneSource(local: { zone.current }, named: { _ in nil }, dropAll: {})
        var watchers = Watchers()
        _ = watchers.add(Self.watcher, for: .all, isConfined: false)
        let reported = reported
        journal = Journal(store: store, clock: clock, logger: logger, watchers: watchers) {
            event in
            guard case .happened(let event, _) = event else { return }
            reported.append("\(event.event) \(event.key.identifier)")
        }
    }

    func apps(reportingTo journal: Journal? = nil) -> Apps {
        Apps(
            store: store,
            configuration: .defaults,
            journal: journal ?? self.journal,
            logger: logger
        )
    }

    func schedule(location: any LocationProvider = NoLocations()) -> Schedule {
        Schedule(
            store: store,
            clock: clock,
            zones: zones,
            logger: logger,
            apps: apps(),
            focus: Focus(
                store: store,
                clock: clock,
                zones: zones,
                configuration: .defaults,
                journal: journal,
                logger: logger
            ),
            senders: Senders(store: store, clock: clock, logger: logger),
            journal: journal,
            location: location,
            run: { _ in .status(0) },
            tasks: AgentTasks(QueueExecutor())
        )
    }

    var folderPath: String { folder.path }

    func request(
        _ identifier: String,
        _ trigger: NotificationTrigger = .timeInterval(
            microseconds: 3_600 * second,
            repeats: false
        ),
        app: String = app
    ) -> NotificationRequest {
        NotificationRequest(
            appID: app,
            identifier: identifier,
            content: NotificationContent(title: "T \(identifier)"),
            trigger: trigger
        )
    }

    /// Stores a request as it is accepted now.
    @discardableResult
    func add(_ request: NotificationRequest) throws -> PendingID {
        let pending = try PendingRequest(accepting: request, now: clock.now, zone: zone.current)
        return try store.add(AcceptedRequest(pending, boot: clock.bootDue(of: pending)))
    }

    /// The pending requests, as `ID SECONDS FROM NOW`.
    func pending() throws -> [String] {
        try store.pending(app: nil).map { row in
            let left = (row.due.microseconds - clock.now.microseconds) / Self.second
            return "\(try row.pending().request.identifier) \(left)"
        }
    }
}
