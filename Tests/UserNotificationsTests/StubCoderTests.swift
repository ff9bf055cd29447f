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

    @Test("The recipe of decodeInt64(forKey:) sets the status, with and without keyed coding")
    func recipe() {
        let settings = UNNotificationSettings(coder: RecipeCoder(.authorized))
        #expect(settings?.authorizationStatus == .authorized)
        #expect(settings?.alertSetting == .enabled)
        #expect(settings?.providesAppNotificationSettings == true)
        #expect(
            UNNotificationSettings(coder: RecipeCoder(.denied))?.authorizationStatus == .denied
        )
        // No other setting has this number.
        let provisional = UNNotificationSettings(coder: RecipeCoder(.provisional))
        #expect(provisional?.authorizationStatus == .provisional)
        #expect(provisional?.soundSetting == .notSupported)
        #expect(
            UNNotificationSettings(coder: KeyedRecipeCoder(.denied))?.authorizationStatus == .denied
        )
    }

    @Test("A coder is asked for each key by whichever number method its class overrides")
    func numberMethods() throws {
        for coder in [Int64Coder(), IntegerCoder(), Int32Coder(), CIntCoder(), NumberObjectCoder()]
            as [NSCoder]
        {
            let settings = try #require(UNNotificationSettings(coder: coder))
            #expect(settings.authorizationStatus == .authorized, "\(type(of: coder))")
            #expect(settings.soundSetting == .disabled, "\(type(of: coder))")
            #expect(settings.alertStyle == .none, "\(type(of: coder))")
            #expect(!settings.providesAppNotificationSettings, "\(type(of: coder))")
            let action = try #require(UNNotificationAction(coder: coder))
            #expect(action.options == .destructive, "\(type(of: coder))")
        }
        let interval = try #require(UNTimeIntervalNotificationTrigger(coder: FloatCoder()))
        #expect(interval.timeInterval == 2.5)
    }

    @Test("A number that is 0 for every key leaves optional fields at their defaults")
    func zero() {
        let content = UNNotificationContent(coder: TextCoder())
        #expect(content?.interruptionLevel == .active && content?.summaryArgumentCount == 1)
        let again = UNNotificationContent(coder: Int64Coder())
        #expect(again?.interruptionLevel == .active && again?.summaryArgumentCount == 1)
    }

    @Test("A class inherits the methods of its superclass")
    func inherited() {
        #expect(
            UNNotificationSettings(coder: InheritingCoder(.authorized))?.authorizationStatus
                == .authorized
        )
    }

    @Test("Objects of classes and property lists stand in for objects")
    func objectMethods() {
        #expect(UNNotificationResponse(coder: ClassesCoder())?.actionIdentifier == "open")
        #expect(UNNotificationResponse(coder: PropertyListCoder())?.actionIdentifier == "open")
        #expect(UNNotificationAction(coder: ClassesCoder())?.title == "open")
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

/// The common recipe: one number for every key.
private class RecipeCoder: NSCoder {
    private let status: UNAuthorizationStatus

    init(_ status: UNAuthorizationStatus) { self.status = status }

    override func decodeInt64(forKey key: String) -> Int64 { Int64(status.rawValue) }
    override func decodeBool(forKey key: String) -> Bool { true }
}

private final class KeyedRecipeCoder: RecipeCoder {
    override var allowsKeyedCoding: Bool { true }
}

private final class InheritingCoder: RecipeCoder {}

/// The numbers of the coders below.
private func number(_ key: String) -> Int {
    ["authorizationStatus": 2, "soundSetting": 1, "options": 2][key] ?? 0
}

private final class Int64Coder: NSCoder {
    override func decodeInt64(forKey key: String) -> Int64 { Int64(number(key)) }
}

private final class IntegerCoder: NSCoder {
    override func decodeInteger(forKey key: String) -> Int { number(key) }
}

private final class Int32Coder: NSCoder {
    override func decodeInt32(forKey key: String) -> Int32 { Int32(number(key)) }
}

private final class CIntCoder: NSCoder {
    override func decodeCInt(forKey key: String) -> CInt { CInt(number(key)) }
}

private final class NumberObjectCoder: NSCoder {
    override func decodeObject(forKey key: String) -> Any? { NSNumber(value: number(key)) }
}

private final class FloatCoder: NSCoder {
    override func decodeFloat(forKey key: String) -> Float { 2.5 }
}

private final class ClassesCoder: NSCoder {
    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? { "open" }
}

private final class PropertyListCoder: NSCoder {
    override func decodePropertyList(forKey key: String) -> Any? { "open" }
}
