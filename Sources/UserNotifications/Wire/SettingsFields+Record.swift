import NotifyCore

extension SettingsFields {
    /// Makes the fields from the agent's settings.
    init(_ settings: NotificationSettings) {
        self.init()
        authorizationStatus =
            switch settings.authorizationStatus {
            case .notDetermined: .notDetermined
            case .denied: .denied
            case .authorized: .authorized
            case .provisional: .provisional
            }
        soundSetting = UNNotificationSetting(settings.soundSetting)
        badgeSetting = UNNotificationSetting(settings.badgeSetting)
        alertSetting = UNNotificationSetting(settings.alertSetting)
        notificationCenterSetting = UNNotificationSetting(settings.notificationCenterSetting)
        criticalAlertSetting = UNNotificationSetting(settings.criticalAlertSetting)
        timeSensitiveSetting = UNNotificationSetting(settings.timeSensitiveSetting)
        showPreviewsSetting = settings.hidesTexts ? .whenAuthenticated : .always
        alertStyle =
            switch settings.alertStyle {
            case .none: .none
            case .banner: .banner
            case .alert: .alert
            }
    }
}

extension UNNotificationSetting {
    fileprivate init(_ setting: NotificationSettings.Setting) {
        self =
            switch setting {
            case .notSupported: .notSupported
            case .disabled: .disabled
            case .enabled: .enabled
            }
    }
}
