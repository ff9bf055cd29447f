import NotifyCore
import Testing

@Suite struct NotificationSettingsTests {
    /// The settings of an authorised app, by the server's capabilities.
    @Test(
        arguments: [
            (nil, true, "notSupported enabled notSupported notSupported notSupported none"),
            ([], true, "notSupported enabled enabled notSupported enabled banner"),
            (["sound"], true, "enabled enabled enabled notSupported enabled banner"),
            (["persistence"], true, "notSupported enabled enabled enabled enabled banner"),
            (
                ["sound", "persistence"], false,
                "enabled notSupported enabled enabled enabled banner"
            ),
        ] as [(Set<String>?, Bool, String)]
    )
    func theServersCapabilitiesDecide(
        capabilities: Set<String>?,
        hasDesktopFile: Bool,
        expected: String
    ) {
        let settings = NotificationSettings(
            status: .authorized,
            capabilities: capabilities,
            hasDesktopFile: hasDesktopFile
        )
        #expect(Self.words(settings) == expected)
        #expect(settings.timeSensitiveSetting == settings.criticalAlertSetting)
    }

    /// What the same server means for an app that may not, or may only quietly.
    @Test(
        arguments: [
            (.denied, "disabled disabled disabled disabled disabled none"),
            (.notDetermined, "disabled disabled disabled disabled disabled none"),
            (.provisional, "disabled disabled disabled enabled disabled none"),
            (.authorized, "enabled enabled enabled enabled enabled banner"),
        ] as [(AuthorizationStatus, String)]
    )
    func thePermissionDecides(status: AuthorizationStatus, expected: String) {
        let settings = NotificationSettings(
            status: status,
            capabilities: ["sound", "persistence"],
            hasDesktopFile: true
        )
        #expect(settings.authorizationStatus == status)
        #expect(Self.words(settings) == expected)
    }

    /// Sound, badge, alert, notification center and critical settings, and the style.
    private static func words(_ settings: NotificationSettings) -> String {
        [
            settings.soundSetting.rawValue, settings.badgeSetting.rawValue,
            settings.alertSetting.rawValue, settings.notificationCenterSetting.rawValue,
            settings.criticalAlertSetting.rawValue, settings.alertStyle.rawValue,
        ].joined(separator: " ")
    }
}
