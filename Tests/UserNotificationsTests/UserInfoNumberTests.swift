import AgentInterface
import Foundation
import NotifyCore
import Testing

@testable import UserNotifications

/// Numbers of `userInfo` are Foundation's, as on Apple's systems.
@Suite struct UserInfoNumberTests {
    private static let values: [String: any Sendable] = [
        "seven": 7, "whole": 7.0, "half": 2.5, "yes": true, "big": UInt64.max,
        "small": Int8(-3), "float": Float(0.25),
    ]

    private static func content() -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "T"
        content.userInfo = values
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
            "list": ["a", NSNull(), 2] as [Any], "map": ["x": 1, "y": NSObject()] as [String: Any],
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
        #expect(list.count == 2 && list[0] as? String == "a" && list[1] as? Int == 2)
        #expect(info["map"] as? [String: Int] == ["x": 1])
    }
}
