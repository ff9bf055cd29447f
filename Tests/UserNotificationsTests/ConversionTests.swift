import AgentInterface
import NotifyCore
import Testing

@testable import UserNotifications

/// Requests on their way to the agent and back.
@Suite struct ConversionTests {
    /// What comes back from the bus.
    private func sent(_ request: UNNotificationRequest) throws -> UNNotificationRequest {
        let record = try NotifyCore.NotificationRequest(request, appID: "app").record
        return try NotifyCore.NotificationRequest(record: record).object
    }

    private func request(
        _ userInfo: [AnyHashable: Any] = [:],
        _ trigger: UNNotificationTrigger? = nil
    ) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = "T"
        content.userInfo = userInfo
        return UNNotificationRequest(identifier: "r", content: content, trigger: trigger)
    }

    @Test func aWholeRequestComesBackEqual() throws {
        #expect(try sent(Samples.request()) == Samples.request())
    }

    @Test func valuesComeBackUnderTheirOwnTypes() throws {
        let userInfo = try sent(request(Samples.userInfo)).content.userInfo
        #expect(userInfo.count == Samples.userInfo.count)
        #expect(userInfo["string"] as? String == "x")
        #expect(userInfo["one"] as? Int == 1)
        #expect(userInfo["yes"] as? Bool == true)
        #expect(userInfo["no"] as? Bool == false)
        #expect(userInfo["real"] as? Double == 1)
        #expect(userInfo["data"] as? Data == Data([0, 255]))
        #expect(userInfo["date"] as? Date == Date(timeIntervalSinceReferenceDate: 700_000_000.1))
        #expect((userInfo["map"] as? [String: Any])?["a"] as? [String: Int] == ["b": -1])
        #expect(userInfo["number"] as? Int == 7)
        #expect(userInfo["false"] as? Bool == false)
    }

    @Test(
        arguments: [
            "zero": "a\u{0}b", "big": UInt64.max, "small": Int64.min, "infinite": Double.infinity,
            "late": Date.distantFuture, "early": Date(timeIntervalSinceReferenceDate: 0.1),
            "empty": "", "emptyList": [Int](), "emptyMap": [String: Int](), "noData": Data(),
            "org.notifyschedule.UserNotifications": "the reserved key itself",
        ] as [String: any Sendable]
    )
    func oddValuesComeBack(name: String, value: any Sendable) throws {
        let request = request([name: value])
        #expect(try sent(request) == request)
    }

    @Test func deepValuesComeBack() throws {
        var value: [String: Any] = ["end": 1]
        for _ in 0..<40 { value = ["deeper": value] }
        let request = request(value)
        #expect(try sent(request) == request)
    }

    @Test func whatIsNoPropertyListIsRefused() throws {
        for userInfo: [AnyHashable: Any] in [
            ["u": URL(fileURLWithPath: "/")], [1: "x"], ["a": [NSObject()]],
            ["a": ["b": NSObject()]],
        ] {
            #expect(throws: RequestError.self) {
                _ = try NotifyCore.NotificationRequest(request(userInfo), appID: "app")
            }
        }
    }

    @Test(arguments: [0.1, 1 / 3, 59.999_999_9, 1e-9, 86_400, 1e9] as [Double])
    func intervalsComeBackToTheLastDigit(seconds: Double) throws {
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
        #expect(try sent(request([:], trigger)).trigger == trigger)
        #expect(trigger.nextTriggerDate() != nil)
    }

    @Test(
        arguments: [
            (0, false), (-1, false), (.nan, false), (.infinity, false), (59.9, true),
            (1e300, false),
        ] as [(Double, Bool)]
    )
    func badIntervalsAreRefused(seconds: Double, repeats: Bool) throws {
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: repeats)
        #expect(trigger.nextTriggerDate() == nil)
        let error = try #require(throws: RequestError.self) {
            _ = try NotifyCore.NotificationRequest(request([:], trigger), appID: "app")
        }
        #expect((error.apple as? UNError)?.code == .notificationInvalidNoDate)
    }

    @Test func componentsTakenFromADateComeBackAndFire() throws {
        let date = Date(timeIntervalSinceNow: 86_400)
        let components = Calendar.current.dateComponents(in: .current, from: date)
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: false)
        #expect(try sent(request([:], trigger)).trigger == trigger)
        let next = try #require(trigger.nextTriggerDate())
        #expect((0...1).contains(next.timeIntervalSince(date)))
    }

    @Test(arguments: [-7_200, 0, 3_600, 19_800, -12_600, 20_700, 64_800, -64_800, 1_230])
    func zonesMadeFromAnOffsetAreKnown(seconds: Int) throws {
        var components = DateComponents(hour: 12)
        components.timeZone = TimeZone(secondsFromGMT: seconds)
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        let next = try #require(trigger.nextTriggerDate())
        let second = Int(next.timeIntervalSince1970) + seconds
        #expect(second % 86_400 == 12 * 3_600)
        #expect(try sent(request([:], trigger)).trigger == trigger)
    }

    @Test func whatCanNeverMatchHasNoDate() {
        for components in [
            DateComponents(year: 2001, month: 1, day: 1), DateComponents(month: 2, day: 30),
            DateComponents(),
        ] {
            let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: false)
            #expect(trigger.nextTriggerDate() == nil)
        }
    }

    @Test func textsOfTheAppAreLookedUpAgainWhenShown() throws {
        let text = NSString.localizedUserNotificationString(
            forKey: "%@ of %2$@",
            arguments: [1, "two"]
        )
        #expect(text == "1 of two")
        let content = UNMutableNotificationContent()
        content.title = text
        content.body = "plain"
        let request = UNNotificationRequest(identifier: "r", content: content, trigger: nil)
        let localized = try NotifyCore.NotificationRequest(request, appID: "app").content.localized
        #expect(
            localized
                == LocalizedTexts(
                    folder: Bundle.main.resourcePath ?? "",
                    title: LocalizedTexts.Text(key: "%@ of %2$@", arguments: ["1", "two"])
                )
        )
        #expect(try sent(request) == request)
        #expect(
            try NotifyCore.NotificationRequest(self.request(), appID: "a").content.localized == nil
        )
    }

    @Test func optionsOfAnAttachmentComeBack() throws {
        let content = UNMutableNotificationContent()
        content.title = "T"
        content.attachments = [
            UNNotificationAttachment(
                identifier: "a",
                url: URL(fileURLWithPath: "/a b%.png"),
                type: "public.png",
                options: [UNNotificationAttachmentOptionsThumbnailHiddenKey: .boolean(true)]
            )
        ]
        let request = UNNotificationRequest(identifier: "r", content: content, trigger: nil)
        let kept = try sent(request)
        #expect(kept == request)
        #expect(kept.content.attachments.first?.options == content.attachments.first?.options)
    }

    @Test func categoriesComeBackEqual() {
        let text = UNTextInputNotificationAction(
            identifier: "t",
            title: "T",
            options: .authenticationRequired,
            icon: UNNotificationActionIcon(systemImageName: "mail"),
            textInputButtonTitle: "Send",
            textInputPlaceholder: "…"
        )
        let icon = UNNotificationActionIcon(templateImageName: "own")
        let plain = UNNotificationAction(
            identifier: "t",
            title: "",
            options: [.destructive, .foreground],
            icon: icon
        )
        let categories: Set = [
            UNNotificationCategory(identifier: "a", actions: [], intentIdentifiers: []),
            UNNotificationCategory(
                identifier: "b",
                actions: [text, plain, text],
                intentIdentifiers: ["i"],
                hiddenPreviewsBodyPlaceholder: "%u",
                categorySummaryFormat: "%u more",
                options: [.customDismissAction, .allowInCarPlay]
            ),
        ]
        let records = NotificationCategory.records(of: categories)
        #expect(records.map(\.identifier) == ["a", "b"])
        #expect(Set(records.map(\.object)) == categories)
    }

    @Test func aCategoryThatDoesNotHoldCostsNoOther() {
        func category(_ identifier: String) -> UNNotificationCategory {
            UNNotificationCategory(identifier: identifier, actions: [], intentIdentifiers: [])
        }
        let records = NotificationCategory.records(of: [category("a"), category("b\0")])
        #expect(records.map(\.identifier) == ["a"])
    }

    @Test func anAppIsKnownByItsBundleOrNameOrProgram() {
        let identity = AppIdentity.identity
        #expect(identity("a.b", "s", "c", "/d") == "a.b")
        #expect(identity(nil, "s", "c", "/d") == "s")
        #expect(identity(nil, nil, "c", "/d") == "c")
        #expect(identity(nil, nil, "", "/d") == "/d")
        let long = "/" + String(repeating: "x", count: 400)
        #expect(identity(nil, nil, nil, long).utf8.count <= 255)
        #expect(identity(nil, nil, nil, long) != identity(nil, nil, nil, long + "y"))
    }

    /// The process has one identity, so that all of it is one test.
    @Test func aDesktopEntryIsTakenBeforeTheFirstUseAlone() throws {
        typealias Failure = UNUserNotificationCenter.DesktopEntryError
        for id in ["", "a/b", "a\nb", String(repeating: "x", count: 256)] {
            #expect(throws: Failure.invalid(id: id)) {
                try UNUserNotificationCenter.setDesktopEntry(id)
            }
        }
        let inUse = AppIdentity.current
        #expect(throws: Failure.tooLate(id: "org.example.Late", inUse: inUse)) {
            try UNUserNotificationCenter.setDesktopEntry("org.example.Late")
        }
        #expect(AppIdentity.current == inUse)
    }

    @Test func attachmentsAreChecked() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String, _ bytes: [UInt8], size: Int = 0) throws -> URL {
            let url = folder.appending(path: name)
            try (Data(bytes) + Data(count: size)).write(to: url)
            return url
        }
        func code(_ url: URL, _ options: [AnyHashable: Any]? = nil) -> UNError.Code? {
            do {
                _ = try UNNotificationAttachment(identifier: "", url: url, options: options)
                return nil
            } catch {
                return (error as? UNError)?.code
            }
        }
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]
        #expect(code(try file("a.png", png)) == nil)
        let hint = [UNNotificationAttachmentOptionsTypeHintKey: "public.png"]
        #expect(code(try file("a", png), hint) == nil)
        #expect(code(try file("a", png)) == .attachmentUnrecognizedType)
        #expect(code(try file("b.png", [1, 2])) == .attachmentCorrupt)
        #expect(code(try file("b.png", [1, 2]), hint) == .attachmentCorrupt)
        for (supertype, bytes, type) in [
            ("public.image", png, "public.png"), ("public.data", png, "public.png"),
            ("dyn.age80g55r", [0xFF, 0xD8, 0xFF], "public.jpeg"),
            ("public.audio", Array("ID3".utf8), "public.mp3"),
            ("public.movie", Array("\0\0\0 ftypisom".utf8), "public.mpeg-4"),
        ] {
            let attachment = try UNNotificationAttachment(
                identifier: "",
                url: file("download.tmp", bytes),
                options: [UNNotificationAttachmentOptionsTypeHintKey: supertype]
            )
            #expect(attachment.type == type, "\(supertype)")
        }
        let image = [UNNotificationAttachmentOptionsTypeHintKey: "public.image"]
        #expect(code(try file("c", [1, 2]), image) == .attachmentUnrecognizedType)
        #expect(
            code(try file("d", png, size: 10_485_760), image) == .attachmentInvalidFileSize
        )
        #expect(code(try file("c.png", png, size: 10_485_760)) == .attachmentInvalidFileSize)
        #expect(code(folder.appending(path: "none.png")) == .attachmentInvalidURL)
        #expect(code(folder) == .attachmentInvalidURL)
        let web = try #require(URL(string: "https://example.org/a.png"))
        #expect(code(web) == .attachmentInvalidURL)
    }
}
