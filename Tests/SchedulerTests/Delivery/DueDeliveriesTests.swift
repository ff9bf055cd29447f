import AgentInterface
import AgentTestSupport
import Logging
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// How due requests are delivered, over a real store.
@Suite struct DueDeliveriesTests {
    private static let app = "org.example.Test"
    private static let hour: Int64 = 3_600_000_000
    private let folder: TemporaryFolder
    private let clock = ManualClock()
    private let context: SchedulingContext
    private let due: DueDeliveries

    private var store: Store { context.store }

    init() throws {
        folder = try TemporaryFolder()
        context = SchedulingContext(
            executor: QueueExecutor(),
            store: try Store(path: "\(folder.path)/store.sqlite"),
            clock: clock,
            zones: .system,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let reader = DueReader(
            context: context,
            categories: AppCategories(context),
            permissions: AppPermissions(store: context.store, configuration: .defaults)
        )
        due = DueDeliveries(context, reader, maxSummarised: 100)
    }

    /// The present; everything could be shown for a minute.
    private var instant: DueInstant {
        DueInstant(
            wall: clock.now,
            sinceBoot: clock.sinceBoot,
            available: clock.now.advanced(byMicroseconds: -60_000_000)
        )
    }

    /// Adds a request that was due a while ago, in microseconds.
    private func add(
        _ identifier: String,
        ago: Int64 = 0,
        content: NotificationContent? = nil,
        options: ScheduleOptions = ScheduleOptions()
    ) throws {
        let date = clock.now.advanced(byMicroseconds: -ago)
        let request = NotificationRequest(
            appID: Self.app,
            identifier: identifier,
            content: content ?? NotificationContent(title: identifier),
            options: options
        )
        try store.add(PendingRequest(request: request, added: date, due: date), boot: nil)
    }

    /// Moves the first that is due on.
    private func deliver(isHeld: Bool = false) throws -> [DeliveryAction] {
        let row = try #require(try due.reader.first(instant))
        let next = try #require(try due.reader.read(row, instant))
        return try due.deliver(next, instant, isHeld: isHeld)
    }

    /// Actions in words.
    private func words(_ actions: [DeliveryAction]) -> [String] {
        actions.map { action in
            switch action {
            case .begin(let delivery, _, let earlier):
                "show \(delivery.request.identifier)\(earlier == nil ? "" : " for an earlier one")"
            case .close(let bubble): "close \(bubble.id)"
            case .note(let lines):
                "note " + lines.map { "\($0.event.rawValue) \($0.detail)" }.joined(separator: ", ")
            case .setBadge(let request): "badge \(request.content.badge ?? 0)"
            case .withhold(let ids, _): "keep \(ids.count)"
            case .show(let delivery, _, _): "show again \(delivery.request.identifier)"
            case .playSound: "sound"
            }
        }
    }

    private func states() throws -> [String] {
        try store.delivered(app: Self.app).map(\.state.name)
    }

    /// Puts a delivery of a request onto the screen.
    private func show(_ identifier: String) throws {
        try add(identifier)
        guard case .begin(let delivery, let id, _) = try deliver().first else {
            throw StartFailureInTest(what: "\(identifier) is not shown")
        }
        let bubble = BubbleKey(owner: ":1.5", id: 7)
        try store.update(delivered: id, state: .shown(bubble), at: delivery.delivered)
    }

    @Test func whatIsOnTimeIsMarkedAndShown() throws {
        try add("one")
        #expect(words(try deliver()) == ["show one"])
        #expect(try states() == ["delivering"])
        #expect(try due.reader.first(instant) == nil)
        try add("one")
        #expect(words(try deliver()) == ["show one for an earlier one"])
        #expect(try states() == ["delivering"])
    }

    @Test func whatIsNotDueIsNotRead() throws {
        try add("later", ago: -1)
        #expect(try due.reader.first(instant) == nil)
        // A clock that cannot be right makes nothing due.
        try add("now")
        let wrong = DueInstant(wall: nil, sinceBoot: clock.sinceBoot, available: clock.now)
        #expect(try due.reader.first(wrong) == nil)
    }

    @Test func anAppThatMayShowNothingHasItsRequestsDropped() throws {
        try store.set(permission: .denied, of: Self.app, isOfUser: true)
        try add("one")
        #expect(words(try deliver()) == ["note notAllowed "])
        #expect(try states() == [])
        #expect(try due.reader.first(instant) == nil)
    }

    @Test func aProvisionalAppDeliversToTheListAlone() throws {
        try show("one")
        try store.set(permission: .provisional, of: Self.app)
        try add("one")
        #expect(words(try deliver()) == ["close 7", "note delivered list"])
        #expect(try states() == ["listed"])
        try add("sound", content: NotificationContent(title: ""))
        #expect(words(try deliver()) == ["note delivered "])
        #expect(try states() == ["listed"])
    }

    @Test func whatIsHeldIsListedAndWithheld() throws {
        try add("one")
        #expect(words(try deliver(isHeld: true)) == ["note delivered quiet", "keep 1"])
        #expect(try states() == ["listed"])
    }

    @Test func aFewThatAreLateAreShownOneByOne() throws {
        for number in 1...Lateness.maxAtOnce { try add("\(number)", ago: Self.hour) }
        #expect(words(try deliver()) == ["show 1"])
    }

    @Test func manyThatAreLateAreOneSummary() throws {
        for number in 1...4 {
            try add(
                "\(number)",
                ago: Self.hour,
                content: NotificationContent(title: "\(number)", badge: number)
            )
        }
        // One that is on time is not among them.
        try add("now")
        #expect(
            words(try deliver())
                == [
                    "note "
                        + Array(repeating: "delivered summary", count: 4).joined(separator: ", "),
                    "badge 4",
                ]
        )
        #expect(try states() == Array(repeating: "listed", count: 4))
        #expect(Set(words(try deliver() + deliver())) == ["show now", "show late-summary"])
    }

    @Test func whatIsTooLateIsMissed() throws {
        try add("one", ago: Self.hour, options: ScheduleOptions(late: .skip))
        #expect(words(try deliver()) == ["note missed 1"])
        #expect(try states() == [])
    }

    @Test func urgentOnesAreFoundAmongOthers() throws {
        try add("one")
        #expect(try due.reader.urgent(instant) == nil)
        try add("two", content: NotificationContent(title: "two", interruptionLevel: .critical))
        #expect(try due.reader.urgent(instant)?.key.identifier == "two")
    }

    /// A scheduled request of the same name comes while it waits for a server.
    @Test func oneThatWaitsIsMarkedBeforeItIsReplaced() throws {
        try add("one")
        let key = RequestKey(appID: Self.app, identifier: "one")
        #expect(try due.handOver(key, instant).count == 1)
        #expect(try states() == ["delivering"])
        #expect(try due.handOver(key, instant) == [])
    }
}
