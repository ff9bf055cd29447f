import AgentInterface
import AgentTestSupport
import GLibBridge
import Logging
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What events on deliveries change and ask for, over a real store.
@Suite struct ResponseRouterTests {
    private static let bubble = BubbleKey(owner: ":1.5", id: 7)
    private static let pay = NotificationAction(
        identifier: "pay",
        title: "P",
        options: .authenticationRequired
    )
    private static let yes = NotificationAction(identifier: "yes", title: "Y")
    private static let typed = NotificationAction(
        identifier: "typed",
        title: "T",
        textInput: NotificationAction.TextInput()
    )

    private let folder: TemporaryFolder
    private let store: Store
    private let clock = ManualClock()
    private let reports = Recorder<String>()
    private let router: ResponseRouter

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(path: "\(folder.path)/store.sqlite")
        let context = SchedulingContext(
            executor: QueueExecutor(),
            store: store,
            clock: clock,
            zones: .system,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        var watchers = Watchers()
        _ = watchers.add(":0.1", for: .all, isConfined: false)
        let reports = reports
        let journal = Journal(context, watchers: watchers) { event in
            if case .happened(let event, let names) = event, !names.isEmpty {
                reports.append(event.event)
            }
        }
        router = ResponseRouter(context, journal: journal)
    }

    /// Puts a notification into the list.
    private func deliver(
        _ state: DeliveryState = .shown(bubble),
        actions: [NotificationAction] = [yes],
        isResident: Bool = false
    ) throws -> DeliveredRow {
        let request = NotificationRequest(
            appID: "org.example.Test",
            identifier: "one",
            content: NotificationContent(title: "one"),
            actions: actions,
            isResident: isResident
        )
        let delivery = Delivery(
            request: request,
            scheduled: SchedulerFixture.start,
            delivered: SchedulerFixture.start,
            state: state
        )
        let id = try store.write(.process) { database in
            try Store.insert(delivery, record: request.record.serialized, database)
        }
        return try #require(try store.delivered(id: id))
    }

    private func surroundings(
        closesAfterAction: Bool = false,
        isTaken: Bool = false
    ) -> ResponseRouter.Surroundings {
        ResponseRouter.Surroundings(
            closesAfterAction: closesAfterAction,
            isTaken: { _ in isTaken },
            keys: ActionKeys(store),
            quietDetail: { _ in nil }
        )
    }

    /// Routes an event, writes it and names what follows.
    private func route(
        _ event: DeliveryEvent,
        on row: DeliveredRow,
        _ surroundings: ResponseRouter.Surroundings
    ) throws -> [String]? {
        try router.route(event, on: row, surroundings).map { step in
            try router.write(step).map(Self.name)
        }
    }

    private static func name(_ action: ResponseRouter.Action) -> String {
        switch action {
        case .noteHeard: "noteHeard"
        case .noteStored: "noteStored"
        case .hold: "hold"
        case .noteShown(let bubble, _): "noteShown \(bubble.id)"
        case .keepFiles: "keepFiles"
        case .sweepFiles: "sweepFiles"
        case .showAgain: "showAgain"
        case .showAgainLast: "showAgainLast"
        case .close(let bubble): "close \(bubble.id)"
        case .respond(let response, let snoozed):
            "respond \(response.action) \(response.userText ?? "-") \(snoozed == nil ? "-" : "later")"
        case .prompt(let action, _, _): "prompt \(action.identifier)"
        case .noteRefusal(_, _, let reason): "noteRefusal \(reason)"
        case .reach(let response): "reach \(response.action)"
        }
    }

