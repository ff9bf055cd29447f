import AgentInterface
import DesktopBubbles
import DesktopTexts
import Logging
import NotifyCore

/// Asks the user by a bubble whether an app may show notifications.
///
/// It owns the open questions, one for each app, and the callers that wait for the answers: those that ask while a
/// question is open get the same answer. A question ends with the word of the user, here or at the command line, with
/// its time, or with its server. A call to the server may outlive its question; the bubble is closed once its number is
/// known.
final class Questions {
    /// Whether the app may show notifications, or why the user's choice is not written down.
    typealias Answer = Result<Bool, RequestError>

    /// Receives the answer, once.
    typealias Caller = @Sendable (Answer) -> Void

    /// Where a question is.
    private enum State: Equatable {
        /// No server could show it yet.
        case waiting
        /// The call to the server is in progress.
        case showing
        /// The server was full.
        case refused
        /// The call timed out, and the server may still show it.
        case unknown(owner: String, ticket: UInt64)
        /// The server shows it.
        case shown(BubbleKey)

        /// The server that shows or may show it.
        var owner: String? {
            switch self {
            case .waiting, .showing, .refused: nil
            case .unknown(let owner, _): owner
            case .shown(let bubble): bubble.owner
            }
        }
    }

    private struct Question {
        let app: String
        /// Distinguishes it from an earlier question about the app.
        let number: Int
        /// What the callers ask for until it is shown.
        var options: PermissionOptions
        var state = State.waiting
        var callers: [Caller]
    }

    /// The maximum number of callers that wait for one answer, and of open questions.
    static let (maxCallers, maxQuestions) = (100, 16)
    /// The time before a full server is asked again.
    private static let pauseWhenFull = Duration.seconds(2)
    /// The identifiers of the buttons.
    private static let (allow, deny) = ("allow", "deny")
    /// The level of the bubble; less urgent ones may disappear before they are read.
    private static let level = InterruptionLevel.critical

    private let apps: Apps
    private let screen: Screen
    private let clock: any AgentClock
    private let logger: Logger
    private let tasks: AgentTasks
    /// How long a question waits for its answer.
    private let time: Duration
    private var open: [String: Question] = [:]
    private var lastNumber = 0

    init(
        apps: Apps,
        screen: Screen,
        clock: any AgentClock,
        logger: Logger,
        tasks: AgentTasks,
        time: Duration
    ) {
        self.apps = apps
        self.screen = screen
        self.clock = clock
        self.logger = logger
        self.tasks = tasks
        self.time = time
    }

    // MARK: Callers

    /// Grants an app permission, asks the user for it, or denies it.
    ///
    /// - Parameter answer: called once, possibly minutes later.
    /// - Throws: ``NotifyCore/RequestError``; `answer` is not called then.
    func ask(
        about app: String,
        options: UInt32,
        answer: @escaping Caller
    ) throws(RequestError) {
        if let isGranted = try apps.answer(to: app, options: options) {
            return answer(.success(isGranted))
        }
        let options = PermissionOptions(rawValue: options)
        if let earlier = open[app] {
            try checkRoom(in: earlier)
            open[app]?.callers.append(answer)
            open[app]?.options.formUnion(options)
            return
        }
        guard open.count < Self.maxQuestions else {
            throw RequestError(
                .notAllowed,
                "\(open.count) other apps ask for permission now; ask again later"
            )
        }
        lastNumber += 1
        open[app] = Question(app: app, number: lastNumber, options: options, callers: [answer])
        logger.debug("question \(lastNumber) is whether \(app) may show notifications")
        tasks.post(.questionExpired(number: lastNumber), after: time)
        tasks.post(.showQuestions)
    }

    private func checkRoom(in question: Question) throws(RequestError) {
        guard question.callers.count < Self.maxCallers else {
            throw RequestError(
                .notAllowed,
                "\(question.callers.count) callers wait for the answer about \(question.app); wait for it too"
            )
        }
    }

    /// Decides as the user whether an app may show notifications, which answers an open question.
    func decide(_ isAllowed: Bool, on app: String) throws(RequestError) {
        guard try apps.decide(isAllowed, on: app) else { return }
        end(.success(isAllowed)) { $0.app == app }
    }

    // MARK: The server

    /// Shows the waiting questions one after the other; they are denied if no server can be started.
    ///
    /// - Parameter afterPause: whether a server that was full may have room again.
    func showWaiting(afterPause: Bool = false) async {
        if afterPause {
            for (app, question) in open where question.state == .refused {
                open[app]?.state = .waiting
            }
        }
        while let question = open.values.filter({ $0.state == .waiting }).min(by: {
            $0.app < $1.app
        }) {
            switch screen.room(for: Self.level) {
            case .server(let owner): await show(question, at: owner)
            // That there is room is an event, and so is a start of a server that fails.
            case .later: return
            case .never: end { $0.state == .waiting }
            }
        }
    }

