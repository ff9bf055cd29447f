import AgentInterface
import NotifyCore
import Testing

@testable import UserNotifications

/// Texts of apps come with line ends and control characters of all kinds.
@Suite struct ControlCharacterTests {
    private static func record(
        _ change: (UNMutableNotificationContent) -> Void
    ) throws -> NotifyCore.NotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = "T"
        change(content)
        let request = UNNotificationRequest(identifier: "r", content: content, trigger: nil)
        return try NotifyCore.NotificationRequest(request, appID: "app")
    }

    @Test(
        arguments: [
            ("a\r\nb", "a\nb"), ("a\rb", "a\nb"), ("a\n\rb", "a\n\nb"), ("a\u{85}b", "a\nb"),
            ("a\tb", "a\tb"), ("\u{0}a\u{1B}[31mb\u{7F}\u{9B}", "a[31mb"),
            ("ä\u{2028}😀", "ä\u{2028}😀"),
        ]
    )
    func theyAreNormalised(given: String, sent: String) throws {
        let content = try Self.record { content in
            content.title = given
            content.subtitle = given
            content.body = given
        }.content
        #expect(Array(content.title.unicodeScalars) == Array(sent.unicodeScalars))
        #expect(content.subtitle == content.title && content.body == content.title)
    }

    @Test func namesWithThemCostNoRequest() throws {
        let record = try Self.record { content in
            content.threadIdentifier = "a\nb"
            content.categoryIdentifier = "c\0"
            content.sound = UNNotificationSound(named: UNNotificationSoundName("\u{1}"))
        }
        #expect(record.content.categoryIdentifier.isEmpty)
        let back = try NotifyCore.NotificationRequest(record: record.record).object.content
        #expect(back.threadIdentifier == "a\nb" && back.categoryIdentifier == "c\0")
        #expect(back.sound == UNNotificationSound(named: UNNotificationSoundName("\u{1}")))
    }

    @Test func buttonsAreOfOneLine() {
        let action = UNTextInputNotificationAction(
            identifier: "a",
            title: "Yes\r\nno",
            textInputButtonTitle: "Send\u{1B}",
            textInputPlaceholder: "a\nb"
        )
        let category = UNNotificationCategory(
            identifier: "c",
            actions: [action],
            intentIdentifiers: [],
            hiddenPreviewsBodyPlaceholder: "x\ry",
            categorySummaryFormat: "\u{0}%u"
        )
        let record = NotificationCategory.records(of: [category]).first
        #expect(record?.actions.first?.title == "Yes no")
        #expect(
            record?.actions.first?.textInput
                == NotificationAction.TextInput(buttonTitle: "Send", placeholder: "a b")
        )
        #expect(record?.hiddenPreviewsBodyPlaceholder == "x\ny")
        #expect(record?.categorySummaryFormat == "%u")
    }

    @Test func anEmptyIdentifierIsNamedInAWayThatHelpsAnApp() {
        let content = UNMutableNotificationContent()
        content.title = "T"
        let request = UNNotificationRequest(identifier: "", content: content, trigger: nil)
        let error = #expect(throws: RequestError.self) {
            _ = try NotifyCore.NotificationRequest(request, appID: "app")
        }
        #expect(
            error?.message
                == "the identifier of the request is empty; give it one, such as UUID().uuidString"
        )
    }

    @Test func oneThingIsContentEnough() throws {
        func isTaken(_ change: (UNMutableNotificationContent) -> Void) -> Bool {
            (try? Self.record { content in
                content.title = ""
                change(content)
            }) != nil
        }
        #expect(isTaken { $0.badge = 0 })
        #expect(isTaken { $0.sound = .default })
        #expect(isTaken { $0.subtitle = "S" })
        #expect(
            isTaken {
                $0.attachments = [
                    UNNotificationAttachment(
                        identifier: "a",
                        url: URL(fileURLWithPath: "/a.png"),
                        type: "public.png"
                    )
                ]
            }
        )
        #expect(!isTaken { $0.userInfo = ["a": 1] })
        #expect(!isTaken { $0.title = "\u{1}" })
    }
}
