import AgentInterface
import Logging
import NotifyCore

/// Hands apps their responses, and starts those that do not run.
///
/// It owns which connections listen for which apps, and the responses in flight (``AppConnections``). A response waits
/// in the store until its app has received it, so that a crash loses none.
final class Responses {
    /// The share of a process's time that is reserved for its answer to arrive: 2 s of 30 s.
    ///
    /// The result of a process that acts in time is thus known before another one gets the response.
    private static let partForAnswer = 15

    private let store: Store
    private let clock: any AgentClock
    private let logger: Logger
    private let limits: AgentLimits
    private let messenger: any AppMessenger
    private let attachments: Attachments
    private let journal: Journal
    private let tasks: AgentTasks
    /// The connections that listen for their apps, and the responses in flight.
    private var connections: AppConnections
    /// Whether the removal of received responses is tried again.
    private var isRetryPlanned = false

    init(
        store: Store,
        clock: any AgentClock,
        logger: Logger,
        limits: AgentLimits,
        messenger: any AppMessenger,
        attachments: Attachments,
        journal: Journal,
        tasks: AgentTasks
    ) {
        self.store = store
        self.clock = clock
        self.logger = logger
        self.limits = limits
        self.messenger = messenger
        self.attachments = attachments
        self.journal = journal
        self.tasks = tasks
        connections = AppConnections(startTime: limits.appStartTime)
    }

    // MARK: Who listens

    /// Returns the connection that listens for an app; `nil` if none does.
    func listener(of app: String) -> String? { connections.listener(of: app) }

    /// Lets a connection listen for an app from now on.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it may not.
    func attach(_ name: String, to app: String) throws(RequestError) {
        try connections.attach(name, to: app)
        logger.debug("\(name) listens for \(app)")
    }

    /// Handles that a connection no longer listens for an app.
    func detach(_ name: String, from app: String) {
        handle(.detached(AppConnections.Listener(name: name, app: app)))
    }

    /// Handles that a connection has left the bus.
    func left(_ name: String) { handle(.left(name)) }

    // MARK: Handing over

    /// Sends the responses that an earlier run could not send.
    func reachForgotten() {
        do {
            for app in try store.appsToStart() { reachSoon(app) }
        } catch {
            logger.error("\(error)")
        }
    }

    /// Sends an app a stored response, in the background.
    func reachSoon(_ response: AppResponse, activationToken: String?) {
        let token = response.bringsAppToFront ? activationToken : nil
        reachSoon(response.notification.request.appID, activationToken: token)
    }

    /// Sends an app its stored responses, in the background.
    ///
    /// - Parameter activationToken: the desktop's activation token, with which the app comes to the front.
    func reachSoon(_ app: String, activationToken: String? = nil) {
        tasks.post(.responsesWait(app: app, activationToken: activationToken))
    }

    /// Sends an app its stored responses one after the other, or starts it.
    func reach(_ app: String, activationToken: String?) async {
        // A desktop takes a token once.
        var token = activationToken
        do {
            forgetHeard()
            while let approach = connections.reach(app, now: clock.sinceBoot) {
                switch approach {
                case .handOver(let listener):
                    if try await handOver(to: listener, &token) { continue }
                case .start(let app): try await start(app, token)
                case .lookLater(let app, let time):
                    tasks.post(.appStartTimeOver(app: app), after: time + .milliseconds(1))
                }
                return
            }
        } catch {
            logger.error("\(error)")
        }
    }

