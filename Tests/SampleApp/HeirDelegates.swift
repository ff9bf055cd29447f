import UserNotifications

/// Has the conformance and one method.
class Ancestor: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
    // Unchecked for its heirs, none of which has state.

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {
        report("ancestor:", response.notification.request.identifier)
    }
}

/// Overrides what the ancestor has, which is called.
final class Overrider: Ancestor, @unchecked Sendable {
    override func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {
        report("overrider:", response.notification.request.identifier)
    }
}

/// Has methods of its own, which are never called; one of them in an extension.
private final class Heir: Ancestor, @unchecked Sendable {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        []
    }
}

extension Heir {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    ) {}
}

/// Has the conformance and no method.
class BareAncestor: NSObject, UNUserNotificationCenterDelegate {}

/// Is between the conformance and its heir.
class Middle: BareAncestor {}

/// The method is in the last of three classes.
final class LateHeir: Middle {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        report("late heir:", response.notification.request.identifier)
    }
}

/// No class has a method.
final class BareHeir: Middle {}

/// The methods of its own conformance are called, and are those of another one.
class RemoteHeir: Ancestor, UNRemoteNotificationDelegate, @unchecked Sendable {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) {}
}

/// Has a method of the remote conformance, which its superclass has.
final class LateRemoteHeir: RemoteHeir, @unchecked Sendable {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didRegisterForRemoteNotificationsWith registration: PushRegistration
    ) {}
}

extension SampleApp {
    /// Sets a delegate whose superclass has the conformance.
    func listenAsHeir(_ kind: String) {
        let delegate: any UNUserNotificationCenterDelegate =
            switch kind {
            case "overrider": Overrider()
            case "late": LateHeir()
            case "bare": BareHeir()
            case "remote": RemoteHeir()
            case "late-remote": LateRemoteHeir()
            default: Heir()
            }
        // The center holds it weakly.
        _ = Unmanaged.passRetained(delegate as AnyObject)
        center.delegate = delegate
    }
}
