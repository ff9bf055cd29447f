/// What an app's notifications can and may do on this desktop.
///
/// The fields are those of Apple's `UNNotificationSettings` that a desktop can answer.
package struct NotificationSettings: Hashable, Sendable {
    /// The state of one feature of notifications (Apple's `UNNotificationSetting`).
    package enum Setting: String, Hashable, Sendable, CaseIterable {
        /// It is not supported here.
        case notSupported
        /// It is supported, but the app may not use it.
        case disabled
        /// It is supported and allowed.
        case enabled
    }

    /// The kind of bubble (Apple's `UNAlertStyle`).
    package enum AlertStyle: String, Hashable, Sendable, CaseIterable {
        /// None.
        case none
        /// One that closes by itself.
        case banner
        /// One that stays until the user acts.
        case alert
    }

    /// What the app may do.
    package var authorizationStatus: AuthorizationStatus
    /// Sounds, by the server's capability `sound`.
    package var soundSetting: Setting
    /// The badge at the app's icon; it needs a desktop file, whose icon shows it.
    package var badgeSetting: Setting
    /// Bubbles, if there is a server.
    package var alertSetting: Setting
    /// A list that keeps notifications, by the server's capability `persistence`.
    package var notificationCenterSetting: Setting
    /// Bubbles that are always shown: urgency `critical`, which every server supports.
    package var criticalAlertSetting: Setting
    /// Bubbles that are shown in a focus mode, if the server supports it.
    package var timeSensitiveSetting: Setting
    /// The kind of bubble: `banner` if there is a server.
    ///
    /// The server decides how long a bubble stays, and no capability reports it; `persistence` is about the
    /// list only.
    package var alertStyle: AlertStyle
    /// Whether texts are hidden while the session is locked, as the user wants for the app.
    package var hidesTexts = false

    /// Makes settings from their fields.
    package init(
        authorizationStatus: AuthorizationStatus,
        soundSetting: Setting,
        badgeSetting: Setting,
        alertSetting: Setting,
        notificationCenterSetting: Setting,
        criticalAlertSetting: Setting,
        timeSensitiveSetting: Setting,
        alertStyle: AlertStyle
    ) {
        self.authorizationStatus = authorizationStatus
        self.soundSetting = soundSetting
        self.badgeSetting = badgeSetting
        self.alertSetting = alertSetting
        self.notificationCenterSetting = notificationCenterSetting
        self.criticalAlertSetting = criticalAlertSetting
        self.timeSensitiveSetting = timeSensitiveSetting
        self.alertStyle = alertStyle
    }

    /// Finds the settings of an app.
    ///
    /// For an app that may not show notifications everything is disabled; a provisional one has the list.
    ///
    /// - Parameter capabilities: the capabilities of the notification server (Desktop Notifications Specification,
    ///     "GetCapabilities"); `nil` if there is none.
    package init(
        status: AuthorizationStatus,
        capabilities: Set<String>?,
        hasDesktopFile: Bool
    ) {
        func setting(_ isSupported: Bool, whileProvisional: Bool = false) -> Setting {
            guard isSupported else { return .notSupported }
            let isAllowed =
                status == .authorized || status == .provisional && whileProvisional
            return isAllowed ? .enabled : .disabled
        }
        let hasServer = capabilities != nil
        self.init(
            authorizationStatus: status,
            soundSetting: setting(capabilities?.contains("sound") ?? false),
            badgeSetting: setting(hasDesktopFile),
            alertSetting: setting(hasServer),
            notificationCenterSetting: setting(
                capabilities?.contains("persistence") ?? false,
                whileProvisional: true
            ),
            criticalAlertSetting: setting(hasServer),
            timeSensitiveSetting: setting(hasServer),
            alertStyle: hasServer && status == .authorized ? .banner : .none
        )
    }
}
