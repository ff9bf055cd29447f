public import Foundation

/// The object with which an app adds, lists and removes its notifications and receives responses.
///
/// Any thread may call it. Calls are handled in their order; each handler is called once, on a thread of the
/// center. Linux: the app's id is its bundle's identifier, else the variable `NOTIFY_SCHEDULE_APP_ID`, else
/// the path of its program. Source: Apple's page UNUserNotificationCenter.
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

    /// Returns the process's center.
    ///
    /// - Returns: the center, which does nothing before its first use.
    open class func current() -> UNUserNotificationCenter { shared }

    /// The delegate, which receives responses; a weak reference.
    ///
    /// Its methods are called on the main thread. Responses while there is no delegate are delivered once one is
    /// set, also in a later run of the app. Of several processes of the app, the one that set a delegate last
    /// receives them.
    open var delegate: (any UNUserNotificationCenterDelegate)? {
        get { lock.withLock { heldDelegate } }
        set {
            lock.withLock { heldDelegate = newValue }
            if let newValue { UncalledMethods.check(newValue) }
            service.listen(newValue == nil ? nil : delegateCalls)
        }
    }

    /// Whether extensions can draw notifications.
    ///
    /// Linux: never.
    open var supportsContentExtensions: Bool { false }
}
