package import NotifyCore

extension NotificationSettings: Record {
    package static let recordName = "settings"
    package static var blank: Self {
        Self(status: .notDetermined, capabilities: nil, hasDesktopFile: false)
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("authorizationStatus", .choice, &authorizationStatus)
        try fields.required("soundSetting", .choice, &soundSetting)
        try fields.required("badgeSetting", .choice, &badgeSetting)
        try fields.required("alertSetting", .choice, &alertSetting)
        try fields.required("notificationCenterSetting", .choice, &notificationCenterSetting)
        try fields.required("criticalAlertSetting", .choice, &criticalAlertSetting)
        try fields.required("timeSensitiveSetting", .choice, &timeSensitiveSetting)
        try fields.required("alertStyle", .choice, &alertStyle)
        try fields.optional("private", .flag, &hidesTexts, default: false)
    }
}
