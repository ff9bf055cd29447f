import GLibBridge
import NotifyCore
import Testing

@testable import AgentInterface
@testable import RelayGroup
@testable import RelayProgram

/// Which fields of a request another machine shows.
///
/// What comes from another machine is trusted with nothing that is not named here, so a new field fails this test until
/// it is decided.
@Suite struct RelayedFieldTests {
    /// The fields of a request, those of its content and bubble by themselves, and what is done with them.
    private static let fates: [String: Fate] = [
        // The machine shows them as they are.
        "content.title": .kept, "content.body": .kept, "content.interruptionLevel": .kept,
        "content.event": .kept, "content.private": .kept, "trigger": .kept, "resident": .kept,
        "openURL": .kept,
        "until": .kept, "times": .kept, "late": .kept, "lateLimit": .kept, "before": .kept,
        "nag": .kept,
        "nagTimes": .kept, "bubble.markup": .kept, "bubble.expireTimeout": .kept,
        // Its own name, and where it comes from.
        "appID": .changed, "identifier": .changed, "content.subtitle": .changed,
        "bubble.appName": .changed, "idempotencyKey": .changed,
        // A sound of a name becomes the standard one, and a button has no icon.
        "content.sound": .changed, "actions": .changed,
        // They name files, programs or apps of the other machine.
        "requester": .dropped, "sender": .dropped, "run": .dropped, "wake": .dropped,
        "content.badge": .dropped,
        "content.userInfo": .dropped, "content.categoryIdentifier": .dropped,
        "content.threadIdentifier": .dropped, "content.attachments": .dropped,
        "content.localized": .dropped, "bubble.icon": .dropped, "bubble.hints": .dropped,
        "bubble.verbatim": .dropped, "bubble.replaces": .dropped, "hearsDismissal": .dropped,
        "undoable": .dropped,
    ]

    private enum Fate { case kept, changed, dropped }

    @Test("Each field is kept, changed or left out, as it was decided")
    func fields() throws {
        var names: Set<String> = []
        for field in FieldList(of: NotificationRequest.self).fields {
            switch (field.key, field.shape) {
            case ("content", .record(let parts)?), ("bubble", .record(let parts)?):
                names.formUnion(parts.map { "\(field.key).\($0.key)" })
            default: names.insert(field.key)
            }
        }
        #expect(names == Set(Self.fates.keys))
        let request = Self.full
        let content = try RemoteRequest.content(of: request)
        let notification = RelayedNotification(
            id: RelayedID(origin: DeviceID(), identifier: "a/b"),
            revision: 1,
            content: content
        )
        let sent = Instant(seconds: 1_800_000_000)
        let (received, removed) = try RemoteRequest.request(
            of: notification,
            from: "desktop",
            sent: sent,
            now: sent
        )
        #expect(removed == [])
        let (before, after) = (Self.values(request), Self.values(received))
        for (name, fate) in Self.fates where before[name] != nil || after[name] != nil {
            switch fate {
            case .kept: #expect(after[name] == before[name], "\(name)")
            case .changed: #expect(after[name] != nil && after[name] != before[name], "\(name)")
            case .dropped: #expect(after[name] == nil, "\(name)")
            }
        }
    }

    private static func values(_ request: NotificationRequest) -> [String: String] {
        var values: [String: String] = [:]
        for (key, value) in request.record.entries ?? [] {
            guard ["content", "bubble"].contains(key) else {
                values[key] = value.typedText
                continue
            }
            for (part, value) in value.entries ?? [] { values["\(key).\(part)"] = value.typedText }
        }
        return values
    }

    private static let full: NotificationRequest = {
        var request = NotificationRequest(
            appID: "org.example.App",
            identifier: "b",
            content: NotificationContent(
                title: "Title",
                subtitle: "subtitle",
                body: "<b>body</b>",
                sound: .named("bell"),
                badge: 3,
                userInfo: ["order": .integer(4_711)],
                categoryIdentifier: "category",
                threadIdentifier: "thread",
                interruptionLevel: .timeSensitive,
                event: EventStart(.at(Instant(seconds: 1_800_100_000))),
                isPrivate: true
            ),
            trigger: .calendar(
                CalendarTrigger(spec: .onCalendar("*:00"), timeZone: "Asia/Tokyo", repeats: true)
            ),
            actions: [
                NotificationAction(
                    identifier: "go",
                    title: "Go",
                    url: "https://example.org/go",
                    icon: .theme("go")
                )
            ],
            hearsDismissal: true,
            openURL: "https://example.org/",
            isResident: true,
            requester: "pid 1",
            options: ScheduleOptions(
                late: .skip,
                until: Instant(seconds: 1_900_000_000),
                times: 5,
                wakes: true,
                before: [600_000_000],
                nag: NagRule(interval: 300_000_000, times: 3)
            ),
            bubble: BubbleOptions(
                hasMarkup: true,
                appName: "Name",
                icon: "icon",
                hints: ["category": .string("transfer")],
                expiry: 60_000
            )
        )
        request.run = "backup"
        request.sender = Sender(.machine, "laptop")
        return request
    }()
}
