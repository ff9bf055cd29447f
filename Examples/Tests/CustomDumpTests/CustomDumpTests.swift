import CustomDump
import Testing
import UserNotifications

/// The package swift-custom-dump, whose conformances for UserNotifications are compiled where it finds the module.
@Suite struct CustomDumpTests {
    @Test func aRequestIsDumpedFieldByField() {
        let content = UNMutableNotificationContent()
        content.title = "Tea"
        content.interruptionLevel = .timeSensitive
        let request = UNNotificationRequest(
            identifier: "tea",
            content: content,
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: 240, repeats: false)
        )
        let text = String(customDumping: request)
        for part in [
            "UNNotificationRequest(", "\"tea\"", "title: \"Tea\"", "body: \"\"", ".timeSensitive",
            "UNTimeIntervalNotificationTrigger(", "240.0",
        ] {
            #expect(text.contains(part), "\(text)")
        }
    }

    @Test func valuesAreDumpedByTheConformances() {
        #expect(
            String(customDumping: UNAuthorizationStatus.provisional)
                == "UNAuthorizationStatus.provisional"
        )
        #expect(
            String(customDumping: [.alert, .sound] as UNAuthorizationOptions)
                == """
                Set([
                  UNAuthorizationOptions.alert,
                  UNAuthorizationOptions.sound
                ])
                """
        )
        #expect(String(customDumping: UNAlertStyle.banner) == "UNAlertStyle.banner")
    }
}
