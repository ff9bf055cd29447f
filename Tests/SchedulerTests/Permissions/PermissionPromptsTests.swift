import DesktopBubbles
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Questions for permission as events and actions.
@Suite struct PermissionPromptsTests {
    private static let owner = ":1.1"
    private static let bubble = BubbleKey(owner: owner, id: 7)
    private static let shown = ShowOutcome.shown(owner: owner, id: 7)

    private var prompts = PermissionPrompts()
    private let answers = Recorder<PermissionPrompts.Answer>()

    /// Handles an event and answers the callers that the actions name.
    private mutating func handle(_ event: PermissionPrompts.Event) -> [String] {
        prompts.handle(event).map { action in
            switch action {
            case .showWaiting: return "showWaiting"
            case .show(let question, let options, let owner):
                let named = options == .alert ? "" : " options \(options.rawValue)"
                return "show \(question.app) \(question.number) \(owner)\(named)"
            case .showLater: return "showLater"
            case .expireLater(let question): return "expireLater \(question.number)"
            case .write(let status, let app): return "write \(status.rawValue) \(app)"
            case .answer(let callers, let answer):
                for caller in callers { caller(answer) }
                guard case .success(let isGranted) = answer else {
                    return "fail \(callers.count)"
                }
                return "answer \(callers.count) \(isGranted)"
            case .close(let bubble): return "close \(bubble.id)"
            case .noteUnresponsive(let owner): return "noteUnresponsive \(owner)"
            case .reportRefusal(let app, _): return "reportRefusal \(app)"
            }
        }
    }

    private mutating func ask(_ app: String, _ options: PermissionOptions = .alert) -> [String] {
        let answers = answers
        return handle(.asked(app: app, options) { answers.append($0) })
    }

    private mutating func settle(
        _ number: Int,
        _ outcome: ShowOutcome,
        current: String? = owner
    ) -> [String] {
        let question = PermissionPrompts.Question(app: "a", number: number)
        return handle(.showed(question, outcome, asked: Self.owner, current: current))
    }

    /// Asks and hands the question to the server.
    private mutating func show() {
        _ = ask("a")
        _ = handle(.serverIsReady(owner: Self.owner))
    }

    @Test mutating func anAnswerReachesAllCallersOnce() {
        #expect(ask("a") == ["expireLater 1", "showWaiting"])
        #expect(ask("a") == [])
        #expect(handle(.serverIsReady(owner: Self.owner)) == ["show a 1 :1.1"])
        #expect(handle(.serverIsReady(owner: Self.owner)) == [])
        #expect(prompts.isShowing)
        #expect(settle(1, Self.shown) == [])
        #expect(!prompts.isShowing)
        #expect(prompts.isShown(by: Self.bubble))
        #expect(handle(.used(Self.bubble, .invoked(action: "allow"))) == ["write authorized a"])
        #expect(handle(.decided(app: "a", isGranted: true)) == ["close 7", "answer 2 true"])
        #expect(answers.elements == [.success(true), .success(true)])
        #expect(prompts.isEmpty)
        #expect(handle(.used(Self.bubble, .closed(.closed))) == [])
    }

    @Test("The question names what all callers ask for that came before it is shown")
    mutating func optionsOfAllCallers() {
        _ = ask("a", .alert)
        _ = ask("a", .sound)
        #expect(handle(.serverIsReady(owner: Self.owner)) == ["show a 1 :1.1 options 6"])
        _ = ask("a", .badge)
        _ = handle(.showed(.init(app: "a", number: 1), .notSent, asked: Self.owner, current: nil))
        #expect(handle(.serverIsReady(owner: Self.owner)) == ["show a 1 :1.1 options 7"])
    }

    @Test("A server without room for the question is asked again")
    mutating func aFullServerIsAskedAgain() {
        show()
        let full = GLibError(
            domain: "",
            code: 0,
            message: "no",
            remoteName: "org.freedesktop.DBus.Error.LimitsExceeded"
        )
        #expect(settle(1, .failed(full)) == ["showLater"])
        #expect(!prompts.hasWaiting)
        #expect(handle(.serverIsReady(owner: Self.owner)) == [])
        #expect(handle(.mayHaveRoom) == ["showWaiting"])
        #expect(handle(.serverIsReady(owner: Self.owner)) == ["show a 1 :1.1"])
        #expect(settle(1, Self.shown) == [])
        #expect(prompts.isShown(by: Self.bubble))
    }

