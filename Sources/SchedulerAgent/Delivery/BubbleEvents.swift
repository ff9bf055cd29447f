import DesktopBubbles
import Logging
import NotifyCore

/// Handles the events of the notification server and its bubbles.
struct BubbleEvents {
    private let screen: Screen
    private let round: Round
    private let prompts: PermissionAsker
    private let responses: ResponseHandler
    private let store: Store
    private let settings: AppSettings
    private let tasks: SchedulerTasks
    private var retries: WriteRetrier { responses.parts.courier.retries }

    init(
        _ store: Store,
        round: Round,
        prompts: PermissionAsker,
        responses: ResponseHandler,
        settings: AppSettings,
        tasks: SchedulerTasks
    ) {
        self.store = store
        self.round = round
        self.prompts = prompts
        self.responses = responses
        self.settings = settings
        self.tasks = tasks
        screen = responses.screen
    }

    /// Handles an event of the server.
    func handle(_ event: BubbleEvent) async {
        defer { round.noteEvent() }
        switch event {
        case .ownerChanged(let owner):
            await round.serverChanged(to: owner)
            // The shell that shows the bubbles often shows the numbers, too.
            if owner != nil { settings.reportBadges() }
            tasks.deliverSoon()
        case .invoked(let owner, let id, let action, let token):
            let isReply = action == WireAction.inlineReplyKey
            let event = DeliveryEvent.invoked(action: WireAction.identifier(ofKey: action))
            await handle(
                isReply ? .replyWanted : event,
                of: BubbleKey(owner: owner, id: id),
                activationToken: token
            )
            // A resident notification is shown again after its use.
            if screen.hasWaiting { tasks.deliverSoon() }
        case .replied(let owner, let id, let text):
            await handle(reply: text, in: BubbleKey(owner: owner, id: id))
        case .closed(let owner, let id, let reason):
            let bubble = BubbleKey(owner: owner, id: id)
            await handle(screen.end(of: bubble, reason), of: bubble)
            screen.bubbleClosed(bubble)
        case .lateReply(let ticket, let outcome):
            await handle(lateReply: outcome, ticket)
            // The answer of an earlier server does not concern the current one.
            if case .shown(let owner, _) = outcome {
                await round.serverAnswered(owner, isLate: true)
            }
        }
    }

    private func handle(lateReply outcome: ShowOutcome, _ ticket: UInt64) async {
        if await round.handle(lateReply: outcome, ticket) { return }
        if prompts.prompts.expects(ticket) {
            await prompts.handle(lateReply: outcome, ticket)
        } else {
            screen.keep(early: outcome, ticket, isAsking: prompts.prompts.isShowing)
        }
    }

    private func handle(reply text: String, in bubble: BubbleKey) async {
        guard text.utf8.count > RequestLimits.reply else {
            return await handle(.replied(action: nil, text: text), of: bubble)
        }
        guard let request = screen.request(shownBy: bubble) else { return }
        responses.parts.courier.problems.reportFailedReply(.longReply, to: request)
    }

    private func handle(
        _ event: DeliveryEvent,
        of bubble: BubbleKey,
        activationToken token: String? = nil
    ) async {
        do {
            if prompts.prompts.isShown(by: bubble) {
                await prompts.handle(.used(bubble, event))
            } else if screen.replaced(in: bubble) != nil {
                await responses.apply(event, toReplacedIn: bubble, activationToken: token)
            } else if let row = try store.delivered(showing: bubble) {
                await responses.apply(event, to: row, activationToken: token)
            } else if let id = retries.queue.delivery(shownBy: bubble) {
                retries.keep(event, on: .delivery(id), activationToken: token)
            } else {
                screen.keepEarly(
                    event,
                    of: bubble,
                    activationToken: token,
                    isAsking: !prompts.prompts.isEmpty
                )
            }
        } catch {
            retries.keep(event, on: .bubble(bubble), activationToken: token, after: error)
        }
    }
}
