import AgentInterface
import AgentTestSupport
import GLibBridge
import Logging
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// The next actions for deliveries that were marked before, over a real store.
@Suite struct MarkedDeliveriesTests {
    private static let app = "org.example.Test"
    private static let owner = ":1.5"
    private static let bubble = BubbleKey(owner: owner, id: 7)
    private let folder: TemporaryFolder
    private let store: Store
    private let marked: MarkedDeliveries

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(path: "\(folder.path)/store.sqlite")
        let context = SchedulingContext(
            executor: QueueExecutor(),
            store: store,
            clock: ManualClock(),
            zones: .system,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        marked = MarkedDeliveries(
            context,
            AppPermissions(store: store, configuration: .defaults)
        )
    }

    private func deliver(_ state: DeliveryState, title: String = "one") throws -> Int64 {
        let request = NotificationRequest(
            appID: Self.app,
            identifier: "one",
            content: NotificationContent(title: title, badge: 3)
        )
        let delivery = Delivery(
            request: request,
            scheduled: SchedulerFixture.start,
            delivered: SchedulerFixture.start,
            state: state
        )
        return try store.write(.process) { database in
            try Store.insert(delivery, record: request.record.serialized, database)
        }
    }

    /// Actions in words.
    private func words(_ actions: [DeliveryAction]) -> [String] {
        actions.map { action in
            switch action {
            case .begin: "begin"
            case .show(_, _, let bubble): "show in \(bubble?.id ?? 0)"
            case .playSound: "sound"
            case .close(let bubble): "close \(bubble.id)"
            case .note(let lines):
                "note " + lines.map { "\($0.event.rawValue) \($0.detail)" }.joined(separator: ", ")
            case .setBadge(let request): "badge \(request.content.badge ?? 0)"
            case .withhold: "keep"
            }
        }
    }

    private func present(_ id: Int64, _ answer: AskedDelivery.Answer) throws -> [String] {
        let asked = AskedDelivery(id: id, isUrgent: false, bubble: Self.bubble, answer: answer)
        return words(try marked.present(asked))
    }

    private func again(
        _ id: Int64,
        owner: String? = owner,
        isHeld: Bool = false,
        replaced: BubbleKey? = nil
    ) throws -> [String] {
        words(
            try marked.again(id, on: owner, isHeld: { _ in isHeld }, replaced: { _ in replaced })
        )
    }

    private func state(_ id: Int64) throws -> String? { try store.delivered(id: id)?.state.name }

    @Test func itIsShownAsItIsWhereNobodySays() throws {
        let id = try deliver(.delivering)
        #expect(try present(id, .unchanged) == ["show in 7", "badge 3"])
        #expect(try state(id) == "delivering")
    }

    @Test(
        arguments: [
            (.banner, ["show in 7"], "delivering"),
            ([.banner, .list, .badge], ["show in 7", "badge 3"], "delivering"),
            (.list, ["note delivered list", "close 7"], "listed"),
            (
                [.list, .sound, .badge], ["sound", "note delivered list", "close 7", "badge 3"],
                "listed"
            ),
            (.sound, ["sound", "note declined ", "close 7"], nil),
            ([], ["note declined ", "close 7"], nil),
        ] as [(PresentationOptions, [String], String?)]
    )
    func itIsShownAsItsAppWantsIt(
        options: PresentationOptions,
        actions: [String],
        state: String?
    ) throws {
        let id = try deliver(.delivering)
        #expect(try present(id, .options(options)) == actions)
        #expect(try self.state(id) == state)
    }

    @Test func oneThatWasRemovedMeanwhileLeavesItsPlace() throws {
        let id = try deliver(.listed)
        #expect(try present(id, .unchanged) == ["close 7"])
        #expect(try present(id + 1, .unchanged) == ["close 7"])
    }

    @Test func oneThatReturnsHasItsBubbleOnTheSameServer() throws {
        let id = try deliver(.returning(Self.bubble))
        #expect(try again(id) == ["show in 7"])
        #expect(try again(id, owner: ":1.6") == ["show in 0"])
        let marked = try deliver(.delivering)
        #expect(try again(marked, replaced: Self.bubble) == ["show in 7"])
    }

    @Test func whatLeftTheListOrHasItsBubbleIsNotShownAgain() throws {
        let id = try deliver(.shown(Self.bubble))
        #expect(try again(id) == [])
        #expect(try again(id + 1) == [])
    }

    @Test func whatWasSeenOnceDoesNotDisturb() throws {
        let id = try deliver(.returning(Self.bubble))
        #expect(try again(id, isHeld: true) == ["close 7"])
        #expect(try state(id) == "listed")
        // One that nobody has seen is kept, because the server would lose it.
        let marked = try deliver(.delivering)
        #expect(try again(marked, isHeld: true) == ["note delivered quiet", "keep"])
    }

    @Test func anAppThatWasDeniedMeanwhileShowsNothing() throws {
        let id = try deliver(.delivering)
        try store.set(permission: .denied, of: Self.app, isOfUser: true)
        #expect(try again(id) == [])
        #expect(try state(id) == "listed")
    }
}
