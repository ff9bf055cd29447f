import DesktopBubbles
import Logging
import NotifyCore

/// Asks the user for permission on behalf of an app.
final class PermissionAsker {
    /// The time before a full server is asked again, in milliseconds.
    private static let pauseWhenFull: UInt32 = 2_000

    private(set) var prompts = PermissionPrompts()
    private let context: SchedulingContext
    private let apps: Apps
    private let screen: Screen
    private let tasks: SchedulerTasks

    init(
        _ context: SchedulingContext,
        _ apps: Apps,
        _ screen: Screen,
        _ tasks: SchedulerTasks
    ) {
        self.context = context
        self.apps = apps
        self.screen = screen
        self.tasks = tasks
    }

    /// Whether a question is open.
    var isAsking: Bool { !prompts.isEmpty }

    /// Whether a question is being sent to the server.
    var isShowing: Bool { prompts.isShowing }

    /// Whether a bubble shows a question.
    func isShown(by bubble: BubbleKey) -> Bool { prompts.isShown(by: bubble) }

    /// Grants an app permission, asks the user for it, or denies it.
    ///
    /// - Parameter answer: called once, possibly minutes later.
    /// - Throws: ``NotifyCore/RequestError``; `answer` is not called then.
    func request(
        of app: String,
        options: UInt32,
        answer: @escaping PermissionPrompts.Caller
    ) async throws(RequestError) {
        if let isGranted = try apps.answer(to: app, options: options) {
            return answer(.success(isGranted))
        }
        try prompts.checkRoom(for: app)
        await handle(.asked(app: app, PermissionOptions(rawValue: options), answer))
    }

    /// Decides as the user whether an app may show notifications.
    func setAllowed(_ isAllowed: Bool, app: String) async throws(RequestError) {
        guard try apps.decide(isAllowed, on: app) else { return }
        await handle(.decided(app: app, isGranted: isAllowed))
    }

    /// Shows the waiting questions one after the other.
    func showWaiting() async {
        while prompts.hasWaiting {
            if screen.isServerReady, let owner = screen.owner {
                // The end of do-not-disturb is an event, too.
                if screen.isHeld(PermissionQuestion.level) { return }
                await handle(.serverIsReady(owner: owner))
            } else if screen.mayBecomeReady {
                _ = screen.wantServer()
                // The server's answer is an event, which shows the questions, and so is a start that fails.
                return
            } else {
                await handle(.serverIsMissing)
            }
        }
    }

    /// Handles an event of the questions and carries out its steps.
    func handle(_ event: PermissionPrompts.Event) async {
        for action in prompts.handle(event) { await perform(action) }
    }

    /// Handles an answer of the server after the timeout.
    ///
    /// - Returns: whether it was one to a question.
    func handle(lateReply outcome: ShowOutcome, _ ticket: UInt64) async -> Bool {
        guard prompts.expects(ticket) else { return false }
        let owner = screen.owner
        await handle(.lateReply(ticket: ticket, outcome, current: owner))
        await useEarly(outcome)
        return true
    }

    private func perform(_ action: PermissionPrompts.Action) async {
        switch action {
        case .showWaiting: tasks.post(.showQuestions)
        case .show(let question, let options, let owner): await show(question, options, owner)
        case .showLater:
            tasks.after(Self.pauseWhenFull) { await $0.prompts.handle(.mayHaveRoom) }
        case .expireLater(let question):
            tasks.after(context.limits.questionTime) {
                await $0.prompts.handle(.expired(question))
            }
        case .write(let status, let app):
            do {
                try context.store.set(permission: status, of: app, isOfUser: true)
                await handle(.decided(app: app, isGranted: status == .authorized))
            } catch {
                context.logger.error("\(error)")
                // A refusal is one for this caller, stored or not; an error would have the app ask again.
                await handle(
                    status == .authorized
                        ? .notWritten(app: app, error) : .decided(app: app, isGranted: false)
                )
            }
        case .answer(let callers, let answer): for caller in callers { caller(answer) }
        case .close(let bubble): screen.closeSoon(bubble)
        case .noteUnresponsive(let owner): screen.callTimedOut(at: owner)
        case .reportRefusal(let app, let reason):
            context.logger.warning(
                "the question whether \(app) may show notifications failed: \(reason)"
            )
        }
    }

    private func show(
        _ question: PermissionPrompts.Question,
        _ options: PermissionOptions,
        _ owner: String
    ) async {
        let bubble = PermissionQuestion.bubble(
            for: question.app,
            named: await AppName.current(question.app),
            asking: options,
            at: context.clock.now
        )
        let outcome = await screen.show(question: bubble)
        await handle(
            .showed(question, outcome, asked: owner, current: screen.owner)
        )
        await useEarly(outcome)
    }

    /// Handles responses of the user that came before the bubble of the question was known.
    private func useEarly(_ outcome: ShowOutcome) async {
        guard case .shown(let owner, let id) = outcome else { return }
        let bubble = BubbleKey(owner: owner, id: id)
        for early in screen.takeEarly(bubble) { await handle(.used(bubble, early.event)) }
    }
}
