import AgentTestSupport
import DesktopBubbles
import Foundation
import GLibBridge
import Logging
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

private let app = "org.example.Test"

/// Questions for permission call by call, on a clock and a server that the test plays.
@Suite struct QuestionsTests {
    /// A fixture whose agent asks.
    private static func fixture(questionTime: Duration = .seconds(600)) throws -> SchedulerFixture {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let file = folder.appending(path: "agent.conf")
        try "[Permission]\nDefault=ask\n".write(to: file, atomically: true, encoding: .utf8)
        chmod(file.path(), 0o600)
        return try SchedulerFixture.withManualServer(
            configuration: ConfigurationSource(
                folders: [folder.path()],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            ),
            questionTime: questionTime
        )
    }

    /// The word of the user about the app, or why there is none.
    private typealias Answer = Result<Bool, RequestError>

    private static func ask(
        _ fixture: SchedulerFixture,
        _ options: UInt32 = 4,
        answers: Recorder<Answer> = Recorder()
    ) async throws -> Recorder<Answer> {
        try await fixture.scheduler.requestAuthorization(of: app, options: options) {
            answers.append($0)
        }
        return answers
    }

    /// Begins with a server that is ready, and asks.
    private static func asked() async throws -> (
        fixture: SchedulerFixture, answers: Recorder<Answer>, call: FakePresenter.Call
    ) {
        let fixture = try fixture()
        try await fixture.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await ask(fixture)
        return (fixture, answers, try await fixture.server.next("permission-question"))
    }

    private static func refusal(_ name: String?) -> ShowOutcome {
        .failed(GLibError(domain: "", code: 0, message: "no", remoteName: name))
    }

    @Test("One answer reaches all callers, once")
    func oneAnswerForAll() async throws {
        let (fixture, answers, call) = try await Self.asked()
        _ = try await Self.ask(fixture, answers: answers)
        call.reply(.shown(owner: ":1.1", id: 7))
        await fixture.scheduler.handle(Self.click("allow"))
        let all = try await answers.wait(30, "both answers") { $0.count > 1 ? $0 : nil }
        #expect(all == [.success(true), .success(true)])
        #expect(try await fixture.server.closings.next(30) == Self.bubble)
        await fixture.scheduler.handle(Self.click("deny"))
        #expect(try fixture.store.permission(of: app) == .authorized)
        #expect(answers.elements.count == 2)
        #expect(fixture.server.calls.elements.count == 1)
    }

    @Test("The question names what all callers ask for that came before it is shown")
    func optionsOfAllCallers() async throws {
        let fixture = try Self.fixture()
        fixture.server.answersQuestions = false
        try await fixture.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await Self.ask(fixture, 4)
        _ = try await Self.ask(fixture, 2, answers: answers)
        try await fixture.server.questions.next(30)()
        let first = try await fixture.server.next("permission-question")
        #expect(first.body.contains("show you notifications, with sounds."))
        _ = try await Self.ask(fixture, 1, answers: answers)
        // The server could not be called, and says later that it is there.
        first.reply(.notSent)
        try await fixture.server.questions.next(30)()
        let second = try await fixture.server.next("permission-question")
        #expect(second.body.contains("with sounds and a number at its icon."))
        second.reply(.shown(owner: ":1.1", id: 7))
        await fixture.scheduler.handle(Self.click("allow"))
        let all = try await answers.wait(30, "all answers") { $0.count > 2 ? $0 : nil }
        #expect(Set(all) == [.success(true)])
    }

    @Test("A server without room for the question is asked again")
    func fullServer() async throws {
        let (fixture, answers, call) = try await Self.asked()
        call.reply(Self.refusal("org.freedesktop.DBus.Error.LimitsExceeded"))
        try await fixture.server.next("permission-question").reply(.shown(owner: ":1.1", id: 7))
        await fixture.scheduler.handle(Self.click("allow"))
        #expect(try await answers.next(30) == .success(true))
    }

    @Test("A question that the server refuses is no denial of the user")
    func refusal() async throws {
        let (fixture, answers, call) = try await Self.asked()
        call.reply(Self.refusal(nil))
        #expect(try await answers.next(30) == .success(false))
        #expect(try fixture.store.permission(of: app) == nil)
    }

    @Test(
        "A bubble that nobody sees asks nothing",
        arguments: [
            ShowOutcome.shown(owner: ":1.1", id: 0), .shown(owner: ":1.2", id: 7),
        ]
    )
    func unseenBubble(outcome: ShowOutcome) async throws {
        let (fixture, answers, call) = try await Self.asked()
        call.reply(outcome)
        #expect(try await answers.next(30) == .success(false))
        #expect(try fixture.store.permission(of: app) == nil)
    }

