import AgentInterface
import Logging
import NotifyCore

/// The settings of apps, and the numbers at their icons.
struct AppSettings {
    private let context: SchedulingContext
    private let permissions: AppPermissions
    private let journal: Journal

    init(_ context: SchedulingContext, permissions: AppPermissions, journal: Journal) {
        self.context = context
        self.permissions = permissions
        self.journal = journal
    }

    /// Returns the known apps, sorted by their ids, with the names that they have without desktop files.
    func apps() throws(RequestError) -> [AppEntry] {
        var rows = try context.store.apps()
        if !rows.contains(where: { $0.id == AgentNames.app }) {
            rows.append(AppRow(id: AgentNames.app, badge: 0, pending: 0, delivered: 0))
            rows.sort { $0.id < $1.id }
        }
        var entries: [AppEntry] = []
        for row in rows {
            entries.append(
                AppEntry(
                    appID: row.id,
                    name: AppName.withoutDesktopFile(row.id),
                    authorizationStatus: try permissions.status(of: row.id),
                    pending: row.pending,
                    delivered: row.delivered,
                    badge: row.badge
                )
            )
        }
        return entries
    }

    /// Returns the notification settings of an app.
    ///
    /// - Parameter capabilities: the capabilities of the server; `nil` if none runs.
    func settings(
        of app: String,
        capabilities: [String]?,
        hasDesktopFile: Bool
    ) throws(RequestError) -> NotificationSettings {
        try NotificationRequest.validate(appID: app)
        return NotificationSettings(
            status: try permissions.status(of: app),
            capabilities: capabilities.map { Set($0) },
            hasDesktopFile: hasDesktopFile
        )
    }

    /// Sets the number at an app's icon.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it is negative or cannot be stored.
    func setBadge(_ count: Int64, of app: String) throws(RequestError) {
        try NotificationRequest.validate(appID: app)
        guard let number = Int32(exactly: count), number >= 0 else {
            throw RequestError(
                .invalidContent,
                "the badge \(count) is not between 0 and \(Int32.max); 0 hides it"
            )
        }
        try context.store.set(badge: Int(number), of: app, .full)
        journal.reportBadge(Int(number), of: app)
    }

    /// Sets the number of a notification.
    func applyBadge(of request: NotificationRequest) {
        guard let badge = request.content.badge else { return }
        do {
            try context.store.set(badge: badge, of: request.appID, .process)
            journal.reportBadge(badge, of: request.appID)
        } catch {
            context.logger.error("\(error)")
        }
    }

    /// Reports all numbers again, for programs that may have missed or forgotten them.
    func reportBadges() {
        do {
            for (app, count) in try context.store.badges() { journal.reportBadge(count, of: app) }
        } catch {
            context.logger.error("\(error)")
        }
    }
}
