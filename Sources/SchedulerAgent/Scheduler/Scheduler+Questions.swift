import DesktopBubbles
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// Asks the user, or waits for the answer to the question that is there.
    func ask(
        for app: String,
        answer: @escaping @Sendable (Bool) -> Void
    ) throws(RequestError) {
        if let question = questions[app] {
            guard question.callers.count < PermissionQuestion.mostCallers else {
                throw RequestError(
                    .notAllowed,
                    "\(question.callers.count) callers wait for the answer about \(app); wait for it too"
                )
            }
            questions[app]?.callers.append(answer)
            return
        }
        guard questions.count < PermissionQuestion.mostQuestions else {
            throw RequestError(
                .notAllowed,
                "\(questions.count) other apps ask for permission now; ask again later"
            )
        }
        lastQuestion += 1
        let number = lastQuestion
        questions[app] = PermissionQuestion(number: number, callers: [answer])
        Self.thread.after(milliseconds: questionTime) {
            Self.thread.task { await self.expireQuestion(of: app, number) }
        }
        askSoon()
    }

    /// Shows the questions that wait, without holding up whoever calls.
    func askSoon() {
        guard !questions.isEmpty else { return }
        Self.thread.task { await self.showQuestions() }
    }

    private func showQuestions() async {
        for app in questions.keys.sorted() {
            guard let question = questions[app], case .waiting = question.state else { continue }
            switch server {
            case .ready(let owner):
                questions[app]?.state = .showing
                let bubble = PermissionQuestion.bubble(
                    for: app,
                    named: AppName.of(app),
                    at: clock.now
                )
                questionsUnderWay += 1
                let outcome = await presenter.show(bubble, replacing: nil)
                questionsUnderWay -= 1
                settle(question.number, of: app, outcome, calledOwner: owner)
            case .meeting, .hanging:
                // Its answer is an event, and the questions are shown then.
                return
            case .absent:
                guard mayStartServer else {
                    endQuestion(of: app, isGranted: false)
                    continue
                }
                mayStartServer = false
                // Once it runs, that is an event too.
                if await presenter.startServer() { return }
                endQuestion(of: app, isGranted: false)
            }
        }
    }

    private func settle(
        _ number: Int,
        of app: String,
        _ outcome: ShowOutcome,
        calledOwner called: String
    ) {
        let isAsked = questions[app]?.number == number
        switch outcome {
        case .shown(let owner, let id):
            let bubble = BubbleKey(owner: owner, id: id)
            let events = earlyEvents.removeValue(forKey: bubble) ?? []
            guard isAsked else { return closeSoon(bubble) }
            guard owner == server.owner, id != 0 else {
                return endQuestion(of: app, isGranted: false)
            }
            questions[app]?.state = .shown(bubble)
            for event in events { answerQuestion(of: app, by: event) }
        case .timedOut(let ticket):
            if let outcome = earlyReplies.removeValue(forKey: ticket) {
                return settle(number, of: app, outcome, calledOwner: called)
            }
            if isAsked {
                questions[app]?.state = .unknown(owner: called, ticket: ticket)
            } else {
                abandonedQuestions.insert(ticket)
            }
            serverHangs(called)
        case .failed(let error):
            logger.warning("the question whether \(app) may show notifications failed: \(error)")
            if isAsked { endQuestion(of: app, isGranted: false) }
        }
    }

    /// Whether a server's late answer is about a question.
    func isQuestion(_ ticket: UInt64) -> Bool { app(askedWith: ticket) != nil }

    /// Takes the bubble off the screen that a server made in the end of a question that nobody asks any
    /// more.
    ///
    /// - Returns: whether the answer is about such a question.
    func closeAbandonedQuestion(_ ticket: UInt64, _ outcome: ShowOutcome) -> Bool {
        guard abandonedQuestions.remove(ticket) != nil else { return false }
        if case .shown(let owner, let id) = outcome { closeSoon(BubbleKey(owner: owner, id: id)) }
        return true
    }

    /// Takes in a server's late answer.
    func questionAnswered(_ ticket: UInt64, _ outcome: ShowOutcome) {
        guard let app = app(askedWith: ticket), let question = questions[app] else { return }
        settle(question.number, of: app, outcome, calledOwner: server.owner ?? "")
    }

    private func app(askedWith ticket: UInt64) -> String? {
        questions.first { _, question in
            if case .unknown(_, ticket) = question.state { true } else { false }
        }?.key
    }

    /// The app whose question a bubble is.
    func questionShown(by bubble: BubbleKey) -> String? {
        questions.first { _, question in
            if case .shown(bubble) = question.state { true } else { false }
        }?.key
    }

    /// Takes in what the user did with a question.
    func answerQuestion(of app: String, by event: DeliveryEvent) {
        switch event {
        case .invoked(PermissionQuestion.allow): decide(.authorized, on: app)
        case .invoked(PermissionQuestion.deny): decide(.denied, on: app)
        // A click beside the buttons says neither yes nor no, and takes the bubble away.
        case .invoked, .closed: endQuestion(of: app, isGranted: false)
        default: break
        }
    }

    private func decide(_ status: AuthorizationStatus, on app: String) {
        do {
            try store.set(permission: status, of: app, isOfUser: true)
            endQuestion(of: app, isGranted: status == .authorized)
        } catch {
            logger.error("\(error)")
            endQuestion(of: app, isGranted: false)
        }
    }

    /// Ends the questions of a server that has gone; nobody can answer them any more.
    func endQuestions(of owner: String) {
        for (app, question) in questions {
            let isGone =
                switch question.state {
                case .shown(let bubble): bubble.owner == owner
                case .unknown(let asked, _): asked == owner
                case .waiting, .showing: false
                }
            if isGone { endQuestion(of: app, isGranted: false) }
        }
    }

    private func expireQuestion(of app: String, _ number: Int) {
        guard questions[app]?.number == number else { return }
        endQuestion(of: app, isGranted: false)
    }

    /// Tells all who wait, and takes the bubble off the screen.
    func endQuestion(of app: String, isGranted: Bool) {
        guard let question = questions.removeValue(forKey: app) else { return }
        switch question.state {
        case .shown(let bubble): closeSoon(bubble)
        case .unknown(_, let ticket): abandonedQuestions.insert(ticket)
        case .waiting, .showing: break
        }
        for caller in question.callers { caller(isGranted) }
    }
}
