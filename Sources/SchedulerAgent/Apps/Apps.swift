import AgentInterface
import Logging
import NotifyCore

/// What the user and the apps themselves have said about apps: who may show notifications, the numbers at their icons,
/// and their categories.
///
/// It owns no state besides the store's. A permission comes from the user's decision, and without one from the
/// configuration.
final class Apps {
    /// Apple's raw value of `UNAuthorizationOptions.provisional`.
    private static let provisionalOption: UInt32 = 64

    private let store: Store
    private let configuration: ConfigurationSource
    private let journal: Journal
    private let logger: Logger

    init(store: Store, configuration: ConfigurationSource, journal: Journal, logger: Logger) {
        self.store = store
        self.configuration = configuration
        self.journal = journal
        self.logger = logger
    }

    // MARK: Permissions

    /// Returns the permission of an app.
    func permission(of app: String) throws(RequestError) -> AuthorizationStatus {
        if app == AgentNames.app { return .authorized }
        if let decided = try store.permission(of: app) { return decided }
        // These requests come from files that the user or root wrote.
        if app == AgentNames.requestFilesApp { return .authorized }
        return switch configuration.current.defaultPermission {
        case .allow: .authorized
        case .ask: .notDetermined
        }
    }

    /// Checks that an app may show notifications.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` or `Storage`.
    func checkPermission(of app: String) throws(RequestError) {
        let reason: String
        switch try permission(of: app) {
        case .authorized, .provisional: return
        case .denied: reason = "\(app) may not show notifications"
        case .notDetermined: reason = "\(app) has no permission yet to show notifications"
        }
        throw RequestError(
            .notAllowed,
            "\(reason); the user can allow it: notify-schedule apps allow \(app)"
        )
    }

    /// Answers an app that asks for permission; `nil` if the user has to be asked.
    func answer(to app: String, options: UInt32) throws(RequestError) -> Bool? {
        try NotificationRequest.validate(appID: app)
        let wantsProvisional = options & Self.provisionalOption != 0
        switch try permission(of: app) {
        case .authorized: return true
        case .denied: return false
        case .provisional where wantsProvisional: return true
        case .notDetermined where wantsProvisional:
            try set(.provisional, of: app)
            return true
        case .notDetermined, .provisional: break
        }
        guard configuration.current.defaultPermission == .ask else {
            try set(.authorized, of: app)
            return true
        }
        return nil
    }

    /// Decides as the user whether an app may show notifications.
    ///
    /// - Returns: whether there was anything to decide; the command line's own app is always allowed.
    /// - Throws: ``NotifyCore/RequestError``, with code `NotAllowed` for denying the command line's own app.
    @discardableResult
    func decide(_ isAllowed: Bool, on app: String) throws(RequestError) -> Bool {
        try NotificationRequest.validate(appID: app)
        guard app != AgentNames.app else {
            if isAllowed { return false }
            throw RequestError(
                .notAllowed,
                "\(app) is the command line's own app and always allowed; "
                    + "to hold its notifications back: notify-schedule pause --all"
            )
        }
        try set(isAllowed ? .authorized : .denied, of: app, isOfUser: true)
        return true
    }

    private func set(
        _ permission: AuthorizationStatus,
        of app: String,
        isOfUser: Bool = false
    ) throws(RequestError) {
        try store.set(permission: permission, of: app, isOfUser: isOfUser)
        logger.debug("\(app) is \(permission.rawValue) now")
    }

    // MARK: What callers see of apps

