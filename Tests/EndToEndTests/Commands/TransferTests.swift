import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// `export` and `import`: all of it comes back, or nothing.
@Suite(.serialized) struct TransferTests {
    private static let header = "{\"format\":\"notify-schedule\",\"version\":1}\n"
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 1, 2, 255])

    private static func request(
        _ identifier: String,
        _ trigger: NotificationTrigger,
        app: String = AgentNames.app,
        options: ScheduleOptions = ScheduleOptions()
    ) -> NotificationRequest {
        NotificationRequest(
            appID: app,
            identifier: identifier,
            content: NotificationContent(
                title: "T ä \(identifier)",
                subtitle: "S",
                body: "line\nline \"two\" \\",
                sound: .named("bell"),
                badge: 7,
                userInfo: [
                    "date": .date(1.5), "data": .data([0, 255]), "real": .real(2),
                    "list": .array([.integer(.min), .dictionary(["$date": .string("x")])]),
                ],
                categoryIdentifier: "c",
                threadIdentifier: "thread",
                interruptionLevel: .timeSensitive
            ),
            trigger: trigger,
            actions: [
                NotificationAction(identifier: "a", title: "A", url: "https://example.org/?a=b"),
                NotificationAction(identifier: "b", title: "B", snooze: 600_000_000),
                NotificationAction(
                    identifier: "c",
                    title: "C",
                    options: [.destructive],
                    icon: .theme("mail-reply"),
                    textInput: NotificationAction.TextInput(buttonTitle: "Send", placeholder: "p")
                ),
            ],
            hearsDismissal: true,
            openURL: "prefs:root=WIFI",
            isResident: true,
            options: options,
            bubble: BubbleOptions(
                hasMarkup: false,
                appName: "Name",
                icon: "dialog-error",
                hints: ["x-a": .byte(3), "x-b": .double(0.5), "x-c": .string("s")],
                expiry: 5_000
            )
        )
    }

    private static func calendar(
        _ spec: CalendarSpec,
        zone: String? = nil,
        repeats: Bool = true
    ) -> NotificationTrigger {
        .calendar(CalendarTrigger(spec: spec, timeZone: zone, repeats: repeats))
    }

    /// Everything that can be pending, and in every state.
    private func fill(_ fixture: AgentFixture, _ server: FakeNotificationServer) async throws {
        var components = CalendarComponents()
        components.weekday = 3
        components.hour = 14
        let day: Int64 = 86_400_000_000
        let requests = [
            Self.request("interval", .timeInterval(microseconds: day + 1, repeats: false)),
            Self.request("every", .timeInterval(microseconds: day, repeats: true)),
            Self.request("components", Self.calendar(.components(components))),
            Self.request(
                "event",
                Self.calendar(.onCalendar("Tue 14:00"), zone: "Asia/Tokyo"),
                app: "org.example.Other",
                options: ScheduleOptions(late: .skip, until: .distantFuture, times: 9, wakes: true)
            ),
            Self.request(
                "cron",
                Self.calendar(.cron("0 9 * * 1-5")),
                options: ScheduleOptions(late: .within(microseconds: 1_500_000))
            ),
            Self.request(
                "place",
                .location(
                    LocationTrigger(
                        region: CircularRegion(
                            center: Coordinate(latitude: 52.52, longitude: -13.405),
                            radius: 200,
                            identifier: "office",
                            notifyOnExit: true
                        ),
                        repeats: true,
                        firesInside: true
                    )
                )
            ),
            Self.request("skipped", Self.calendar(.onCalendar("09:00"))),
            Self.request("paused", Self.calendar(.onCalendar("2099-01-01"), repeats: false)),
        ]
        for request in requests { try await fixture.add(request) }
        for verb in [["skip", "skipped"], ["pause", "paused"]] {
            #expect(try await fixture.run(verb).code == 0)
        }
        let picture = "\(fixture.directory)/cat.png"
        try Self.png.write(to: URL(fileURLWithPath: picture))
        try await fixture.add("Picture", "--attach", picture, "--in", "1h", "--id", "picture")
        try await fixture.add("Shown", "--attach", picture, "--id", "shown")
        _ = try await server.call(titled: "Shown")
        try await fixture.add("Two", "--id", "two")
        _ = try await server.call(titled: "Two")
        try await fixture.waitForDeliveries(2)
        #expect(try await fixture.run(["snooze", "two", "2h"]).code == 0)
        try await fixture.setCategories(
            [
                NotificationCategory(
                    identifier: "c",
                    actions: [NotificationAction(identifier: "x", title: "X")]
                )
            ],
            of: "org.example.Other"
        )
    }

    private func export(_ fixture: AgentFixture, _ arguments: String...) async throws -> String {
        let outcome = try await fixture.run(["export"] + arguments)
        #expect(outcome.code == 0, "\(outcome)")
        return outcome.output
    }

    private func wipe(_ fixture: AgentFixture) async throws {
        #expect(try await fixture.run(["remove", "--all", "--app", "all"]).code == 0)
        #expect(try await fixture.listed("list") == [])
        #expect(try await fixture.listed("list", "delivered") == [])
    }

    @Test func everyFieldComesBackToTheByte() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus, as: .gnomeShell)
        let agent = try await fixture.startAgent()
        try await fill(fixture, server)
        let file = "\(fixture.directory)/a b.jsonl"
        #expect(try await export(fixture, file) == "")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let first = try String(contentsOfFile: file, encoding: .utf8)
        // The header, a category, ten pending and one delivered.
        let count = first.split(separator: "\n").count
        #expect(count == 13)
        let list = try await fixture.run(["list", "--json"]).output
        try await wipe(fixture)
        try await fixture.setCategories([], of: "org.example.Other")
        let checked = try await fixture.run(["import", "--dry-run", file])
        let planned = checked.output.split(separator: "\n").map(String.init)
        #expect(planned.last == "would import 10 pending, 1 delivered, 1 category", "\(checked)")
        #expect(planned.count == 12)
        #expect(try await fixture.listed("list") == [])
        let outcome = try await fixture.run(["import", file])
        #expect(outcome.output == "imported 10 pending, 1 delivered, 1 category\n", "\(outcome)")
        #expect(try await export(fixture) == first)
        #expect(
            try await fixture.run(["list", "--json"]).output.replacing(
                /attachments\/[a-z0-9]+\//,
                with: ""
            ) == list.replacing(/attachments\/[a-z0-9]+\//, with: "")
        )
        // The same once more takes the place of what is there, also after the agent has ended.
        try await fixture.endAgent()
        let again = try await fixture.run(["import", file, "--json"])
        #expect(again.output.contains("\"replaced\" : 12"), "\(again)")
        #expect(try await export(fixture) == first)
        withExtendedLifetime(agent) {}
        // What has buttons has them still.
        #expect(try await fixture.run(["again", "shown"]).code == 0)
        try await server.waitForCalls(titled: "Shown", 2)
        let bubble = server.calls.elements.last { $0.call.summary == "Shown" }
        #expect(bubble?.call.hint("image-path") != nil)
    }

    @Test func manyComeBackToTheByte() async throws {
        let fixture = try await AgentFixture()
        let count = Stress.isLong ? 10_000 : 2_000
        var lines = Self.header
        for number in 0..<count {
            let trigger =
                number.isMultiple(of: 2)
                ? #"{"type":"calendar","onCalendar":"*-*-* \#(number % 24):\#(number % 60)","repeats":true}"#
                : #"{"type":"timeInterval","timeInterval":\#(100_000 + number).5}"#
            lines +=
                #"{"list":"pending","request":{"identifier":"r\#(number)","appID":"app \#(number % 7)","#
                + #""content":{"title":"Title \#(number)"},"trigger":\#(trigger)}}"# + "\n"
        }
        let outcome = try await fixture.run(["import", "-"], input: lines)
        #expect(outcome.output == "imported \(count) pending\n", "\(outcome)")
        let first = try await export(fixture)
        #expect(first.utf8.count { $0 == UInt8(ascii: "\n") } == count + 1)
        let list = try await fixture.run(["list", "--json"]).output
        try await wipe(fixture)
        #expect(try await fixture.run(["import", "-"], input: first).code == 0)
        #expect(try await export(fixture) == first)
        #expect(try await fixture.run(["list", "--json"]).output == list)
        let ofApp = (0..<count).count { $0 % 7 == 3 }
        #expect(try await export(fixture, "--app", "app 3").utf8.count { $0 == 10 } == 1 + ofApp)
    }
}
