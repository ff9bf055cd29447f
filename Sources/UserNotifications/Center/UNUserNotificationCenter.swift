public import Foundation

/// Where an app adds, lists and removes its notifications and hears of the user's answers.
///
/// Any thread may call it. Calls are served in their order; each handler is called once, on a thread of the
/// center's own. Linux: the app is known by its bundle's identifier, else by the variable
/// `NOTIFY_SCHEDULE_APP_ID`, else by the path of its program. Source: Apple's page
/// UNUserNotificationCenter.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    // Unchecked for the delegate, which has a lock.
    let service: CenterService
    private let lock = NSLock()
    private weak var heldDelegate: (any UNUserNotificationCenterDelegate)?

    private static let shared = UNUserNotificationCenter(
        service: CenterService(appID: AppIdentity.current)
    )

    init(service: CenterService) {
        self.service = service
        super.init()
    }

    /// Gives the process's one center.
    ///
    /// - Returns: the center; nothing happens before its first use.
    open class func current() -> UNUserNotificationCenter { shared }

    /// Who hears what the user does; held weakly.
    ///
    /// Its methods are called on the main thread. What the user did while there was none is told once one
    /// is set, to a later run of the app too; of the app's processes the one that set a delegate last hears.
    open var delegate: (any UNUserNotificationCenterDelegate)? {
        get { lock.withLock { heldDelegate } }
        set {
            lock.withLock { heldDelegate = newValue }
            service.listen(newValue == nil ? nil : delegateCalls)
        }
    }

    /// Whether extensions can draw notifications.
    ///
    /// Linux: never.
    open var supportsContentExtensions: Bool { false }
}
