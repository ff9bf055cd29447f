import Foundation

/// The fields of settings, initially those without an agent.
struct SettingsFields: Hashable, Sendable {
    var authorizationStatus = UNAuthorizationStatus.notDetermined
    var soundSetting = UNNotificationSetting.notSupported
    var badgeSetting = UNNotificationSetting.notSupported
    var alertSetting = UNNotificationSetting.notSupported
    var notificationCenterSetting = UNNotificationSetting.notSupported
    var lockScreenSetting = UNNotificationSetting.notSupported
    var carPlaySetting = UNNotificationSetting.notSupported
    var alertStyle = UNAlertStyle.none
    var showPreviewsSetting = UNShowPreviewsSetting.always
    var criticalAlertSetting = UNNotificationSetting.notSupported
    var announcementSetting = UNNotificationSetting.notSupported
    var timeSensitiveSetting = UNNotificationSetting.notSupported
    var scheduledDeliverySetting = UNNotificationSetting.notSupported
    var directMessagesSetting = UNNotificationSetting.notSupported
    var providesAppNotificationSettings = false

    init() {}

    init?(coder: NSCoder) {
        let reader = ArchiveReader(coder)
        guard reader.hasKeys else { return }
        func read<Setting: RawRepresentable<Int>>(
            _ key: String,
            into setting: inout Setting
        ) -> Bool {
            guard let number = reader.required(key, default: setting.rawValue) else { return false }
            guard let value = Setting(rawValue: number) else { return !reader.hasArchive }
            setting = value
            return true
        }
        guard
            read("authorizationStatus", into: &authorizationStatus),
            read("soundSetting", into: &soundSetting),
            read("badgeSetting", into: &badgeSetting),
            read("alertSetting", into: &alertSetting),
            read("notificationCenterSetting", into: &notificationCenterSetting),
            read("lockScreenSetting", into: &lockScreenSetting),
            read("carPlaySetting", into: &carPlaySetting),
            read("alertStyle", into: &alertStyle),
            read("showPreviewsSetting", into: &showPreviewsSetting),
            read("criticalAlertSetting", into: &criticalAlertSetting),
            read("announcementSetting", into: &announcementSetting),
            read("timeSensitiveSetting", into: &timeSensitiveSetting),
            read("scheduledDeliverySetting", into: &scheduledDeliverySetting),
            read("directMessagesSetting", into: &directMessagesSetting),
            let provides = reader.required("providesAppNotificationSettings", default: false)
        else { return nil }
        providesAppNotificationSettings = provides
    }

    func encode(with coder: NSCoder) {
        coder.write(authorizationStatus.rawValue, "authorizationStatus")
        coder.write(soundSetting.rawValue, "soundSetting")
        coder.write(badgeSetting.rawValue, "badgeSetting")
        coder.write(alertSetting.rawValue, "alertSetting")
        coder.write(notificationCenterSetting.rawValue, "notificationCenterSetting")
        coder.write(lockScreenSetting.rawValue, "lockScreenSetting")
        coder.write(carPlaySetting.rawValue, "carPlaySetting")
        coder.write(alertStyle.rawValue, "alertStyle")
        coder.write(showPreviewsSetting.rawValue, "showPreviewsSetting")
        coder.write(criticalAlertSetting.rawValue, "criticalAlertSetting")
        coder.write(announcementSetting.rawValue, "announcementSetting")
        coder.write(timeSensitiveSetting.rawValue, "timeSensitiveSetting")
        coder.write(scheduledDeliverySetting.rawValue, "scheduledDeliverySetting")
        coder.write(directMessagesSetting.rawValue, "directMessagesSetting")
        coder.write(providesAppNotificationSettings, "providesAppNotificationSettings")
    }
}
