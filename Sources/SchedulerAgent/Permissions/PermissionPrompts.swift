import DesktopBubbles
import NotifyCore

/// The open questions whether apps may show notifications, and the callers that wait for the answers.
///
/// A state machine without side effects. A call to the server may outlive its question, which the command line
/// or a timeout can answer while the call is in progress. The bubble is then closed once its number is known.
struct PermissionPrompts: Sendable {
    /// Whether the app may show notifications, or why the user's choice is not written down.
    typealias Answer = Result<Bool, RequestError>

    /// Receives the answer.
    typealias Caller = @Sendable (Answer) -> Void

    /// A question; its number distinguishes it from an earlier one of the same app.
    struct Question: Hashable, Sendable {
        /// The app that asks for permission.
        let app: String
        let number: Int
    }

    /// An event of the questions.
    enum Event: Sendable {
        /// A caller asks for an app's permission; ``PermissionPrompts/checkRoom(for:)`` comes first.
        case asked(app: String, PermissionOptions, Caller)
        /// A server can show a question.
        case serverIsReady(owner: String)
        /// No server runs, and none can be started.
        case serverIsMissing
        /// The server's answer to the call of a question, or its timeout.
        ///
        /// `asked` is the server that was called, `current` the current one.
        case showed(Question, ShowOutcome, asked: String, current: String?)
        /// The server's answer after the timeout.
        case lateReply(ticket: UInt64, ShowOutcome, current: String?)
        /// A server that was full may have room.
        case mayHaveRoom
        /// The user acted on the bubble of a question.
        case used(BubbleKey, DeliveryEvent)
        /// The user has decided about an app, in a bubble or elsewhere.
        case decided(app: String, isGranted: Bool)
        /// The user has decided about an app, and that could not be written down.
        case notWritten(app: String, RequestError)
        /// A question has expired.
        case expired(Question)
        /// A server has exited, and its bubbles with it.
        case serverGone(owner: String)
    }

    /// A step to carry out after an event.
    enum Action: Sendable {
        /// Show the waiting questions if a server can.
        case showWaiting
        /// Send a question to a server.
        case show(Question, PermissionOptions, owner: String)
        /// Ask a full server again after a moment.
        case showLater
        /// Let a question expire after its time.
        case expireLater(Question)
        /// Store the user's decision; the result is the event `decided` or `notWritten`.
        case write(AuthorizationStatus, app: String)
        /// Answer callers.
        case answer([Caller], Answer)
        /// Close a bubble.
        case close(BubbleKey)
        /// Record that a call to a server timed out.
        case noteUnresponsive(owner: String)
        /// Log that a server refused a question.
        case reportRefusal(app: String, reason: String)
    }

    /// The state of a question.
    private enum State: Equatable, Sendable {
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

    private struct Prompt: Sendable {
        let question: Question
        /// What the question names: what the callers ask for until it is shown.
        var options: PermissionOptions
        var state = State.waiting
        var callers: [Caller]
    }

    /// The maximum number of callers that wait for one answer.
    static let maxCallers = 100
    /// The maximum number of open questions.
    static let maxQuestions = 16

    private var prompts: [String: Prompt] = [:]
    private var lastNumber = 0
    /// The calls of ended questions that the server may still show.
    private var abandoned: Set<UInt64> = []
    private var callsUnderWay = 0

    /// Whether no question is open.
    var isEmpty: Bool { prompts.isEmpty }

    /// Whether a question waits for a server.
    var hasWaiting: Bool { firstWaiting != nil }

    /// Whether a call with a question is in progress.
    var isShowing: Bool { callsUnderWay > 0 }

    /// Whether a bubble shows a question.
    func isShown(by bubble: BubbleKey) -> Bool { question(in: .shown(bubble)) != nil }

    /// Whether a late reply belongs to a question, including an ended one.
    func expects(_ ticket: UInt64) -> Bool {
        abandoned.contains(ticket) || question(with: ticket) != nil
    }

    /// Checks that a caller can wait for an answer about an app.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` if too many wait.
    func checkRoom(for app: String) throws(RequestError) {
        guard let prompt = prompts[app] else {
            guard prompts.count < Self.maxQuestions else {
                throw RequestError(
                    .notAllowed,
                    "\(prompts.count) other apps ask for permission now; ask again later"
                )
            }
            return
        }
        guard prompt.callers.count < Self.maxCallers else {
            throw RequestError(
                .notAllowed,
                "\(prompt.callers.count) callers wait for the answer about \(app); wait for it too"
            )
        }
    }

