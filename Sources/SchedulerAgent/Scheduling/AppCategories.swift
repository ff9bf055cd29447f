import AgentInterface
import Logging
import NotifyCore

/// The categories of apps, which give notifications their buttons when these are shown.
struct AppCategories {
    private let context: SchedulingContext

    init(_ context: SchedulingContext) {
        self.context = context
    }

    /// Replaces the categories of an app; when this returns they are on the disk.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if they are invalid or cannot be stored; the earlier ones
    ///   stay then.
    func set(_ categories: [NotificationCategory], of app: String) throws(RequestError) {
        try NotificationRequest.validate(appID: app)
        try NotificationCategory.validate(categories)
        if !categories.isEmpty { try checkRoom(of: app) }
        try context.store.set(categories, of: app)
    }

    /// The categories of an app; damaged ones are left out.
    func all(of app: String) throws(RequestError) -> [NotificationCategory] {
        try context.store.categories(of: app).compactMap(readable)
    }

    /// The categories of all apps or of one, each with its app; damaged ones are left out.
    func all(app: String?) throws(RequestError) -> [(app: String, category: NotificationCategory)] {
        try context.store.categories().compactMap { owner, bytes in
            guard app ?? owner == owner else { return nil }
            return readable(bytes).map { (owner, $0) }
        }
    }

    /// Returns a request with the buttons that its category has now.
    ///
    /// As on Apple's systems, the category is looked up when the notification is shown, so a pending request
    /// gets the buttons of a category that was set later.
    func resolved(_ request: NotificationRequest) throws(RequestError) -> NotificationRequest {
        let name = request.content.categoryIdentifier
        guard request.actions.isEmpty, !name.isEmpty,
            let bytes = try context.store.category(name, of: request.appID)
        else { return request }
        var resolved = request
        resolved.adopt(readable(bytes))
        return resolved
    }

    /// Checks that an app may add categories.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it would have too many, or if too many apps have categories.
    func checkRoom(for names: [String], of app: String) throws(RequestError) -> Int {
        let present = Set(try all(of: app).map(\.identifier))
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
        guard try context.store.hasRoomForCategories(of: app) else {
            throw RequestError(
                .notAllowed,
                "\(Store.maxCategorisedApps) apps have categories already; "
                    + "set an empty list for one that needs none any more"
            )
        }
    }

    /// Decodes a stored category; `nil` if it is damaged.
    ///
    /// The notification is then shown without buttons.
    private func readable(_ bytes: [UInt8]) -> NotificationCategory? {
        do {
            return try NotificationCategory(storedBytes: bytes)
        } catch {
            context.logger.error("a stored category is damaged and left out: \(error)")
            return nil
        }
    }
}
