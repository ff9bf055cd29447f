import AgentInterface
import Logging
import NotifyCore

extension Scheduler {
    /// As many characters of a reply are in the history.
    private static let notedReply = 1_000

    /// Opens an action's URL, and tells who listens.
    ///
    /// - Parameters:
    ///   - answered: what the user did.
    ///   - isSnoozed: whether what shows it once more is in the store already.
    ///   - activationToken: the desktop's leave to take the focus.
    func respond(
        _ answered: Response,
        isSnoozed: Bool = false,
        activationToken: String?
    ) async {
        let request = answered.delivery.request
        let action = answered.action
        if action == LateSummary.showEach, let ids = LateSummary.deliveries(of: request) {
            return await showEach(ids)
        }
        var response = answered
        if let text = response.userText {
            note(
                .replied,
                request.key,
                title: request.content.title,
                detail: String(text.prefix(Self.notedReply))
            )
        }
        if !isSnoozed, let length = request.snooze(ofAction: action) {
            do {
                _ = try snooze(request, microseconds: length)
                await plan()
            } catch {
                response.problem = error.message
                reportFailedStart(error, of: request)
            }
        }
        if let url = request.url(ofAction: action) {
            response.url = url
            do {
                response.arguments = try open(url, activationToken)
                note(
                    .launched,
                    request.key,
                    title: request.content.title,
                    detail: url,
                    requester: request.requester
                )
            } catch {
                response.problem = error.message
                note(
                    .launchFailed,
                    request.key,
                    title: request.content.title,
                    detail: error.message,
                    requester: request.requester
                )
                reportFailedStart(error, of: request)
            }
        }
        tellResponse(response, activationToken: activationToken)
    }

    /// Makes a failed start visible: the user clicked and would otherwise see nothing happen.
    func reportFailedStart(_ error: RequestError, of request: NotificationRequest) {
        report(error, "\(request.content.quotedTitle) could not be opened")
    }

    /// Tells the user and the journal that the store was damaged.
    func report(_ setAside: SetAsideStore) {
        report(setAside.error, "Some notifications may be lost")
    }

    /// Goes on with what was saved of a store that was damaged while the agent ran.
    func goOn(without setAside: SetAsideStore) async {
        report(setAside)
        await deliverDue()
    }

    /// Shows an error as a bubble of its own.
    func report(_ error: RequestError, _ title: String) {
        logger.error("\(error)")
        let problem = NotificationRequest(
            appID: AgentNames.app,
            identifier: "launch-problem",
            content: NotificationContent(title: title, body: error.message)
        )
        do {
            _ = try add(problem)
            deliverSoon()
        } catch {
            logger.error("\(error)")
        }
    }
}

extension NotificationContent {
    /// The title as a sentence of ours names it.
    var quotedTitle: String { "“\(String(title.prefix(60)).isolated)”" }
}