    /// Sends a process the oldest response for its app.
    ///
    /// - Parameter token: the activation token, which the first one gets that brings the app to the front.
    private func handOver(
        to listener: AppConnections.Listener,
        _ token: inout String?
    ) async throws(RequestError) -> Bool {
        let (name, app) = (listener.name, listener.app)
        guard let waiting = try store.firstResponse(of: app, except: connections.excluded) else {
            return false
        }
        let response: AppResponse
        do {
            response = try waiting.response()
        } catch {
            // A damaged response must not block the ones after it.
            let key = RequestKey(appID: app, identifier: waiting.identifier)
            drop(key, error.message)
            handle(.unreadable(waiting.id))
            return true
        }
        let limit = limits.answerTime
        let until = clock.sinceBoot + (limit - limit / Self.partForAnswer)
        var handed = HandedResponse(response, id: waiting.id, until: until.microseconds)
        if response.bringsAppToFront { swap(&handed.activationToken, &token) }
        handle(.sent(waiting.id, to: listener, until: until))
        CrashPoint.reached(.responding)
        let end = await tasks.answer(within: limit) { [messenger, handed] in
            await messenger.didReceive(handed, at: name)
        } late: { end in
            .answeredLate(end, to: response, id: waiting.id, connection: name)
        }
        logger.debug(
            "\(app)/\(waiting.identifier): response \(waiting.id) at \(name): \(end.map { "\($0)" } ?? "no answer")"
        )
        // If the store fails, the app is not started again.
        for action in connections.handle(.answered(listener, end, now: clock.sinceBoot)) {
            try perform(action, response)
        }
        return true
    }

    /// Handles the answer of a process after its time.
    func answeredLate(_ end: HandOver, to response: AppResponse, id: Int64, connection: String) {
        let app = response.notification.request.appID
        let listener = AppConnections.Listener(name: connection, app: app)
        handle(.answeredLate(id, listener, end), response)
    }

    private func start(_ app: String, _ token: String?) async throws(RequestError) {
        guard let waiting = try store.responseToStart(app, except: connections.excluded) else {
            return
        }
        handle(.starting(app: app, now: clock.sinceBoot))
        logger.debug("\(app) is started for response \(waiting.id)")
        do {
            if try await !messenger.start(app, activationToken: token) {
                handle(.notStarted(app: app))
                logger.info("\(app) has no desktop file; what it should hear waits for it")
            }
        } catch {
            handle(.notStarted(app: app))
            // The bus also reports a failed start if the app runs but does not own the expected name.
            if connections.listener(of: app) == nil, try store.hasResponse(waiting.id),
                let response = try? waiting.response()
            {
                tasks.post(.problem(.notOpened(response.notification.request, error)))
            }
        }
        try store.markStarted(app, upTo: waiting.id)
    }

    /// Handles that the time is over in which a started app has to be on the bus.
    func startTimeOver(of app: String) { handle(.startTimeOver(app: app)) }

    // MARK: What apps have received

    /// Tries again to remove received responses from the store.
    func retry() {
        isRetryPlanned = false
        forgetHeard()
    }

    /// Removes received responses from the store.
    ///
    /// If that fails, they are still not sent twice.
    private func forgetHeard() {
        let heard = connections.heard
        guard !heard.isEmpty else { return }
        do {
            try store.remove(responses: heard)
            CrashPoint.reached(.forgotten)
            handle(.forgotten(heard))
        } catch {
            logger.error("\(error)")
            guard !isRetryPlanned else { return }
            isRetryPlanned = true
            tasks.post(.forgetHeard, after: limits.storeRetryTime)
        }
    }

    /// Reports that a response cannot be read.
    private func drop(_ key: RequestKey, _ reason: String) {
        logger.error(
            "a response to \(key.appID)/\(key.identifier) cannot be read; it is dropped: \(reason)"
        )
        let now = clock.now
        journal.note([HistoryLine(at: now, key: key, title: "", event: .unheard, detail: reason)])
    }

    // MARK: The machine

    /// Handles an event of the connections and carries out its steps.
    private func handle(_ event: AppConnections.Event, _ response: AppResponse? = nil) {
        do {
            for action in connections.handle(event) { try perform(action, response) }
        } catch {
            logger.error("\(error)")
        }
    }

    private func perform(
        _ action: AppConnections.Action,
        _ response: AppResponse? = nil
    ) throws(RequestError) {
        switch action {
        case .noteTaken:
            CrashPoint.reached(.responded)
            // The app may still need the attachments.
            if let request = response?.notification.request { attachments.noteAnswer(to: request) }
        case .reportDrop(let reason):
            if let response { drop(response.notification.request.key, reason) }
        case .forget: forgetHeard()
        case .markStarted(let app): try store.markStarted(app)
        case .reportSilence(let app):
            logger.warning("\(app) does not take a response; another process of it is tried")
        case .reachSoon(let app): reachSoon(app)
        }
    }
}
