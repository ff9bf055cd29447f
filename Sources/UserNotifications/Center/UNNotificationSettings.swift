public import Foundation

/// The app's settings at the time of the call.
///
/// Source: Apple's page UNNotificationSettings.
open class UNNotificationSettings: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked for `open`: the fields are constant.
    private let fields: SettingsFields

    init(fields: SettingsFields) {
        self.fields = fields
        super.init()
    }

    /// Whether the app may show notifications.
    open var authorizationStatus: UNAuthorizationStatus { fields.authorizationStatus }

    /// Whether sounds may play.
    ///
    /// Linux: not supported if the notification server plays none.
    open var soundSetting: UNNotificationSetting { fields.soundSetting }

    /// Whether the app's icon may show a badge.
    ///
    /// Linux: not supported without a desktop file of the app, whose icon shows it.
    open var badgeSetting: UNNotificationSetting { fields.badgeSetting }

    /// Whether bubbles may be shown.
    ///
    /// Linux: not supported while no notification server runs.
    open var alertSetting: UNNotificationSetting { fields.alertSetting }

    /// Whether notifications are kept in a list.
    ///
    /// Linux: not supported if the notification server keeps none.
    open var notificationCenterSetting: UNNotificationSetting { fields.notificationCenterSetting }

    /// Whether notifications show on a locked screen.
    ///
    /// Linux: the desktop does not report it.
    open var lockScreenSetting: UNNotificationSetting { fields.lockScreenSetting }

    /// Whether notifications show on a car's screen.
    ///
    /// Linux: never.
    open var carPlaySetting: UNNotificationSetting { fields.carPlaySetting }

    /// The kind of bubble.
    ///
    /// Linux: a banner, because the notification server decides how long a bubble stays.
    open var alertStyle: UNAlertStyle { fields.alertStyle }

    /// When a bubble shows the notification's content.
    ///
    /// Linux: ``UNShowPreviewsSetting/whenAuthenticated`` after `notify-schedule apps allow ID --private`, else always.
    open var showPreviewsSetting: UNShowPreviewsSetting { fields.showPreviewsSetting }

    /// Whether critical notifications are always shown.
    open var criticalAlertSetting: UNNotificationSetting { fields.criticalAlertSetting }

    /// Whether notifications are read aloud.
    ///
    /// Linux: never.
    open var announcementSetting: UNNotificationSetting { fields.announcementSetting }

    /// Whether urgent notifications are shown in a focus mode.
    open var timeSensitiveSetting: UNNotificationSetting { fields.timeSensitiveSetting }

    /// Whether notifications are collected in a summary.
    ///
    /// Linux: never.
    open var scheduledDeliverySetting: UNNotificationSetting { fields.scheduledDeliverySetting }

    /// Whether direct messages are treated separately.
    ///
    /// Linux: never.
    open var directMessagesSetting: UNNotificationSetting { fields.directMessagesSetting }

    /// Whether the app has stated that it has its own settings screen.
    open var providesAppNotificationSettings: Bool { fields.providesAppNotificationSettings }

    /// Reads archived settings; `nil` if a field is absent or has the wrong type.
    public required init?(coder: NSCoder) {
        guard let fields = SettingsFields(coder: coder) else { return nil }
        self.fields = fields
        super.init()
    }

    /// Writes every field.
    open func encode(with coder: NSCoder) {
        fields.encode(with: coder)
    }

    /// Archives can be read securely.
    open class var supportsSecureCoding: Bool { true }

    /// Gives the settings themselves, which never change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether another object has the same fields.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationSettings)?.fields == fields
    }

    /// A hash of all fields.
    open override var hash: Int { fields.hashValue }

    /// The class and the fields.
    open override var description: String {
        text(Mirror(reflecting: fields).children.map { ($0.label ?? "", $0.value) })
    }
}
