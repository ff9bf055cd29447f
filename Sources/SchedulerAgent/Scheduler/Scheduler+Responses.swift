import AgentInterface
import Logging
import NotifyCore

extension Scheduler {
    /// Opens an action's URL, and tells who listens.
    func respond(to request: NotificationRequest, action: String, activationToken: String?) {
        var response = Response(key: request.key, action: action)
        if let url = request.url(ofAction: action) {
            response.url = url
            do {
                response.arguments = try open(url, activationToken)
                note(.launched, request.key, title: request.content.title, detail: url)
            } catch {
                response.problem = error.message
                note(
                    .launchFailed,
                    request.key,
                    title: request.content.title,
                    detail: error.message
                )
                report(error, openedBy: request)
            }
        }
        tell(.responded(response))
    }

    /// Makes a failed start visible: the user clicked and would otherwise see nothing happen.
    private func report(_ error: RequestError, openedBy request: NotificationRequest) {
        logger.error("\(error)")
        let problem = NotificationRequest(
            appID: AgentNames.app,
            identifier: "launch-problem",
            content: NotificationContent(
                title: "“\(request.content.title.prefix(60))” could not be opened",
                body: error.message
            )
        )
        do {
            _ = try add(problem)
            deliverSoon()
        } catch {
            logger.error("\(error)")
        }
    }
}
