import AgentInterface
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// How long an answer waits for the server to say what it can do, in milliseconds.
    private static let serverPatience: UInt32 = 2_000
    /// Answers that may wait for it.
    static let mostServerWaiters = 1_000

    /// The apps that have something here, by their ids.
    func apps() throws(RequestError) -> [AppEntry] {
        var rows = try store.apps()
        if !rows.contains(where: { $0.id == AgentNames.app }) {
            rows.append(
                AppRow(id: AgentNames.app, permission: nil, badge: 0, pending: 0, delivered: 0)
            )
            rows.sort { $0.id < $1.id }
        }
        var entries: [AppEntry] = []
        for row in rows {
            entries.append(
                AppEntry(
                    appID: row.id,
                    name: AppName.of(row.id),
                    authorizationStatus: try status(of: row.id),
                    pending: row.pending,
                    delivered: row.delivered,
                    badge: row.badge
                )
            )
        }
        return entries
    }

    /// What an app's notifications can and may do.
    ///
    /// - Parameters:
    ///   - app: the app.
    ///   - capabilities: what the server that answered last says it can do.
    /// - Returns: the settings.
    /// - Throws: ``NotifyCore/RequestError``.
    func settings(
        of app: String,
        capabilities: [String]
    ) throws(RequestError) -> NotificationSettings {
        try NotificationRequest.validate(appID: app)
        return NotificationSettings(
            status: try status(of: app),
            capabilities: server == .absent ? nil : Set(capabilities),
            hasDesktopFile: DesktopApps.app(app) != nil
        )
    }

    /// Does something once the server has said what it can do, is known not to be there, or takes long.
    func whenServerIsKnown(_ body: @escaping @Sendable () -> Void) {
        guard serverWaiters.count < Self.mostServerWaiters else { return body() }
        switch server {
        case .ready, .hanging:
            return body()
        case .meeting:
            break
        case .absent:
            guard mayStartServer else { return body() }
            mayStartServer = false
            Self.thread.task {
                if await !self.presenter.startServer() { await self.wakeServerWaiters() }
            }
        }
        serverWaiters.append(body)
        if serverWaiters.count == 1 {
            Self.thread.after(milliseconds: Self.serverPatience) {
                Self.thread.task { await self.wakeServerWaiters() }
            }
        }
    }

    /// Answers all that waited for the server.
    func wakeServerWaiters() {
        let waiters = serverWaiters
        serverWaiters = []
        for waiter in waiters { waiter() }
    }

    /// Sets the number at an app's icon.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where it is negative or cannot be stored.
    func setBadge(_ count: Int64, of app: String) throws(RequestError) {
        try NotificationRequest.validate(appID: app)
        guard let number = Int32(exactly: count), number >= 0 else {
            throw RequestError(
                .invalidContent,
                "the badge \(count) is not between 0 and \(Int32.max); 0 hides it"
            )
        }
        try store.set(badge: Int(number), of: app, .full)
        tell(.badgeChanged(app: app, count: Int(number)))
    }

    /// Sets the number that a notification brings with it.
    func applyBadge(of request: NotificationRequest) {
        guard let badge = request.content.badge else { return }
        do {
            try store.set(badge: badge, of: request.appID, .process)
            tell(.badgeChanged(app: request.appID, count: badge))
        } catch {
            logger.error("\(error)")
        }
    }

    /// Tells all numbers anew to who may have missed or forgotten them.
    func tellBadges() {
        do {
            for (app, count) in try store.badges() { tell(.badgeChanged(app: app, count: count)) }
        } catch {
            logger.error("\(error)")
        }
    }
}