    /// Returns the known apps, sorted by their ids, with the names that they have without desktop files.
    func list() throws(RequestError) -> [AppEntry] {
        var rows = try store.apps()
        if !rows.contains(where: { $0.id == AgentNames.app }) {
            rows.append(AppRow(id: AgentNames.app, badge: 0, pending: 0, delivered: 0))
            rows.sort { $0.id < $1.id }
        }
        return try rows.map { row throws(RequestError) in
            AppEntry(
                appID: row.id,
                name: AppName.withoutDesktopFile(row.id),
                authorizationStatus: try permission(of: row.id),
                pending: row.pending,
                delivered: row.delivered,
                badge: row.badge
            )
        }
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
            status: try permission(of: app),
            capabilities: capabilities.map { Set($0) },
            hasDesktopFile: hasDesktopFile
        )
    }

    // MARK: The numbers at icons

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
        try set(badge: Int(number), of: app, .full)
    }

    /// Sets the number of a notification at its app's icon, if it has one.
    func applyBadge(of request: NotificationRequest) {
        guard let badge = request.content.badge else { return }
        do {
            try set(badge: badge, of: request.appID, .process)
        } catch {
            logger.error("\(error)")
        }
    }

    private func set(
        badge: Int,
        of app: String,
        _ durability: Store.Durability
    ) throws(RequestError) {
        try store.set(badge: badge, of: app, durability)
        logger.debug("the number at the icon of \(app) is \(badge)")
        journal.reportBadge(badge, of: app)
    }

    /// Reports all numbers again, for programs that may have missed or forgotten them.
    func reportBadges() {
        do {
            for (app, count) in try store.badges() { journal.reportBadge(count, of: app) }
        } catch {
            logger.error("\(error)")
        }
    }

    // MARK: Categories

    /// Replaces the categories of an app; when this returns they are on the disk.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if they are invalid or cannot be stored; the earlier ones
    ///   stay then.
    func set(_ categories: [NotificationCategory], of app: String) throws(RequestError) {
        try NotificationRequest.validate(appID: app)
        try NotificationCategory.validate(categories)
        if !categories.isEmpty { try checkRoom(of: app) }
        try store.set(categories, of: app)
        logger.debug("\(app) has \(categories.count) categories")
    }

    /// Returns the categories of an app; damaged ones are left out.
    func categories(of app: String) throws(RequestError) -> [NotificationCategory] {
        try store.categories(of: app).compactMap(readable)
    }

    /// Returns the categories of all apps, or of one, each with its app; damaged ones are left out.
    func allCategories(
        of app: String?
    ) throws(RequestError) -> [(app: String, category: NotificationCategory)] {
        if let app { return try categories(of: app).map { (app, $0) } }
        return try store.categories().compactMap { owner, bytes in
            readable(bytes).map { (owner, $0) }
        }
    }

    /// Returns a request with the buttons that its category has now.
    ///
    /// As on Apple's systems, the category is looked up when the notification is shown, so a pending request
    /// gets the buttons of a category that was set later.
    func withButtons(_ request: NotificationRequest) throws(RequestError) -> NotificationRequest {
        guard request.actions.isEmpty, let category = try category(of: request) else {
            return request
        }
        var resolved = request
        resolved.adopt(category)
        return resolved
    }

    /// Returns the category of a request as its app has it now; `nil` if there is none, or it is damaged.
    func category(
        of request: NotificationRequest
    ) throws(RequestError) -> NotificationCategory? {
        let name = request.content.categoryIdentifier
        guard !name.isEmpty, let bytes = try store.category(name, of: request.appID) else {
            return nil
        }
        return readable(bytes)
    }

    /// Checks that an app may add categories.
    ///
    /// - Returns: how many of them replace one that it has.
    /// - Throws: ``NotifyCore/RequestError`` if it would have too many, or if too many apps have categories.
    func checkRoom(for names: [String], of app: String) throws(RequestError) -> Int {
        let present = Set(try categories(of: app).map(\.identifier))
        let count = present.union(names).count
        guard count <= RequestLimits.categories else {
            throw RequestError(
                .invalidContent,
                "\(app) would have \(count) categories, more than the \(RequestLimits.categories) that an "
                    + "app may have"
            )
        }
        try checkRoom(of: app)
        return present.intersection(names).count
    }

    /// Checks that an app may have categories.
    private func checkRoom(of app: String) throws(RequestError) {
        guard try store.hasRoomForCategories(of: app) else {
            throw RequestError(
                .notAllowed,
                "\(Store.maxCategorisedApps) apps have categories already; "
                    + "set an empty list for one that needs none any more"
            )
        }
    }

    /// Decodes a stored category; `nil` if it is damaged, which is logged: the notification then has no buttons.
    private func readable(_ bytes: [UInt8]) -> NotificationCategory? {
        do {
            return try NotificationCategory(storedBytes: bytes)
        } catch {
            logger.error("a stored category is damaged and left out: \(error)")
            return nil
        }
    }
}
