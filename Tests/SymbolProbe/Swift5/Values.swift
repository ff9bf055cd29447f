// Uses each symbol as an app's author would, with this import alone. The folder Swift5 has the same files.
import UserNotifications

func useOptions() -> [UInt] {
    let authorization: UNAuthorizationOptions = [
        .badge, .sound, .alert, .carPlay, .criticalAlert, .providesAppNotificationSettings,
        .provisional, .announcement, .timeSensitive,
    ]
    let presentation: UNNotificationPresentationOptions = [.badge, .sound, .alert, .list, .banner]
    let action: UNNotificationActionOptions = [.authenticationRequired, .destructive, .foreground]
    let category: UNNotificationCategoryOptions = [
        .customDismissAction, .allowInCarPlay, .hiddenPreviewsShowTitle,
        .hiddenPreviewsShowSubtitle, .allowAnnouncement,
    ]
    return [
        authorization.rawValue, presentation.rawValue, action.rawValue, category.rawValue,
        UNAuthorizationOptions(rawValue: 1).rawValue,
        UNNotificationPresentationOptions(rawValue: 1).rawValue,
        UNNotificationActionOptions(rawValue: 1).rawValue,
        UNNotificationCategoryOptions(rawValue: 1).rawValue,
    ]
}

func name(_ status: UNAuthorizationStatus) -> String {
    switch status {
    case .notDetermined: return "not determined"
    case .denied: return "denied"
    case .authorized: return "authorized"
    case .provisional: return "provisional"
    case .ephemeral: return "ephemeral"
    @unknown default: return "unknown"
    }
}

func name(_ setting: UNNotificationSetting, _ style: UNAlertStyle) -> String {
    switch (setting, style) {
    case (.notSupported, _), (.disabled, _): return "off"
    case (.enabled, .none): return "none"
    case (.enabled, .banner): return "banner"
    case (.enabled, .alert): return "alert"
    @unknown default: return "unknown"
    }
}

func number(_ previews: UNShowPreviewsSetting) -> Int {
    switch previews {
    case .always, .whenAuthenticated, .never: return previews.rawValue
    @unknown default: return -1
    }
}

func levels() -> [UNNotificationInterruptionLevel?] {
    [
        .passive, .active, .timeSensitive, .critical, UNNotificationInterruptionLevel(rawValue: 9),
    ]
}

func rawValues() -> [Int?] {
    [
        UNAuthorizationStatus(rawValue: 2)?.rawValue, UNNotificationSetting(rawValue: 1)?.rawValue,
        UNAlertStyle(rawValue: 1)?.rawValue, UNShowPreviewsSetting(rawValue: 0)?.rawValue,
        UNError.Code(rawValue: 1)?.rawValue,
    ]
}

func describe(_ error: any Error) -> String {
    switch error {
    case UNError.notificationsNotAllowed: return "not allowed"
    case UNError.attachmentInvalidURL, UNError.attachmentUnrecognizedType: return "attachment"
    case UNError.attachmentInvalidFileSize, UNError.attachmentNotInDataStore: return "attachment"
    case UNError.attachmentMoveIntoDataStoreFailed, UNError.attachmentCorrupt: return "attachment"
    case UNError.notificationInvalidNoDate, UNError.notificationInvalidNoContent: return "request"
    case UNError.contentProvidingObjectNotAllowed, UNError.contentProvidingInvalid:
        return "provider"
    case UNError.badgeInputInvalid: return "badge"
    default: return error.localizedDescription
    }
}

func useErrors() -> String {
    let error = UNError(.badgeInputInvalid, userInfo: [NSLocalizedDescriptionKey: "no"])
    do {
        throw error
    } catch UNError.badgeInputInvalid {
        return "\(error.code) \(error.errorCode) \(error.userInfo) \(error.errorUserInfo)"
    } catch {
        let other = error as NSError
        return other.domain == UNErrorDomain ? UNError.errorDomain : error.localizedDescription
    }
}

func codes() -> [UNError.Code] {
    [
        .notificationsNotAllowed, .attachmentInvalidURL, .attachmentUnrecognizedType,
        .attachmentInvalidFileSize, .attachmentNotInDataStore, .attachmentMoveIntoDataStoreFailed,
        .attachmentCorrupt, .notificationInvalidNoDate, .notificationInvalidNoContent,
        .contentProvidingObjectNotAllowed, .contentProvidingInvalid, .badgeInputInvalid,
    ]
}

func sounds(_ isLoud: Bool) -> [UNNotificationSound?] {
    let chosen: UNNotificationSound? = isLoud ? .defaultCritical : nil
    return [
        chosen, .default, .defaultCritical, .defaultRingtone,
        UNNotificationSound(named: UNNotificationSoundName("x.wav")),
        UNNotificationSound(named: UNNotificationSoundName(rawValue: "x.wav")),
        .init(named: .chime), .defaultCriticalSound(withAudioVolume: 0.5),
        .criticalSoundNamed(.chime), .criticalSoundNamed(.chime, withAudioVolume: 1),
        .ringtoneSoundNamed(.chime),
    ]
}

extension UNNotificationSoundName {
    static let chime = UNNotificationSoundName("chime.caf")
}

func constants() -> [String] {
    [
        UNErrorDomain, UNNotificationDefaultActionIdentifier, UNNotificationDismissActionIdentifier,
        UNNotificationAttachmentOptionsTypeHintKey,
        UNNotificationAttachmentOptionsThumbnailHiddenKey,
        UNNotificationAttachmentOptionsThumbnailClippingRectKey,
        UNNotificationAttachmentOptionsThumbnailTimeKey,
        NSString.localizedUserNotificationString(forKey: "HELLO", arguments: nil),
        UNNotificationSoundName.chime.rawValue,
    ]
}
