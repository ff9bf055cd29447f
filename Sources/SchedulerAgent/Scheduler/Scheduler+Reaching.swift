import AgentInterface
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// Lets a connection hear for an app from now on.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where it may not.
    func attach(_ name: String, to app: String) throws(RequestError) {
        try attached.attach(name, to: app)
        starts[app] = nil
    }

    /// Lets a connection hear no longer for an app.
    func detach(_ name: String, from app: String) {
        attached.detach(name, from: app)
    }

    /// Takes in that a connection left the bus.
    func left(_ name: String) {
        attached.forget(name)
        watchers.forget(name)
        forgetImport(of: name)
    }

    /// Hands an app what waits for it, without waiting for the app.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - activationToken: the desktop's leave to take the focus, where it has to be started.
    func reachSoon(_ app: String, activationToken: String? = nil) {
        Self.thread.task { await self.reach(app, activationToken: activationToken) }
    }

    /// Reaches the apps that an earlier run could not reach any more.
    func reachForgotten() {
        do {
            for app in try store.appsToStart() { reachSoon(app) }
        } catch {
            logger.error("\(error)")
        }
    }

    /// What an app has to be told of an event; `nil` where it hears nothing, or not yet.
    func response(
        to delivery: Delivery,
        of event: DeliveryEvent,
        _ end: DeliveryEnd
    ) -> AppResponse? {
        switch (end, event) {
        case (.opened, .invoked(let action)):
            unlocked(Response(delivery: delivery, action: action))
        case (.opened, .replied(let action, let text)):
            (action ?? delivery.request.replyAction?.identifier).flatMap { action in
                unlocked(Response(delivery: delivery, action: action, userText: text))
            }
        case (.dismissed, _) where delivery.request.hearsDismissal:
            appResponse(
                Response(delivery: delivery, action: NotificationAction.dismissIdentifier)
            )
        default:
            nil
        }
    }

    /// What waits for an unlocked session is told once that is there.
    private func unlocked(_ response: Response) -> AppResponse? {
        response.delivery.request.needsUnlockedSession(for: response.action)
            ? nil : appResponse(response)
    }

    /// What an app has to be told of a response; `nil` where it hears nothing.
    ///
    /// The command line's own requests have no app, and a snooze is the agent's own affair.
    func appResponse(_ response: Response) -> AppResponse? {
        let request = response.delivery.request
        guard request.appID != AgentNames.app, request.snooze(ofAction: response.action) == nil
        else { return nil }
        return AppResponse(
            notification: AppNotification(request: request, date: response.delivery.delivered),
            action: response.action,
            userText: response.userText
        )
    }

    /// Says that an app was away for too long.
    func noteDropped(_ count: Int) {
        guard count > 0 else { return }
        logger.warning("\(count) responses that no app had heard are dropped for newer ones")
    }

    /// Hands an app a response that is kept for it.
    func reachSoon(_ response: AppResponse, activationToken: String?) {
        reachSoon(
            response.notification.request.appID,
            activationToken: self.activationToken(activationToken, for: response)
        )
    }

    /// The desktop's leave to take the focus, where an action brings its app to the front.
    private func activationToken(_ token: String?, for response: AppResponse) -> String? {
        if response.action == NotificationAction.defaultIdentifier { return token }
        let button = response.notification.request.action(response.action)
        return button?.options.contains(.foreground) == true ? token : nil
    }

    /// Hands an app what waits for it, or starts it.
    func reach(_ app: String, activationToken: String?) async {
        do {
            try await handOver(to: app)
            guard attached.listener(of: app) == nil else { return }
            try await startOnce(app, activationToken)
        } catch {
            logger.error("\(error)")
        }
    }

    private func startOnce(_ app: String, _ token: String?) async throws(RequestError) {
        let now = clock.sinceBoot
        let startTime = Int64(appStartTime) * 1_000
        starts = starts.filter { now - $0.value < startTime }
        if let begun = starts[app] {
            // It may end before it attaches itself, and then nothing would have it started again.
            return startAgainSoon(app, microseconds: begun + startTime - now)
        }
        guard
            let response = try store.responseToStart(app, except: handOvers.excluded)
        else { return }
        starts[app] = now
        do {
            if try await !appLink.start(app, activationToken: token) {
                starts[app] = nil
                logger.info("\(app) has no desktop file; what it should hear waits for it")
            }
        } catch {
            starts[app] = nil
            if let request = try? AppResponse(record: response.record).notification.request {
                reportFailedStart(error, of: request)
            }
        }
        try store.markStarted(app, upTo: response.id)
    }

    /// Looks after a while whether an app that is being started has come.
    private func startAgainSoon(_ app: String, microseconds: Int64) {
        guard startRetries.insert(app).inserted else { return }
        Self.thread.after(milliseconds: UInt32(clamping: microseconds / 1_000 + 1)) {
            Self.thread.task { await self.startAgain(app) }
        }
    }

    private func startAgain(_ app: String) async {
        startRetries.remove(app)
        await reach(app, activationToken: nil)
    }
}
