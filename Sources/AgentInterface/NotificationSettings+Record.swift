public import GLibBridge
public import NotifyCore

extension NotificationSettings {
    /// The settings as the dictionary that the interface documents for `Settings`.
    public var record: Variant {
        .dictionary([
            ("authorizationStatus", .string(authorizationStatus.rawValue)),
            ("soundSetting", .string(soundSetting.rawValue)),
            ("badgeSetting", .string(badgeSetting.rawValue)),
            ("alertSetting", .string(alertSetting.rawValue)),
            ("notificationCenterSetting", .string(notificationCenterSetting.rawValue)),
            ("criticalAlertSetting", .string(criticalAlertSetting.rawValue)),
            ("timeSensitiveSetting", .string(timeSensitiveSetting.rawValue)),
            ("alertStyle", .string(alertStyle.rawValue)),
        ])
    }

    /// Reads settings.
    ///
    /// - Throws: ``RequestError`` with code `Malformed`.
    public init(record: Variant?) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "settings",
            keys: [
                "authorizationStatus", "soundSetting", "badgeSetting", "alertSetting",
                "notificationCenterSetting", "criticalAlertSetting", "timeSensitiveSetting",
                "alertStyle",
            ]
        )
        self.init(
            authorizationStatus: try reader.choice("authorizationStatus"),
            soundSetting: try reader.choice("soundSetting"),
            badgeSetting: try reader.choice("badgeSetting"),
            alertSetting: try reader.choice("alertSetting"),
            notificationCenterSetting: try reader.choice("notificationCenterSetting"),
            criticalAlertSetting: try reader.choice("criticalAlertSetting"),
            timeSensitiveSetting: try reader.choice("timeSensitiveSetting"),
            alertStyle: try reader.choice("alertStyle")
        )
    }
}
