import Logging
import NotifyCore

/// Which notifications have texts that a locked screen must not show, and which are on the screen without them.
///
/// The user says so for all of an app, and a notification of itself. What is shown without its texts is remembered in the
/// store, so that they come after the unlock whatever has happened meanwhile.
final class Privacy {
    /// The maximum number of notifications that are remembered; the oldest stay as they are.
    private static let maxHidden = 1_000

    private let store: Store
    private let apps: Apps
    private let logger: Logger
    private let isLocked: @Sendable () async -> Bool

    init(
        store: Store,
        apps: Apps,
        logger: Logger,
        isLocked: @escaping @Sendable () async -> Bool
    ) {
        self.store = store
        self.apps = apps
        self.logger = logger
        self.isLocked = isLocked
    }

    // MARK: What is hidden

    /// Returns what a private delivery shows instead of its texts, and remembers that; `nil` if it shows them.
    func hiding(_ request: NotificationRequest, _ id: DeliveryID) async -> HiddenTexts? {
        guard await isLocked() else { return nil }
        logger.debug("the texts of delivery \(id) are hidden, because the session is locked")
        do {
            let others = try hidden.filter { $0 != id }
            try set(others + [id])
        } catch {
            // Then the texts stay hidden.
            logger.error("\(error)")
        }
        if LateSummary.deliveries(of: request) != nil {
            var texts = HiddenTexts()
            // It has only their number.
            texts.showsTitle = true
            return texts
        }
        return HiddenTexts((try? apps.category(of: request)) ?? nil)
    }

    /// Whether the texts of a request are not for a locked screen; a summary has those of its notifications.
    func isPrivate(_ request: NotificationRequest) -> Bool {
        // Whoever sends it so has it shown as it is.
        guard !request.bubble.isVerbatim else { return false }
        if request.content.isPrivate { return true }
        do {
            let apps = try privateApps()
            guard let ids = LateSummary.deliveries(of: request) else {
                return apps.contains(request.appID)
            }
            return try ids.contains { id throws(RequestError) in
                // The summary has a line of one that was removed.
                guard let each = try store.delivered(id: id)?.delivery().request else {
                    return true
                }
                return each.content.isPrivate || apps.contains(each.appID)
            }
        } catch {
            // It is not known, and the texts come after the unlock.
            logger.error("\(error)")
            return true
        }
    }

    /// Returns the deliveries that were shown without their texts, if the session is unlocked; otherwise none.
    func revealed() async throws(RequestError) -> [DeliveryID] {
        guard try !hidden.isEmpty, await !isLocked() else { return [] }
        return try hidden
    }

    /// Whether a delivery was shown without its texts, and not with them since.
    func isHidden(_ id: DeliveryID) -> Bool {
        do {
            return try hidden.contains(id)
        } catch {
            logger.error("\(error)")
            return false
        }
    }

    /// Forgets a delivery that shows its texts, or is shown no more.
    func forget(_ id: DeliveryID) {
        do {
            let hidden = try hidden
            guard hidden.contains(id) else { return }
            try set(hidden.filter { $0 != id })
        } catch {
            logger.error("\(error)")
        }
    }

    private var hidden: [DeliveryID] {
        get throws(RequestError) {
            try store.metadata(.hidden)?.split(separator: " ").compactMap { DeliveryID($0) } ?? []
        }
    }

    private func set(_ ids: [DeliveryID]) throws(RequestError) {
        let text = ids.suffix(Self.maxHidden).map(\.description).joined(separator: " ")
        try store.set(.hidden, to: text)
    }

    // MARK: Apps

    /// The apps whose texts are all private.
    func privateApps() throws(RequestError) -> Set<String> { try store.apps(in: .privateApps) }

    /// Decides as the user whether the texts of an app are private.
    ///
    /// - Throws: ``NotifyCore/RequestError``, with code `NotAllowed` if those of too many apps are.
    func setPrivate(_ isPrivate: Bool, app: String) throws(RequestError) {
        let isNew = try store.set(isPrivate, app: app, in: .privateApps) {
            "the texts of \($0) apps are private"
        }
        if isNew { logger.debug("texts of \(app) are \(isPrivate ? "" : "no longer ")private") }
    }
}