    @Test(
        "The user's word at the command line closes the question, also one whose bubble is not known"
    )
    func wordElsewhere() async throws {
        for isShown in [true, false] {
            let (fixture, answers, call) = try await Self.asked()
            if isShown { call.reply(.shown(owner: ":1.1", id: 7)) }
            await fixture.scheduler.deliverDue()
            try await fixture.scheduler.setAllowed(true, app: app)
            #expect(try await answers.next(30) == .success(true))
            if !isShown { call.reply(.shown(owner: ":1.1", id: 7)) }
            #expect(try await fixture.server.closings.next(30) == Self.bubble)
        }
    }

    @Test("A server that goes takes its question along")
    func serverGone() async throws {
        let (fixture, answers, call) = try await Self.asked()
        call.reply(.shown(owner: ":1.1", id: 7))
        await fixture.scheduler.handle(Self.click("other"))
        #expect(try await answers.next(30) == .success(false))
        let second = try await Self.ask(fixture)
        try await fixture.server.next("permission-question").reply(.shown(owner: ":1.1", id: 8))
        await fixture.scheduler.handle(BubbleEvent.ownerChanged(nil))
        #expect(try await second.next(30) == .success(false))
        #expect(try fixture.store.permission(of: app) == nil)
    }

    @Test("A question that was not sent waits for the next server")
    func nextServer() async throws {
        let (fixture, answers, call) = try await Self.asked()
        fixture.server.answersQuestions = false
        call.reply(.notSent)
        _ = try await fixture.server.questions.next(30)
        await fixture.scheduler.handle(BubbleEvent.ownerChanged(":1.2"))
        await fixture.scheduler.met(":1.2")
        try await fixture.server.next("permission-question").reply(.shown(owner: ":1.2", id: 9))
        await fixture.scheduler.handle(
            .invoked(owner: ":1.2", id: 9, action: "allow", activationToken: nil)
        )
        #expect(try await answers.next(30) == .success(true))
    }

    @Test("The late answer of a server that has gone closes no bubble")
    func lateAnswerOfGoneServer() async throws {
        let (fixture, answers, call) = try await Self.asked()
        fixture.server.answersQuestions = false
        call.reply(.timedOut(ticket: 5))
        _ = try await fixture.server.questions.next(30)
        try await fixture.scheduler.setAllowed(true, app: app)
        #expect(try await answers.next(30) == .success(true))
        await fixture.scheduler.handle(BubbleEvent.ownerChanged(":1.2"))
        await fixture.scheduler.handle(
            .lateReply(ticket: 5, outcome: .shown(owner: ":1.1", id: 7))
        )
        await fixture.scheduler.deliverDue()
        #expect(fixture.server.closings.elements == [])
    }

    @Test("Without a server that can be started, all questions are denied")
    func noServer() async throws {
        let fixture = try Self.fixture()
        try await fixture.scheduler.start(serverOwner: nil, bus: "bus")
        let answers = try await Self.ask(fixture)
        #expect(try await answers.next(30) == .success(false))
        #expect(fixture.server.calls.elements.isEmpty)
        #expect(try fixture.store.permission(of: app) == nil)
    }

    private static let bubble = BubbleKey(owner: ":1.1", id: 7)

    @Test("A question waits for the end of do-not-disturb where the server would lose it")
    func doNotDisturbHoldsAQuestion() async throws {
        let fixture = try Self.fixture()
        var profile = ServerProfile()
        profile.doNotDisturb = DoNotDisturbRules(.dropped, .dropped, .dropped, .dropped)
        fixture.server.profile = profile
        try await fixture.begin()
        await fixture.scheduler.doNotDisturbChanged(to: true)
        let answers = try await Self.ask(fixture)
        await fixture.scheduler.deliverDue()
        #expect(fixture.server.calls.elements.isEmpty)
        await fixture.scheduler.doNotDisturbChanged(to: false)
        try await fixture.server.next("permission-question")
            .reply(.shown(owner: SchedulerFixture.owner, id: 7))
        #expect(answers.elements == [])
    }

    @Test(
        "The question names only what the app asks for",
        arguments: [
            (4, "show you notifications"), (6, "show you notifications, with sounds"),
            (5, "show you notifications, with a number at its icon"),
            (7, "show you notifications, with sounds and a number at its icon"),
            (2, "play sounds"), (1, "show a number at its icon"),
            (3, "play sounds and show a number at its icon"),
            // Nothing that a desktop has, and what is not named.
            (0, "show you notifications"), (8, "show you notifications"),
            (4 + 16 + 32 + 128 + 256, "show you notifications"),
        ] as [(UInt32, String)]
    )
    func words(options: UInt32, words: String) async throws {
        let fixture = try Self.fixture()
        try await fixture.scheduler.start(serverOwner: ":1.1", bus: "bus")
        _ = try await Self.ask(fixture, options)
        let call = try await fixture.server.next("permission-question")
        #expect(call.body == "This app would like to \(words). Do you allow it?")
        call.reply(.shown(owner: ":1.1", id: 7))
    }