    private func show(_ question: Question, at owner: String) async {
        open[question.app]?.state = .showing
        let name = await AppName.current(question.app)
        let outcome = await screen.show(question: bubble(of: question, named: name))
        settle(question, outcome, by: owner)
    }

    /// Handles the server's answer to the call of a question, which may have ended meanwhile.
    private func settle(_ question: Question, _ outcome: ShowOutcome, by server: String) {
        logger.debug("question \(question.number) at server \(server): \(outcome)")
        let isOpen = open[question.app]?.number == question.number
        switch outcome {
        case .shown(let owner, let id):
            let bubble = BubbleKey(owner: owner, id: id)
            if !isOpen {
                screen.close(bubble)
            } else if owner == screen.state.owner, id != 0 {
                open[question.app]?.state = .shown(bubble)
            } else {
                // The number 0 is no bubble: the user does not see the question.
                end { $0.number == question.number }
            }
            for early in screen.takeEarly(bubble) { used(bubble, early.event) }
        case .timedOut(let ticket):
            if isOpen {
                open[question.app]?.state = .unknown(owner: server, ticket: ticket)
            }
        case .notSent:
            if isOpen { open[question.app]?.state = .waiting }
        case .failed where outcome.failure?.cause == .serverIsFull:
            guard isOpen else { return }
            open[question.app]?.state = .refused
            tasks.post(.fullServerMayHaveRoom, after: Self.pauseWhenFull)
        case .failed(let error):
            logger.warning(
                "the question whether \(question.app) may show notifications failed: \(error)"
            )
            end { $0.number == question.number }
        }
    }

    /// Handles the server's answer to a call that had timed out.
    ///
    /// The bubble of a question that has ended is closed.
    func handle(lateReply outcome: ShowOutcome, _ ticket: UInt64) {
        let waits = open.values.first { question in
            if case .unknown(_, ticket) = question.state { true } else { false }
        }
        if let waits {
            settle(waits, outcome, by: screen.state.owner ?? "")
        } else if case .shown(let owner, let id) = outcome {
            let bubble = BubbleKey(owner: owner, id: id)
            screen.close(bubble)
            _ = screen.takeEarly(bubble)
        }
    }

    /// Handles that a server has gone, and its bubbles with it.
    func serverGone(_ owner: String) { end { $0.state.owner == owner } }

    // MARK: The user

    /// Handles what the user did with a bubble.
    ///
    /// - Returns: whether the bubble shows a question.
    @discardableResult
    func used(_ bubble: BubbleKey, _ event: DeliveryEvent) -> Bool {
        guard let question = open.values.first(where: { $0.state == .shown(bubble) }) else {
            return false
        }
        switch event {
        case .invoked(Self.allow): write(true, about: question.app)
        case .invoked(Self.deny): write(false, about: question.app)
        // A click outside the buttons is no answer, and closes the bubble.
        case .invoked, .closed: end { $0.number == question.number }
        default: break
        }
        return true
    }

    private func write(_ isAllowed: Bool, about app: String) {
        do {
            try decide(isAllowed, on: app)
        } catch {
            logger.error("\(error)")
            // A refusal is one for this caller, stored or not; an error would have the app ask again.
            end(isAllowed ? .failure(error) : .success(false)) { $0.app == app }
        }
    }

    // MARK: The end

    /// Ends a question whose time is over.
    func expired(_ number: Int) {
        end { $0.number == number }
    }

    /// Ends questions: closes their bubbles and answers the callers.
    private func end(_ answer: Answer = .success(false), where isEnded: (Question) -> Bool) {
        for question in open.values.filter(isEnded).sorted(by: { $0.app < $1.app }) {
            open[question.app] = nil
            if case .shown(let bubble) = question.state { screen.close(bubble) }
            logger.debug("question \(question.number) about \(question.app) ends: \(answer)")
            for caller in question.callers { caller(answer) }
        }
    }

    /// Returns the bubble of a question, which is in no list.
    private func bubble(of question: Question, named name: String) -> Delivery {
        let app = question.app
        // Where no buttons are drawn, a command answers.
        let command =
            screen.state.profile?.drawsButtons ?? true
            ? [] : [tr("To answer: notify-schedule apps allow %1$s, or apps deny", app)]
        let content = NotificationContent(
            title: name,
            subtitle: name == app ? "" : app,
            body: ([question.options.question] + command).joined(separator: " "),
            interruptionLevel: Self.level
        )
        let request = NotificationRequest(
            appID: AgentNames.app,
            identifier: NotificationRequest.permissionQuestion,
            content: content,
            // Translators: on buttons, under the question whether an app may show notifications
            actions: [
                NotificationAction(identifier: Self.allow, title: tr("Allow")),
                NotificationAction(identifier: Self.deny, title: tr("Don’t Allow")),
            ]
        )
        let now = clock.now
        return Delivery(request: request, scheduled: now, delivered: now, state: .delivering)
    }
}
