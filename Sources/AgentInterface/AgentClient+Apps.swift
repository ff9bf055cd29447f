import GLibBridge
package import NotifyCore

extension AgentClient {
    /// Asks for permission; returns once the user has answered, which may take minutes.
    ///
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``, also if the agent ends meanwhile.
    package func requestAuthorization(app: String, options: UInt32) throws -> Bool {
        let reply = try call(
            "RequestAuthorization",
            [.string(app), .uint32(options)],
            deadline: .none
        )
        return reply[0]?.boolean ?? false
    }

    /// Returns the notification settings of an app.
    package func settings(app: String) throws -> NotificationSettings {
        try NotificationSettings(record: try call("Settings", [.string(app)])[0])
    }

    /// Returns the apps that the agent knows, sorted by their ids.
    ///
    /// - Returns: the apps; the command line's own is always among them.
    package func apps() throws -> [AppEntry] {
        try (try call("Apps", [])[0]?.children ?? []).map { entry in try AppEntry(record: entry) }
    }

    /// Stores the user's decision whether an app may show notifications.
    ///
    /// - Parameter app: the app, which need not be known.
    package func setAllowed(_ isAllowed: Bool, app: String) throws {
        _ = try call("SetAllowed", [.string(app), .boolean(isAllowed)])
    }

    /// Stores the user's decision whether time-sensitive notifications of an app pass do-not-disturb.
    package func setPassesDoNotDisturb(_ passes: Bool, app: String) throws {
        _ = try call("SetPassesDoNotDisturb", [.string(app), .boolean(passes)])
    }

    /// Stores the user's decision whether texts of an app are hidden while the session is locked.
    package func setPrivate(_ isPrivate: Bool, app: String) throws {
        _ = try call("SetPrivate", [.string(app), .boolean(isPrivate)])
    }

    /// Sets an app's badge.
    ///
    /// - Parameter count: the number; 0 hides it.
    package func setBadge(_ count: Int32, app: String) throws {
        _ = try call("SetBadge", [.string(app), .int32(count)])
    }
}