    @Test func aQuestionThatNobodyAnswersEndsByItself() async throws {
        let fixture = try Self.fixture(questionTime: .milliseconds(1))
        fixture.server.answersQuestions = false
        try await fixture.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await Self.ask(fixture)
        #expect(try await answers.next(30) == .success(false))
        #expect(try fixture.store.permission(of: app) == nil)
    }

    @Test func aBubbleThatComesAfterTheEndOfItsQuestionIsTakenAway() async throws {
        let fixture = try Self.fixture()
        try await fixture.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await Self.ask(fixture)
        let call = try await fixture.server.next("permission-question")
        await fixture.scheduler.handle(.questionExpired(number: 1))
        #expect(try await answers.next(30) == .success(false))
        // The next question about the app is another one, which the time of the first does not end.
        let second = try await Self.ask(fixture)
        let next = try await fixture.server.next("permission-question")
        await fixture.scheduler.handle(.questionExpired(number: 1))
        call.reply(.shown(owner: ":1.1", id: 7))
        #expect(try await fixture.server.closings.next(30) == Self.bubble)
        next.reply(.shown(owner: ":1.1", id: 8))
        await fixture.scheduler.handle(
            .invoked(owner: ":1.1", id: 8, action: "allow", activationToken: nil)
        )
        #expect(try await second.next(30) == .success(true))
        #expect(try fixture.store.permission(of: app) == .authorized)
    }

    @Test func aQuestionWaitsForTheServerToSayWhatItCanDo() async throws {
        let fixture = try Self.fixture()
        fixture.server.answersQuestions = false
        try await fixture.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await Self.ask(fixture)
        let meeting = try await fixture.server.questions.next(30)
        #expect(fixture.server.calls.elements.isEmpty)
        meeting()
        try await fixture.server.next("permission-question").reply(.shown(owner: ":1.1", id: 7))
        await fixture.scheduler.handle(Self.click("allow"))
        #expect(try await answers.next(30) == .success(true))
        #expect(try fixture.store.permission(of: app) == .authorized)
    }

    @Test func aClickThatComesBeforeTheIdOfItsBubbleCounts() async throws {
        let fixture = try Self.fixture()
        try await fixture.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await Self.ask(fixture)
        let call = try await fixture.server.next("permission-question")
        await fixture.scheduler.handle(Self.click("deny"))
        call.reply(.shown(owner: ":1.1", id: 7))
        #expect(try await answers.next(30) == .success(false))
        #expect(try fixture.store.permission(of: app) == .denied)
    }

    @Test func aChoiceThatTheStoreDoesNotTakeFails() async throws {
        let fixture = try Self.fixture()
        try await fixture.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await Self.ask(fixture)
        try await fixture.server.next("permission-question").reply(.shown(owner: ":1.1", id: 7))
        try fixture.store.refuse("INSERT", on: "app")
        await fixture.scheduler.handle(Self.click("allow"))
        let error = await #expect(throws: RequestError.self) { try await answers.next(30).get() }
        #expect(error?.code == .storage)
        #expect(try fixture.store.permission(of: app) == nil)
    }

    @Test func aServerThatAnswersLateIsAskedOnce() async throws {
        let fixture = try Self.fixture()
        try await fixture.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await Self.ask(fixture)
        let call = try await fixture.server.next("permission-question")
        fixture.server.answersQuestions = false
        call.reply(.timedOut(ticket: 3))
        // The answer to it is taken in once the scheduler asks the server again what it can do.
        _ = try await fixture.server.questions.next(30)
        await fixture.scheduler.handle(
            .lateReply(ticket: 3, outcome: .shown(owner: ":1.1", id: 7))
        )
        await fixture.scheduler.handle(Self.click("allow"))
        #expect(try await answers.next(30) == .success(true))
        #expect(fixture.server.calls.elements.count == 1)
    }

