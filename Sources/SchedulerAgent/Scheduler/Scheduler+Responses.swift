import AgentInterface
import Logging
import NotifyCore

extension Scheduler {
    /// Opens an action's URL, and tells who listens.
    func respond(to delivery: Delivery, action: String, activationToken: String?) async {
        let request = delivery.request
        if action == LateSummary.showEach, let ids = LateSummary.deliveries(of: request) {
            return await showEach(ids)
        }
        var response = Response(delivery: delivery, action: action)
        if let length = request.snooze(ofAction: action) {
            do {
                _ = try snooze(request, microseconds: length)
                await plan()
            } catch {
                response.problem = error.message
                report(error, openedBy: request)
            }
        }
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
    func report(_ error: RequestError, openedBy request: NotificationRequest) {
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
