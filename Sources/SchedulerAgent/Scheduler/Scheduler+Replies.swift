import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// As many questions for a text are on the screen at once.
    private static let mostPrompts = 16

    /// Asks the user for the text of an action; until it is there the notification stays in the list.
    ///
    /// - Parameters:
    ///   - action: what the user chose.
    ///   - delivery: the notification.
    ///   - id: its number.
    ///   - activationToken: the desktop's leave to take the focus.
    func prompt(
        for action: NotificationAction,
        of delivery: Delivery,
        id: Int64,
        activationToken: String?
    ) {
        guard let prompt = ReplyPrompt(delivery.request, action: action) else { return }
        guard prompting.count < Self.mostPrompts, prompting.insert(id).inserted else {
            logger.notice("a question for \(delivery.request.identifier) is on the screen already")
            return
        }
        Self.thread.task {
            let answer = await self.ask(prompt, activationToken)
            await self.take(answer, to: action.identifier, of: delivery.request, id: id)
        }
    }

    private func take(
        _ answer: ReplyAnswer,
        to action: String,
        of request: NotificationRequest,
        id: Int64
    ) async {
        prompting.remove(id)
        switch answer {
        case .cancelled:
            _ = replaced.take(prompted: id)
        case .text(let text):
            let reply = DeliveryEvent.replied(action: action, text: text)
            if await apply(reply, toReplacedPrompt: id) { return }
            guard await apply(reply, to: id) else {
                logger.notice("a reply came to \(request.identifier), which is listed no more")
                return
            }
        case .impossible(let error):
            _ = replaced.take(prompted: id)
            reportFailedReply(error, to: request)
        }
    }

    /// Makes visible that a text could not be taken.
    func reportFailedReply(_ error: RequestError, to request: NotificationRequest) {
        note(.launchFailed, request.key, title: request.content.title, detail: error.message)
        report(error, "\(request.content.quotedTitle) could not be answered")
    }
}