    /// Handles an event.
    ///
    /// - Returns: the steps to carry out, in order.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .asked(let app, let options, let caller): return add(caller, options, for: app)
        case .serverIsReady(let owner):
            guard let question = firstWaiting, let options = prompts[question.app]?.options else {
                return []
            }
            prompts[question.app]?.state = .showing
            callsUnderWay += 1
            return [.show(question, options, owner: owner)]
        case .serverIsMissing:
            return end { $0.state == .waiting }
        case .showed(let question, let outcome, let asked, let current):
            callsUnderWay -= 1
            return settle(question, outcome, asked: asked, current: current)
        case .lateReply(let ticket, let outcome, let current):
            return settle(ticket, outcome, current: current)
        case .mayHaveRoom:
            for (app, prompt) in prompts where prompt.state == .refused {
                prompts[app]?.state = .waiting
            }
            return [.showWaiting]
        case .used(let bubble, let event):
            return question(in: .shown(bubble)).map { use($0, event) } ?? []
        case .decided(let app, let isGranted):
            return end(.success(isGranted)) { $0.question.app == app }
        case .notWritten(let app, let error):
            return end(.failure(error)) { $0.question.app == app }
        case .expired(let question):
            return end { $0.question == question }
        case .serverGone(let owner):
            let actions = end { $0.state.owner == owner }
            // The bubbles of the server end with it, including those that it never reported.
            abandoned = []
            return actions
        }
    }

    private mutating func add(
        _ caller: @escaping Caller,
        _ options: PermissionOptions,
        for app: String
    ) -> [Action] {
        guard prompts[app] == nil else {
            prompts[app]?.callers.append(caller)
            prompts[app]?.options.formUnion(options)
            return []
        }
        lastNumber += 1
        let question = Question(app: app, number: lastNumber)
        prompts[app] = Prompt(question: question, options: options, callers: [caller])
        return [.expireLater(question), .showWaiting]
    }

    private mutating func settle(
        _ question: Question,
        _ outcome: ShowOutcome,
        asked: String,
        current: String?
    ) -> [Action] {
        let isOpen = prompts[question.app]?.question == question
        switch outcome {
        case .shown(let owner, let id):
            let bubble = BubbleKey(owner: owner, id: id)
            guard isOpen else { return [.close(bubble)] }
            // The number 0 is no bubble: the user does not see the question.
            guard owner == current, id != 0 else { return end { $0.question == question } }
            prompts[question.app]?.state = .shown(bubble)
            return []
        case .timedOut(let ticket):
            if isOpen {
                prompts[question.app]?.state = .unknown(owner: asked, ticket: ticket)
            } else {
                abandoned.insert(ticket)
            }
            return [.noteUnresponsive(owner: asked)]
        case .notSent:
            if isOpen { prompts[question.app]?.state = .waiting }
            return [.noteUnresponsive(owner: asked)]
        case .failed where outcome.failure?.cause == .serverIsFull:
            if isOpen { prompts[question.app]?.state = .refused }
            return isOpen ? [.showLater] : []
        case .failed(let error):
            let report = Action.reportRefusal(app: question.app, reason: "\(error)")
            return [report] + end { $0.question == question }
        }
    }

    private mutating func settle(
        _ ticket: UInt64,
        _ outcome: ShowOutcome,
        current: String?
    ) -> [Action] {
        if let question = question(with: ticket) {
            return settle(question, outcome, asked: current ?? "", current: current)
        }
        guard abandoned.remove(ticket) != nil, case .shown(let owner, let id) = outcome else {
            return []
        }
        return [.close(BubbleKey(owner: owner, id: id))]
    }

    private mutating func use(_ question: Question, _ event: DeliveryEvent) -> [Action] {
        switch event {
        case .invoked(PermissionQuestion.allow): [.write(.authorized, app: question.app)]
        case .invoked(PermissionQuestion.deny): [.write(.denied, app: question.app)]
        // A click outside the buttons is no answer, and closes the bubble.
        case .invoked, .closed: end { $0.question == question }
        default: []
        }
    }

    /// Ends questions: answers the callers and closes the bubbles.
    private mutating func end(
        _ answer: Answer = .success(false),
        where isEnded: (Prompt) -> Bool
    ) -> [Action] {
        let ended = prompts.values.filter(isEnded).sorted { $0.question.app < $1.question.app }
        return ended.flatMap { prompt in
            prompts[prompt.question.app] = nil
            var actions: [Action] = []
            switch prompt.state {
            case .shown(let bubble): actions.append(.close(bubble))
            case .unknown(_, let ticket): abandoned.insert(ticket)
            case .waiting, .showing, .refused: break
            }
            return actions + [.answer(prompt.callers, answer)]
        }
    }

    private var firstWaiting: Question? {
        prompts.values.filter { $0.state == .waiting }.map(\.question)
            .min { $0.app < $1.app }
    }

    private func question(in state: State) -> Question? {
        prompts.values.first { $0.state == state }?.question
    }

    private func question(with ticket: UInt64) -> Question? {
        prompts.values.first { prompt in
            if case .unknown(_, ticket) = prompt.state { true } else { false }
        }?.question
    }
}