    @Test mutating func denyIsWrittenAndAClickBesideTheButtonsIsNot() {
        show()
        _ = settle(1, Self.shown)
        #expect(handle(.used(Self.bubble, .invoked(action: "deny"))) == ["write denied a"])
        #expect(handle(.used(Self.bubble, .shown(Self.bubble))) == [])
        #expect(
            handle(.used(Self.bubble, .invoked(action: "default"))) == [
                "close 7", "answer 1 false",
            ]
        )
    }

    /// The app would take a denial for the user's.
    @Test mutating func aChoiceThatCannotBeWrittenIsNoDenial() {
        show()
        _ = settle(1, Self.shown)
        _ = handle(.used(Self.bubble, .invoked(action: "allow")))
        let error = RequestError(.storage, "full")
        #expect(handle(.notWritten(app: "a", error)) == ["close 7", "fail 1"])
        #expect(answers.elements == [.failure(error)])
        #expect(prompts.isEmpty)
    }

    @Test mutating func aQuestionThatEndsWhileItIsShownIsClosedOnceItsBubbleIsKnown() {
        show()
        let question = PermissionPrompts.Question(app: "a", number: 1)
        #expect(handle(.expired(question)) == ["answer 1 false"])
        #expect(prompts.isShowing)
        // The next question of the app is another one.
        #expect(ask("a") == ["expireLater 2", "showWaiting"])
        #expect(settle(1, Self.shown) == ["close 7"])
        #expect(handle(.expired(question)) == [])
        #expect(prompts.hasWaiting)
    }

    @Test mutating func aServerThatHangsAnswersLate() {
        show()
        #expect(settle(1, .timedOut(ticket: 5)) == ["noteUnresponsive :1.1"])
        #expect(prompts.expects(5))
        #expect(!prompts.expects(6))
        #expect(handle(.lateReply(ticket: 5, Self.shown, current: Self.owner)) == [])
        #expect(prompts.isShown(by: Self.bubble))
    }

    @Test mutating func aLateReplyAboutAQuestionThatHasEndedClosesItsBubble() {
        show()
        _ = settle(1, .timedOut(ticket: 5))
        #expect(handle(.decided(app: "a", isGranted: true)) == ["answer 1 true"])
        #expect(prompts.expects(5))
        #expect(handle(.lateReply(ticket: 5, Self.shown, current: Self.owner)) == ["close 7"])
        #expect(!prompts.expects(5))
    }

    @Test mutating func aTimeOutAfterTheEndIsRememberedUntilTheServerGoes() {
        show()
        _ = handle(.decided(app: "a", isGranted: false))
        #expect(settle(1, .timedOut(ticket: 5)) == ["noteUnresponsive :1.1"])
        #expect(prompts.expects(5))
        #expect(handle(.serverGone(owner: Self.owner)) == [])
        #expect(!prompts.expects(5))
    }

    @Test mutating func whatWasNotSentWaitsForTheNextServer() {
        show()
        #expect(settle(1, .notSent) == ["noteUnresponsive :1.1"])
        #expect(prompts.hasWaiting)
        #expect(handle(.serverGone(owner: Self.owner)) == [])
        #expect(handle(.serverIsReady(owner: ":1.2")) == ["show a 1 :1.2"])
    }

    @Test mutating func aServerThatGoesTakesItsQuestionsWithIt() {
        show()
        _ = settle(1, Self.shown)
        _ = ask("b")
        #expect(handle(.serverGone(owner: ":1.9")) == [])
        #expect(handle(.serverGone(owner: Self.owner)) == ["close 7", "answer 1 false"])
        #expect(prompts.hasWaiting)
    }

    @Test(arguments: [
        (ShowOutcome.shown(owner: owner, id: 0), owner as String?),
        (.shown(owner: owner, id: 7), ":1.2"),
        (.shown(owner: owner, id: 7), nil),
    ])
    mutating func aBubbleThatNobodySeesIsNoQuestion(
        outcome: ShowOutcome,
        current: String?
    ) {
        show()
        #expect(settle(1, outcome, current: current) == ["answer 1 false"])
    }

    @Test mutating func aRefusalIsReported() {
        show()
        let error = GLibError(domain: "", code: 0, message: "no")
        #expect(settle(1, .failed(error)) == ["reportRefusal a", "answer 1 false"])
    }

    @Test mutating func withoutAServerAllThatWaitIsAnsweredInOrder() {
        _ = ask("b")
        show()
        _ = ask("c")
        // `a` is being shown.
        #expect(handle(.serverIsMissing) == ["answer 1 false", "answer 1 false"])
        #expect(!prompts.hasWaiting)
        #expect(!prompts.isEmpty)
    }
}
