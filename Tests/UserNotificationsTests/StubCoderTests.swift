import Foundation
import Testing
import UserNotifications

/// Coders that tests of apps make up.
@Suite struct StubCoderTests {
    private static let request = UNNotificationRequest(
        identifier: "order",
        content: UNNotificationContent(),
        trigger: nil
    )

    @Test func aCoderThatKnowsObjectsAloneIsAsked() {
        let coder = ObjectCoder(request: Self.request)
        let response = UNNotificationResponse(coder: coder)
        #expect(response?.actionIdentifier == "open")
        #expect(response?.notification.request.identifier == "order")
        #expect(response?.notification.date == ObjectCoder.date)
        let typed = UNTextInputNotificationResponse(coder: coder)
        #expect(typed?.userText == "" && typed?.notification.request.identifier == "order")
    }

    @Test func whatHasAnotherTypeHasItsDefault() {
        let response = UNNotificationResponse(coder: TextCoder())
        #expect(response?.actionIdentifier == "")
        #expect(response?.notification.request.identifier == "")
        let content = UNNotificationContent(coder: TextCoder())
        #expect(content?.title == "" && content?.userInfo["id"] as? Int == 7)
    }

    @Test func numbersAndBooleansAreAskedByTheirOwnMethods() {
        let settings = UNNotificationSettings(coder: NumberCoder())
        #expect(settings?.authorizationStatus == .authorized)
        #expect(settings?.soundSetting == .enabled)
        // It gives 2 for everything, which is no style of previews that there is beyond the last.
        #expect(settings?.showPreviewsSetting == .never)
        #expect(UNPushNotificationTrigger(coder: NumberCoder())?.repeats == true)
    }

    @Test func oneWithoutKeysAndThoseOfFoundationGiveDefaults() {
        #expect(UNNotification(coder: KeylessCoder())?.request.identifier == "")
        #expect(UNNotification(coder: NSCoder())?.request.identifier == "")
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        #expect(UNNotification(coder: archiver)?.request.identifier == "")
        #expect(
            UNNotificationSettings(coder: KeylessCoder())?.authorizationStatus == .notDetermined
        )
    }
}

/// As SDKs have it: objects by their keys, and every other method is the inherited one.
private final class ObjectCoder: NSCoder {
    static let date = Date(timeIntervalSince1970: 1_000)
    private let request: UNNotificationRequest

    init(request: UNNotificationRequest) { self.request = request }

    override var allowsKeyedCoding: Bool { true }

    override func decodeObject(forKey key: String) -> Any? {
        switch key {
        case "date": Self.date
        case "request": request
        case "actionIdentifier": "open"
        case "notification": UNNotification(coder: self)
        default: nil
        }
    }
}

private final class TextCoder: NSCoder {
    override var allowsKeyedCoding: Bool { true }
    override func decodeInteger(forKey key: String) -> Int { 0 }
    override func decodeObject(forKey key: String) -> Any? {
        key == "userInfo" ? ["id": 7] as [AnyHashable: Any] : ""
    }
}

private final class NumberCoder: NSCoder {
    override var allowsKeyedCoding: Bool { true }
    override func decodeInteger(forKey key: String) -> Int { 2 }
    override func decodeBool(forKey key: String) -> Bool { true }
}

private final class KeylessCoder: NSCoder {
    override func decodeObject(forKey key: String) -> Any? { "unasked" }
}