    @Test func aClickIsWrittenBeforeAnythingFollows() throws {
        let row = try deliver()
        #expect(
            try route(.invoked(action: "yes"), on: row, surroundings()) == [
                "noteHeard", "keepFiles", "respond yes - -", "sweepFiles", "close 7", "reach yes",
            ]
        )
        #expect(try store.delivered(id: row.id) == nil)
        #expect(try store.firstResponse(of: "org.example.Test") != nil)
    }

    @Test func nothingFollowsFromWhatCannotBeWritten() throws {
        let row = try deliver()
        let step = try #require(
            try router.route(.invoked(action: "yes"), on: row, surroundings())
        )
        try store.refuse("DELETE", on: "delivered")
        #expect(throws: RequestError.self) { try router.write(step) }
        #expect(try store.firstResponse(of: "org.example.Test") == nil)
        #expect(reports.elements == [])
    }

    @Test(arguments: [(true, false), (false, true)])
    func whatTheServerOrAnotherDeliveryDoesIsLeftOut(
        closesAfterAction: Bool,
        isTaken: Bool
    ) throws {
        let row = try deliver()
        let surroundings = surroundings(closesAfterAction: closesAfterAction, isTaken: isTaken)
        let actions = try route(.invoked(action: "yes"), on: row, surroundings)
        #expect(actions?.contains("close 7") == false)
    }

    @Test func aButtonThatItNeverHadMeansNothing() throws {
        let row = try deliver()
        #expect(try route(.invoked(action: "no"), on: row, surroundings()) == nil)
        #expect(try store.delivered(id: row.id)?.state == .shown(Self.bubble))
    }

    @Test func whatNeedsAnUnlockedSessionIsHeld() throws {
        let row = try deliver(actions: [Self.pay])
        #expect(
            try route(.invoked(action: "pay"), on: row, surroundings()) == [
                "noteHeard", "hold", "keepFiles", "sweepFiles", "close 7",
            ]
        )
        #expect(try store.held().map(\.response.action) == ["pay"])
        #expect(try store.firstResponse(of: "org.example.Test") == nil)
    }

    @Test func aTextIsAskedForBeforeItIsAnswered() throws {
        let row = try deliver(actions: [Self.typed])
        #expect(
            try route(.invoked(action: "typed"), on: row, surroundings())
                == ["noteHeard", "prompt typed", "close 7"]
        )
        let listed = try #require(try store.delivered(id: row.id))
        #expect(listed.state == .listed)
        #expect(
            try route(.replied(action: "typed", text: "hi"), on: listed, surroundings()) == [
                "noteHeard", "keepFiles", "respond typed hi -", "sweepFiles", "reach typed",
            ]
        )
    }

    @Test func aResidentOneIsShownAgainAndLeavesAResponse() throws {
        let row = try deliver(isResident: true)
        #expect(
            try route(.invoked(action: "yes"), on: row, surroundings()) == [
                "noteHeard", "respond yes - -", "close 7", "showAgain", "reach yes",
            ]
        )
        #expect(try store.delivered(id: row.id)?.state == .delivering)
    }

    @Test func aDismissalIsALineOfTheHistory() throws {
        let row = try deliver()
        #expect(
            try route(.closed(.dismissed), on: row, surroundings()) == ["noteHeard", "sweepFiles"]
        )
        #expect(reports.elements == ["dismissed"])
    }

    @Test func theMarkAndItsLineAreOne() throws {
        let row = try deliver(.delivering)
        #expect(
            try route(.shown(Self.bubble), on: row, surroundings()) == ["noteHeard", "noteShown 7"]
        )
        #expect(reports.elements == ["delivered"])
        #expect(try store.delivered(id: row.id)?.delivered == clock.now)
    }

    @Test func whatComesBackKeepsItsDate() throws {
        let row = try deliver(.returning(nil))
        #expect(
            try route(.shown(Self.bubble), on: row, surroundings()) == ["noteHeard", "noteShown 7"]
        )
        #expect(reports.elements == [])
        #expect(try store.delivered(id: row.id)?.delivered == SchedulerFixture.start)
    }

    @Test func oneThatWasReplacedChangesNothingInTheList() throws {
        let row = try deliver()
        var delivery = try row.delivery()
        let event = DeliveryEvent.invoked(action: "yes")
        let effects = delivery.apply(event).filter { $0 != .end(.opened) }
        let step = router.step(event, onReplaced: delivery, id: row.id, effects)
        #expect(try router.write(step).map(Self.name) == ["respond yes - -", "close 7"])
        #expect(try store.delivered(id: row.id)?.state == .shown(Self.bubble))
    }
}
