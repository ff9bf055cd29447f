/// What an app's notifications can do here and may do.
///
/// The fields are those of Apple's `UNNotificationSettings` that a desktop can answer.
public struct NotificationSettings: Hashable, Sendable {
    /// One thing that notifications do (Apple's `UNNotificationSetting`).
    public enum Setting: String, Hashable, Sendable, CaseIterable {
        /// It cannot be done here.
        case notSupported
        /// It could be, and the app may not.
        case disabled
        /// It is done.
        case enabled
    }

    /// The kind of bubble (Apple's `UNAlertStyle`).
    public enum AlertStyle: String, Hashable, Sendable, CaseIterable {
        /// None.
        case none
        /// One that goes by itself.
        case banner
        /// One that stays until the user acts.
        case alert
    }

    /// What the app may do.
    public var authorizationStatus: AuthorizationStatus
    /// Sounds, by the server's capability `sound`.
    public var soundSetting: Setting
    /// The number at the app's icon; it needs a desktop file, whose icon bears it.
    public var badgeSetting: Setting
    /// Bubbles, where there is a server.
    public var alertSetting: Setting
    /// A list that keeps notifications, by the server's capability `persistence`.
    public var notificationCenterSetting: Setting
    /// Bubbles that come through everything: urgency `critical`, which every server has.
    public var criticalAlertSetting: Setting
    /// Bubbles that come through a focus mode, where the server lets them.
    public var timeSensitiveSetting: Setting
    /// The kind of bubble: `banner` where there is a server.
    ///
    /// How long a bubble stays is the server's own choice and no capability tells of it; `persistence`
    /// speaks of the list alone.
    public var alertStyle: AlertStyle

    /// Makes settings from their fields.
    public init(
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
    /// An app that may not show notifications has everything disabled; a provisional one has the list.
    ///
    /// - Parameters:
    ///   - status: what the app may do.
    ///   - capabilities: what the notification server says it can do (Desktop Notifications
    ///     Specification, "GetCapabilities"); `nil` where there is none.
    ///   - hasDesktopFile: whether the app is installed with a desktop file.
    public init(
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