    @Test func aBubbleThatAHangingServerShowsAfterTheEndIsTakenAway() async throws {
        for endsFirst in [true, false] {
            let fixture = try Self.fixture()
            try await fixture.scheduler.start(serverOwner: ":1.1", bus: "bus")
            let answers = try await Self.ask(fixture)
            let call = try await fixture.server.next("permission-question")
            fixture.server.answersQuestions = false
            if endsFirst { try await fixture.scheduler.setAllowed(true, app: app) }
            call.reply(.timedOut(ticket: 3))
            // The answer to it is taken in once the scheduler asks the server again what it can do.
            _ = try await fixture.server.questions.next(30)
            if !endsFirst { try await fixture.scheduler.setAllowed(true, app: app) }
            #expect(try await answers.next(30) == .success(true))
            await fixture.scheduler.handle(
                .lateReply(ticket: 3, outcome: .shown(owner: ":1.1", id: 7))
            )
            #expect(try await fixture.server.closings.next(30) == Self.bubble)
        }
    }

    @Test func aLateAnswerThatComesBeforeItsTimeOutIsTakenIn() async throws {
        let fixture = try Self.fixture()
        try await fixture.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await Self.ask(fixture)
        let call = try await fixture.server.next("permission-question")
        await fixture.scheduler.handle(
            .lateReply(ticket: 3, outcome: .shown(owner: ":1.1", id: 7))
        )
        await fixture.scheduler.deliverDue()
        call.reply(.timedOut(ticket: 3))
        await fixture.scheduler.handle(Self.click("allow"))
        #expect(try await answers.next(30) == .success(true))
    }

    @Test func aClickBesideTheButtonsIsNoAnswer() async throws {
        let fixture = try Self.fixture()
        try await fixture.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await Self.ask(fixture)
        try await fixture.server.next("permission-question").reply(.shown(owner: ":1.1", id: 7))
        await fixture.scheduler.handle(Self.click("default"))
        #expect(try await answers.next(30) == .success(false))
        #expect(try await fixture.server.closings.next(30) == Self.bubble)
        #expect(try fixture.store.permission(of: app) == nil)
    }

    @Test func questionsAndCallersAreBounded() async throws {
        let fixture = try Self.fixture()
        try await fixture.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let (callers, questions) = (
            Questions.maxCallers, Questions.maxQuestions
        )
        let answers = Recorder<Answer>()
        func ask(_ app: String) async throws {
            try await fixture.scheduler.requestAuthorization(of: app, options: 4) {
                answers.append($0)
            }
        }
        for _ in 0..<callers { try await ask(app) }
        let ofCaller = await #expect(throws: RequestError.self) { try await ask(app) }
        #expect(ofCaller?.code == .notAllowed)
        #expect(
            ofCaller?.message == "100 callers wait for the answer about \(app); wait for it too"
        )
        for number in 1..<questions { try await ask("app\(number)") }
        let ofQuestion = await #expect(throws: RequestError.self) { try await ask("one more") }
        #expect(ofQuestion?.code == .notAllowed)
        #expect(
            ofQuestion?.message == "16 other apps ask for permission now; ask again later"
        )
        // Who was let in is answered, and then there is room for others.
        try await fixture.scheduler.setAllowed(true, app: app)
        let all = try await answers.wait(30, "the answers") { $0.count >= callers ? $0 : nil }
        #expect(all == Array(repeating: .success(true), count: callers))
        try await ask("one more")
    }

    @Test func whatADeniedAppHasPendingIsNotShown() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: ":1.1", bus: "bus")
        for (identifier, repeats) in [("every", true), ("once", false)] {
            _ = try await fixture.scheduler.add(
                NotificationRequest(
                    appID: app,
                    identifier: identifier,
                    content: NotificationContent(title: identifier, badge: 4),
                    trigger: .timeInterval(microseconds: 60_000_000, repeats: repeats)
                )
            )
        }
        try await fixture.scheduler.setAllowed(false, app: app)
        fixture.clock.pass(60)
        await fixture.scheduler.deliverDue()
        #expect(fixture.server.calls.elements.isEmpty)
        #expect(try fixture.store.pending(app: app).count == 1)
        let history = try fixture.store.history(HistorySelection(app: app, limit: 9))
        #expect(history.map(\.event) == [.notAllowed, .notAllowed])
        #expect(Set(history.map(\.key.identifier)) == ["every", "once"])
        #expect(try fixture.store.badges().isEmpty)
        try await fixture.scheduler.setAllowed(true, app: app)
        fixture.clock.pass(60)
        await fixture.scheduler.deliverSoon()
        try await fixture.server.next("every").reply(.shown(owner: ":1.1", id: 1))
        _ = try await fixture.badges.wait(30, "the badge") { badges in
            badges.contains("\(app) 4") ? true : nil
        }
    }

    private static func click(_ action: String) -> BubbleEvent {
        .invoked(owner: bubble.owner, id: bubble.id, action: action, activationToken: nil)
    }
}
