import DesktopBubbles
import Foundation
import Logging
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

private let app = "org.example.Test"

/// Questions for permission call by call, on a clock and a server that the test plays.
@Suite struct PermissionQuestionTests {
    /// A stage whose agent asks.
    private static func stage(questionTime: UInt32 = 600_000) throws -> Stage {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let file = folder.appending(path: "agent.conf")
        try "[Permission]\nDefault=ask\n".write(to: file, atomically: true, encoding: .utf8)
        chmod(file.path(), 0o600)
        return try Stage(
            configuration: ConfigurationSource(
                folders: [folder.path()],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            ),
            questionTime: questionTime
        )
    }

    private static func ask(_ stage: Stage) async throws -> Recorder<Bool> {
        let answers = Recorder<Bool>()
        try await stage.scheduler.requestAuthorization(of: app, options: 4) { answers.append($0) }
        return answers
    }

    private static let bubble = BubbleKey(owner: ":1.1", id: 7)

    @Test func aQuestionThatNobodyAnswersEndsByItself() async throws {
        let stage = try Self.stage(questionTime: 1)
        try await stage.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await Self.ask(stage)
        let call = try await stage.server.next("permission-question")
        #expect(try await answers.next(30) == false)
        // The bubble that comes too late is taken away.
        call.reply(.shown(owner: ":1.1", id: 7))
        #expect(try await stage.server.closings.next(30) == Self.bubble)
        #expect(try stage.store.permission(of: app) == nil)
    }

    @Test func aQuestionWaitsForTheServerToSayWhatItCanDo() async throws {
        let stage = try Self.stage()
        stage.server.answersQuestions = false
        try await stage.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await Self.ask(stage)
        let meeting = try await stage.server.questions.next(30)
        #expect(stage.server.calls.elements.isEmpty)
        meeting()
        try await stage.server.next("permission-question").reply(.shown(owner: ":1.1", id: 7))
        await stage.scheduler.handle(Self.click("allow"))
        #expect(try await answers.next(30) == true)
        #expect(try stage.store.permission(of: app) == .authorized)
    }

    @Test func aClickThatComesBeforeTheIdOfItsBubbleCounts() async throws {
        let stage = try Self.stage()
        try await stage.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await Self.ask(stage)
        let call = try await stage.server.next("permission-question")
        await stage.scheduler.handle(Self.click("deny"))
        call.reply(.shown(owner: ":1.1", id: 7))
        #expect(try await answers.next(30) == false)
        #expect(try stage.store.permission(of: app) == .denied)
    }

    @Test func aServerThatAnswersLateIsAskedOnce() async throws {
        let stage = try Self.stage()
        try await stage.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await Self.ask(stage)
        let call = try await stage.server.next("permission-question")
        stage.server.answersQuestions = false
        call.reply(.timedOut(ticket: 3))
        // The answer to it is taken in once the scheduler asks the server again what it can do.
        _ = try await stage.server.questions.next(30)
        await stage.scheduler.handle(
            .lateReply(ticket: 3, outcome: .shown(owner: ":1.1", id: 7))
        )
        await stage.scheduler.handle(Self.click("allow"))
        #expect(try await answers.next(30) == true)
        #expect(stage.server.calls.elements.count == 1)
    }

    @Test func aBubbleThatComesAfterTheEndOfItsQuestionIsTakenAway() async throws {
        for endsFirst in [true, false] {
            let stage = try Self.stage()
            try await stage.scheduler.start(serverOwner: ":1.1", bus: "bus")
            let answers = try await Self.ask(stage)
            let call = try await stage.server.next("permission-question")
            stage.server.answersQuestions = false
            if endsFirst { try await stage.scheduler.setAllowed(true, app: app) }
            call.reply(.timedOut(ticket: 3))
            // The answer to it is taken in once the scheduler asks the server again what it can do.
            _ = try await stage.server.questions.next(30)
            if !endsFirst { try await stage.scheduler.setAllowed(true, app: app) }
            #expect(try await answers.next(30) == true)
            await stage.scheduler.handle(
                .lateReply(ticket: 3, outcome: .shown(owner: ":1.1", id: 7))
            )
            #expect(try await stage.server.closings.next(30) == Self.bubble)
        }
    }

    @Test func aLateAnswerThatComesBeforeItsTimeOutIsTakenIn() async throws {
        let stage = try Self.stage()
        try await stage.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await Self.ask(stage)
        let call = try await stage.server.next("permission-question")
        await stage.scheduler.handle(
            .lateReply(ticket: 3, outcome: .shown(owner: ":1.1", id: 7))
        )
        await stage.scheduler.deliverDue()
        call.reply(.timedOut(ticket: 3))
        await stage.scheduler.handle(Self.click("allow"))
        #expect(try await answers.next(30) == true)
    }

    @Test func aClickBesideTheButtonsIsNoAnswer() async throws {
        let stage = try Self.stage()
        try await stage.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let answers = try await Self.ask(stage)
        try await stage.server.next("permission-question").reply(.shown(owner: ":1.1", id: 7))
        await stage.scheduler.handle(Self.click("default"))
        #expect(try await answers.next(30) == false)
        #expect(try await stage.server.closings.next(30) == Self.bubble)
        #expect(try stage.store.permission(of: app) == nil)
    }

    @Test func questionsAndCallersAreBounded() async throws {
        let stage = try Self.stage()
        try await stage.scheduler.start(serverOwner: ":1.1", bus: "bus")
        let (callers, questions) = (
            PermissionQuestion.mostCallers, PermissionQuestion.mostQuestions
        )
        let answers = Recorder<Bool>()
        func ask(_ app: String) async throws {
            try await stage.scheduler.requestAuthorization(of: app, options: 4) {
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
        try await stage.scheduler.setAllowed(true, app: app)
        let all = try await answers.wait(30, "the answers") { $0.count >= callers ? $0 : nil }
        #expect(all == Array(repeating: true, count: callers))
        try await ask("one more")
    }

    @Test func whatADeniedAppHasPendingIsNotShown() async throws {
        let stage = try Stage()
        try await stage.scheduler.start(serverOwner: ":1.1", bus: "bus")
        for (identifier, repeats) in [("every", true), ("once", false)] {
            _ = try await stage.scheduler.add(
                NotificationRequest(
                    appID: app,
                    identifier: identifier,
                    content: NotificationContent(title: identifier, badge: 4),
                    trigger: .timeInterval(microseconds: 60_000_000, repeats: repeats)
                )
            )
        }
        try await stage.scheduler.setAllowed(false, app: app)
        stage.clock.pass(60)
        await stage.scheduler.deliverDue()
        #expect(stage.server.calls.elements.isEmpty)
        #expect(try stage.store.pending(app: app).count == 1)
        let history = try stage.store.history(HistorySelection(app: app, limit: 9))
        #expect(history.map(\.event) == [.notAllowed, .notAllowed])
        #expect(Set(history.map(\.key.identifier)) == ["every", "once"])
        #expect(try stage.store.badges().isEmpty)
        try await stage.scheduler.setAllowed(true, app: app)
        stage.clock.pass(60)
        await stage.scheduler.deliverSoon()
        try await stage.server.next("every").reply(.shown(owner: ":1.1", id: 1))
        _ = try await stage.told.wait(30, "the badge") { told in
            told.contains { if case .badgeChanged(app, 4) = $0 { true } else { false } }
                ? true : nil
        }
    }

    private static func click(_ action: String) -> BubbleEvent {
        .invoked(owner: bubble.owner, id: bubble.id, action: action, activationToken: nil)
    }
}
