import Logging
import NotifyCore

/// Asks the user for the texts of actions.
///
/// The notification stays in the list until the text is entered.
final class ReplyAsker {
    private var prompts = ReplyPrompts()
    private let logger: Logger
    private let ask: @Sendable (ReplyPrompt, String?) async -> ReplyAnswer
    private let tasks: SchedulerTasks

    init(
        _ logger: Logger,
        ask: @escaping @Sendable (ReplyPrompt, String?) async -> ReplyAnswer,
        _ tasks: SchedulerTasks
    ) {
        self.logger = logger
        self.ask = ask
        self.tasks = tasks
    }

    /// Whether the text of a delivery is being asked for.
    func isOpen(_ delivery: Int64) -> Bool { prompts.isOpen(delivery) }

    /// Asks for the text of an action.
    func ask(
        for action: NotificationAction,
        of delivery: Delivery,
        id: Int64,
        activationToken: String?
    ) {
        let request = delivery.request
        guard let prompt = ReplyPrompt(request, action: action) else { return }
        guard prompts.begin(id) else {
            logger.notice("a question for \(request.identifier) is on the screen already")
            return
        }
        tasks.spawn { [ask] in
            let answer = await ask(prompt, activationToken)
            await $0.responses.handle(answer, to: action.identifier, of: request, id: id)
        }
    }

    /// Records that a question has ended.
    func end(_ delivery: Int64) { prompts.end(delivery) }
}
