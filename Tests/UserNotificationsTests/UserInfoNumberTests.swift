import AgentInterface
import Foundation
import NotifyCore
import Testing

@testable import UserNotifications

/// Numbers of `userInfo` are Foundation's, as on Apple's systems.
@Suite struct UserInfoNumberTests {
    private static let price = Decimal(sign: .plus, exponent: -20, significand: 199_900_000_001)
    private static let values: [String: any Sendable] = [
        "seven": 7, "whole": 7.0, "half": 2.5, "yes": true, "big": UInt64.max,
        "small": Int8(-3), "float": Float(0.25), "price": price, "core": CGFloat(1.5),
        "short": Float16(0.5),
    ]

    private static func content() -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "T"
        content.userInfo = values
        content.userInfo["list"] = [1, NSNull(), 2, ["deep": NSNull()]] as [Any]
        content.userInfo["nothing"] = NSNull()
        content.userInfo["sum"] = NSDecimalNumber(string: "12345678901234567890.123")
        return content
    }

    /// The same values on all their ways.
    private static let ways: [@Sendable () throws -> [AnyHashable: Any]] = [
        { content().userInfo },
        {
            UNNotificationRequest(identifier: "r", content: content(), trigger: nil).content
                .userInfo
        },
        {
            let request = UNNotificationRequest(
                identifier: "r",
                content: content(),
                trigger: nil
            )
            let record = try NotifyCore.NotificationRequest(request, appID: "app").record
            return try NotifyCore.NotificationRequest(record: record).object.content.userInfo
        },
        {
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: content(),
                requiringSecureCoding: true
            )
            let object = try NSKeyedUnarchiver.unarchivedObject(
                ofClasses: [UNMutableNotificationContent.self],
                from: data
            )
            return try #require(object as? UNNotificationContent).userInfo
        },
    ]

    @Test(arguments: ways.indices)
    func theyAreReadAsEachTypeThatHasTheValue(way: Int) throws {
        let info = try Self.ways[way]()
        #expect(info["seven"] as? Int == 7 && info["seven"] as? Int64 == 7)
        #expect(info["seven"] as? UInt == 7 && info["seven"] as? Int32 == 7)
        #expect(info["seven"] as? Float == 7 && info["seven"] as? Double == 7)
        #expect(info["whole"] as? Int == 7 && info["whole"] as? Double == 7)
        #expect(info["half"] as? Int == nil && info["half"] as? Float == 2.5)
        #expect(info["big"] as? UInt64 == .max && info["big"] as? Int == nil)
        #expect(info["small"] as? Int == -3 && info["small"] as? UInt == nil)
        #expect(info["float"] as? Double == 0.25)
        #expect(info["yes"] as? Bool == true && info["seven"] as? Bool == nil)
        #expect((info["seven"] as? NSNumber)?.intValue == 7)
        #expect((info["yes"] as? NSNumber) != nil)
    }

    @Test("A decimal number keeps its digits, and can be read as a number", arguments: ways.indices)
    func decimals(way: Int) throws {
        let info = try Self.ways[way]()
        #expect(info["price"] as? Decimal == Self.price)
        #expect((info["price"] as? NSNumber)?.decimalValue == Self.price)
        #expect(info["price"] as? Double != nil)
        #expect(info["sum"] as? Decimal == Decimal(string: "12345678901234567890.123"))
        #expect(info["core"] as? Double == 1.5 && info["short"] as? Double == 0.5)
    }

    @Test("Null stays where it is, also in arrays and dictionaries", arguments: ways.indices)
    func nulls(way: Int) throws {
        let info = try Self.ways[way]()
        #expect(info["nothing"] is NSNull)
        let list = try #require(info["list"] as? [Any])
        #expect(list.count == 4)
        #expect(list[0] as? Int == 1 && list[1] is NSNull && list[2] as? Int == 2)
        #expect((list[3] as? [AnyHashable: Any])?["deep"] is NSNull)
    }

    @Test("A value that no property list has is refused by its place and type")
    func refused() throws {
        let content = Self.content()
        content.userInfo["list"] = [1, URL(fileURLWithPath: "/")] as [Any]
        let request = UNNotificationRequest(identifier: "r", content: content, trigger: nil)
        let error = #expect(throws: RequestError.self) {
            try NotifyCore.NotificationRequest(request, appID: "app")
        }
        #expect(error?.message.hasPrefix(#"userInfo["list"][1] is of type URL; "#) == true)
    }

    @Test(arguments: ways.indices)
    func booleansStayDistinct(way: Int) throws {
        let read = try UserInfoValue.entries(try Self.ways[way]())
        #expect(read["yes"] == .boolean(true))
        #expect(read["seven"] == .integer(7))
        #expect(read["whole"] == .real(7))
    }

    @Test func anArchiveLosesWhatCannotBeCodedAndNothingElse() throws {
        let content = UNMutableNotificationContent()
        content.userInfo = [
            "good": 1, "bad": URL(fileURLWithPath: "/"), 5: "five",
            "list": ["a", NSObject(), 2] as [Any],
            "map": ["x": 1, "y": NSObject()] as [String: Any],
        ]
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: content,
            requiringSecureCoding: true
        )
        let object = try NSKeyedUnarchiver.unarchivedObject(
            ofClasses: [UNMutableNotificationContent.self],
            from: data
        )
        let info = try #require(object as? UNNotificationContent).userInfo
        #expect(info.count == 3)
        #expect(info["good"] as? Int == 1)
        let list = try #require(info["list"] as? [Any])
        // The others keep their places.
        #expect(list.count == 3 && list[0] as? String == "a" && list[2] as? Int == 2)
        #expect(list[1] is NSNull)
        #expect(info["map"] as? [String: Int] == ["x": 1])
    }
}
