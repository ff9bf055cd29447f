import Testing

@testable import UserNotifications

/// One object of each class, and of each kind that must differ.
enum Samples {
    struct Object: Sendable, CustomTestStringConvertible {
        let name: String
        let make: @Sendable () -> NSObject

        var testDescription: String { name }
    }

    static let objects = [
        Object(name: "content") { UNNotificationContent(copying: content()) },
        Object(name: "empty content") { UNNotificationContent() },
        Object(name: "sound") { UNNotificationSound(named: UNNotificationSoundName("a.wav")) },
        Object(name: "critical sound") {
            UNNotificationSound.defaultCriticalSound(withAudioVolume: 0.3)
        },
        Object(name: "ringtone") { UNNotificationSound.defaultRingtone },
        Object(name: "attachment") {
            UNNotificationAttachment(
                identifier: "a",
                url: URL(fileURLWithPath: "/a b.png"),
                type: "public.png"
            )
        },
        Object(name: "icon") { UNNotificationActionIcon(systemImageName: "star") },
        Object(name: "own icon") { UNNotificationActionIcon(templateImageName: "star") },
        Object(name: "action") { action() },
        Object(name: "text action") { textAction() },
        Object(name: "category") { category() },
        Object(name: "interval") {
            UNTimeIntervalNotificationTrigger(timeInterval: 0.1, repeats: false)
        },
        Object(name: "repeating interval") {
            UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true)
        },
        Object(name: "calendar") { calendarTrigger() },
        Object(name: "request") { request() },
        Object(name: "notification") { notification() },
        Object(name: "response") {
            UNNotificationResponse(notification: notification(), actionIdentifier: "yes")
        },
        Object(name: "text response") {
            UNTextInputNotificationResponse(
                notification: notification(),
                actionIdentifier: "yes",
                userText: "typed"
            )
        },
        Object(name: "settings") {
            var fields = SettingsFields()
            fields.alertStyle = .alert
            fields.providesAppNotificationSettings = true
            return UNNotificationSettings(fields: fields)
        },
    ]

    static var userInfo: [AnyHashable: Any] {
        [
            "string": "x", "one": 1, "yes": true, "no": false, "real": 1.0, "data": Data([0, 255]),
            "date": Date(timeIntervalSinceReferenceDate: 700_000_000.1),
            "list": [1, "x", [2.5, true] as [Any]] as [Any], "map": ["a": ["b": -1]],
            "number": NSNumber(value: 7), "false": NSNumber(value: false),
        ]
    }

    static func content() -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "T"
        content.subtitle = "S"
        content.body = "B"
        content.badge = 1
        content.sound = .criticalSoundNamed(UNNotificationSoundName("x.wav"), withAudioVolume: 0.3)
        content.categoryIdentifier = "C"
        content.threadIdentifier = "thread"
        content.launchImageName = "image"
        content.userInfo = userInfo
        content.summaryArgument = "argument"
        content.summaryArgumentCount = 2
        content.targetContentIdentifier = "window"
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 1
        content.filterCriteria = "work"
        content.attachments = [
            UNNotificationAttachment(
                identifier: "a",
                url: URL(fileURLWithPath: "/a.png"),
                type: "public.png"
            )
        ]
        return content
    }

    static func action() -> UNNotificationAction {
        UNNotificationAction(
            identifier: "yes",
            title: "Yes",
            options: [.foreground],
            icon: UNNotificationActionIcon(systemImageName: "star")
        )
    }

    static func textAction() -> UNTextInputNotificationAction {
        UNTextInputNotificationAction(
            identifier: "yes",
            title: "Yes",
            options: [.foreground],
            icon: UNNotificationActionIcon(systemImageName: "star"),
            textInputButtonTitle: "Send",
            textInputPlaceholder: "Text"
        )
    }

    static func category() -> UNNotificationCategory {
        UNNotificationCategory(
            identifier: "C",
            actions: [action(), textAction()],
            intentIdentifiers: ["I"],
            hiddenPreviewsBodyPlaceholder: "%u",
            categorySummaryFormat: "%u %@",
            options: [.customDismissAction]
        )
    }

    static func calendarTrigger() -> UNCalendarNotificationTrigger {
        var components = DateComponents(hour: 14, weekday: 3)
        components.timeZone = TimeZone(identifier: "Europe/Berlin")
        return UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
    }

    static func request() -> UNNotificationRequest {
        UNNotificationRequest(identifier: "r", content: content(), trigger: calendarTrigger())
    }

    static func notification() -> UNNotification {
        UNNotification(date: Date(timeIntervalSinceReferenceDate: 0.1), request: request())
    }
}
