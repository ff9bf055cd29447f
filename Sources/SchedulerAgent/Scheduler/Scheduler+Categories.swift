import AgentInterface
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// Replaces the categories of an app; when this returns they are on the disk.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where they do not hold or cannot be stored; the earlier ones
    ///   stay then.
    func set(_ categories: [NotificationCategory], of app: String) throws(RequestError) {
        try NotificationRequest.validate(appID: app)
        try NotificationCategory.validate(categories)
        if !categories.isEmpty { try checkRoomForCategories(of: app) }
        try store.set(categories, of: app)
    }

    /// Checks that an app may have categories.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` where too many others have some.
    func checkRoomForCategories(of app: String) throws(RequestError) {
        guard try store.hasRoomForCategories(of: app) else {
            throw RequestError(
                .notAllowed,
                "\(Store.mostCategorisedApps) apps have categories already; "
                    + "set an empty list for one that needs none any more"
            )
        }
    }

    /// The categories of an app as `Categories` gives them.
    func categories(of app: String) throws(RequestError) -> [Variant] {
        try store.categories(of: app).compactMap { bytes in readable(category: bytes)?.record }
    }

    /// A request as it is shown: with the buttons that its category has now.
    ///
    /// The lookup comes at the last moment, as on Apple's systems, so that a request that waits has the
    /// buttons of a set that came after it.
    func resolved(_ request: NotificationRequest) throws(RequestError) -> NotificationRequest {
        let name = request.content.categoryIdentifier
        guard request.actions.isEmpty, !name.isEmpty,
            let bytes = try store.category(name, of: request.appID)
        else { return request }
        var resolved = request
        resolved.take(readable(category: bytes))
        return resolved
    }

    /// A stored category; `nil` where it is damaged, which costs the buttons and not the notification.
    func readable(category bytes: [UInt8]) -> NotificationCategory? {
        do {
            return try NotificationCategory(record: Variant.dictionary(serialized: bytes))
        } catch {
            logger.error("a stored category is damaged and left out: \(error)")
            return nil
        }
    }
}
