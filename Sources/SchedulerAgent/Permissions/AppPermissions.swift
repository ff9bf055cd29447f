import AgentInterface
import NotifyCore

/// The permissions of apps, from the user's decisions and the configuration.
struct AppPermissions: Sendable {
    /// Apple's raw value of `UNAuthorizationOptions.provisional`.
    private static let provisionalOption: UInt32 = 64

    let store: Store
    let configuration: ConfigurationSource

    /// Returns the permission of an app.
    func status(of app: String) throws(RequestError) -> AuthorizationStatus {
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
    func check(_ app: String) throws(RequestError) {
        let reason: String
        switch try status(of: app) {
        case .authorized, .provisional: return
        case .denied: reason = "\(app) may not show notifications"
        case .notDetermined: reason = "\(app) has no permission yet to show notifications"
        }
        throw RequestError(
            .notAllowed,
            "\(reason); the user can allow it: notify-schedule apps allow \(app)"
        )
    }

    /// Answers an app that asks for permission, if the user need not be asked.
    ///
    /// - Returns: the answer; `nil` if the user has to be asked.
    func answer(to app: String, options: UInt32) throws(RequestError) -> Bool? {
        try NotificationRequest.validate(appID: app)
        let wantsProvisional = options & Self.provisionalOption != 0
        switch try status(of: app) {
        case .authorized: return true
        case .denied: return false
        case .provisional where wantsProvisional: return true
        case .notDetermined where wantsProvisional:
            try store.set(permission: .provisional, of: app)
            return true
        case .notDetermined, .provisional: break
        }
        guard configuration.current.defaultPermission == .ask else {
            try store.set(permission: .authorized, of: app)
            return true
        }
        return nil
    }

    /// Decides as the user whether an app may show notifications.
    ///
    /// - Throws: ``NotifyCore/RequestError``, with code `NotAllowed` for denying the command line itself.
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
        try store.set(permission: isAllowed ? .authorized : .denied, of: app, isOfUser: true)
        return true
    }
}
