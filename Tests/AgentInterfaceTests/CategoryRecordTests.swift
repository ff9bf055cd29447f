import AgentInterface
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@Suite struct CategoryRecordTests {
    private static let categories =
        [
            NotificationCategory(identifier: ""),
            NotificationCategory(
                identifier: "ä",
                options: NotificationCategory.Options(rawValue: .max),
                hiddenPreviewsBodyPlaceholder: "%u new",
                categorySummaryFormat: "%u more from %@",
                intentIdentifiers: ["", "b"]
            ),
        ]
        + RecordRoundTripTests.actions.map {
            NotificationCategory(identifier: "c", actions: $0, options: .customDismissAction)
        }

    @Test(arguments: categories)
    func everyCategoryComesBack(category: NotificationCategory) throws {
        let bytes = category.record.serialized
        #expect(try NotificationCategory(record: category.record) == category)
        let record = try #require(Variant.dictionary(serialized: bytes))
        #expect(try NotificationCategory(record: record) == category)
    }

    @Test(arguments: [
        (Variant.string("x"), "category is not a dictionary of type a{sv}"),
        (.dictionary([]), "category lacks the key \"identifier\""),
        (
            .dictionary([("identifier", .string("a")), ("command", .string("rm"))]),
            "category has the unknown key \"command\""
        ),
        (
            .dictionary([("identifier", .string("a")), ("options", .string("1"))]),
            "\"options\" of category has the type s, not an integer"
        ),
        (
            .dictionary([("identifier", .string("a")), ("actions", .strings([]))]),
            "actions has the type as, not aa{sv}"
        ),
    ])
    func whatIsNoCategoryIsRefused(record: Variant, message: String) {
        expectRefusal(.malformed, message) {
            try NotificationCategory(record: record)
        }
    }
}
