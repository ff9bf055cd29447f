import AgentInterface
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
    private func fill(_ desk: Desk, _ server: ServerDouble) async throws {
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
            Self.request("skipped", Self.calendar(.onCalendar("09:00"))),
            Self.request("paused", Self.calendar(.onCalendar("2030-01-01"), repeats: false)),
        ]
        for request in requests { try await desk.add(request) }
        for verb in [["skip", "skipped"], ["pause", "paused"]] {
            #expect(try await desk.run(verb).code == 0)
        }
        let picture = "\(desk.directory)/cat.png"
        try Self.png.write(to: URL(fileURLWithPath: picture))
        try await desk.add("Picture", "--attach", picture, "--in", "1h", "--id", "picture")
        try await desk.add("Shown", "--attach", picture, "--id", "shown")
        _ = try await server.call(titled: "Shown")
        try await desk.add("Two", "--id", "two")
        _ = try await server.call(titled: "Two")
        _ = try await desk.waitForSignals("Delivered", 2)
        #expect(try await desk.run(["snooze", "two", "2h"]).code == 0)
        try await desk.setCategories(
            [
                NotificationCategory(
                    identifier: "c",
                    actions: [NotificationAction(identifier: "x", title: "X")]
                )
            ],
            of: "org.example.Other"
        )
    }

    private func export(_ desk: Desk, _ arguments: String...) async throws -> String {
        let outcome = try await desk.run(["export"] + arguments)
        #expect(outcome.code == 0, "\(outcome)")
        return outcome.output
    }

    private func wipe(_ desk: Desk) async throws {
        #expect(try await desk.run(["remove", "--all", "--app", "all"]).code == 0)
        #expect(try await desk.listed("list") == [])
        #expect(try await desk.listed("list", "delivered") == [])
    }

    @Test func everyFieldComesBackToTheByte() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus, as: .gnomeShell)
        try await fill(desk, server)
        let file = "\(desk.directory)/a b.jsonl"
        #expect(try await export(desk, file) == "")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let first = try String(contentsOfFile: file, encoding: .utf8)
        // The header, a category, nine pending and one delivered.
        let count = first.split(separator: "\n").count
        #expect(count == 12)
        let lists = try await [desk.run(["list"]).output, desk.run(["list", "--json"]).output]
        try await wipe(desk)
        try await desk.setCategories([], of: "org.example.Other")
        let checked = try await desk.run(["import", "--dry-run", file])
        #expect(
            checked.output == "would import 9 pending, 1 delivered, 1 category\n",
            "\(checked)"
        )
        #expect(try await desk.listed("list") == [])
        let outcome = try await desk.run(["import", file])
        #expect(outcome.output == "imported 9 pending, 1 delivered, 1 category\n", "\(outcome)")
        #expect(try await export(desk) == first)
        #expect(try await desk.run(["list"]).output == lists[0])
        #expect(
            try await desk.run(["list", "--json"]).output.replacing(
                /attachments\/[a-z0-9]+\//,
                with: ""
            ) == lists[1].replacing(/attachments\/[a-z0-9]+\//, with: "")
        )
        // The same once more takes the place of what is there, also after the agent has ended.
        try await desk.endAgent()
        let again = try await desk.run(["import", file, "--json"])
        #expect(again.output.contains("\"replaced\" : 11"), "\(again)")
        #expect(try await export(desk) == first)
        // What has buttons has them still.
        #expect(try await desk.run(["again", "shown"]).code == 0)
        try await server.waitForCalls(titled: "Shown", 2)
        let bubble = server.calls.elements.last { $0.call.summary == "Shown" }
        #expect(bubble?.call.hint("image-path") != nil)
    }

    @Test func tenThousandComeBackToTheByte() async throws {
        let desk = try await Desk()
        var lines = Self.header
        for number in 0..<10_000 {
            let trigger =
                number.isMultiple(of: 2)
                ? #"{"type":"calendar","onCalendar":"*-*-* \#(number % 24):\#(number % 60)","repeats":true}"#
                : #"{"type":"timeInterval","timeInterval":\#(100_000 + number).5}"#
            lines +=
                #"{"list":"pending","request":{"identifier":"r\#(number)","appID":"app \#(number % 7)","#
                + #""content":{"title":"Title \#(number)"},"trigger":\#(trigger)}}"# + "\n"
        }
        let outcome = try await desk.run(["import", "-"], input: lines)
        #expect(outcome.output == "imported 10000 pending\n", "\(outcome)")
        let first = try await export(desk)
        #expect(first.utf8.count { $0 == UInt8(ascii: "\n") } == 10_001)
        let list = try await desk.run(["list", "--json"]).output
        try await wipe(desk)
        #expect(try await desk.run(["import", "-"], input: first).code == 0)
        #expect(try await export(desk) == first)
        #expect(try await desk.run(["list", "--json"]).output == list)
        #expect(try await export(desk, "--app", "app 3").utf8.count { $0 == 10 } == 1_430)
    }

    private static func pending(_ identifier: String, _ more: String = "") -> String {
        #"{"list":"pending","request":{"identifier":"\#(identifier)","content":{"title":"T"},"#
            + #""trigger":{"type":"timeInterval","timeInterval":5000}}\#(more)}"# + "\n"
    }

    struct Refusal: Sendable {
        let text: String
        let message: String

        init(_ text: String, _ message: String) {
            self.text = text
            self.message = message
        }
    }

    static let refusals = [
        Refusal("", "\"-\" is empty"),
        Refusal(
            pending("a"),
            "line 1 is not the header of an export: {\"format\":\"notify-schedule\",\"version\":1}"
        ),
        Refusal(
            "{\"format\":\"notify-schedule\",\"version\":9}\n" + pending("a"),
            "line 1: the export has version 9, and this program reads version 1; update it, or export anew"
        ),
        Refusal(
            header + pending("a") + "\n{\n",
            "line 4, column 2: a name in double quotes must stand here"
        ),
        Refusal(
            header + pending("a") + pending("b").replacing("title", with: "titel"),
            "line 3: request.content.titel is no field; did you mean title?"
        ),
        Refusal(
            header + pending("a") + pending("b").replacing("5000", with: "-1"),
            "line 3: a time interval must be longer than 0; leave it out to show the notification now"
        ),
        Refusal(
            header + pending("a") + pending("b").replacing("\"T\"", with: "\"\""),
            "line 3: the title and the body are both empty; give at least one of them a text"
        ),
        Refusal(
            header + pending("a") + pending("a"),
            "line 3: the identifier \"a\" of \(AgentNames.app) came before; keep one of the two"
        ),
        Refusal(
            header + pending("a", #","added":"2027-01-01T00:00:00Z""#),
            "line 2: entry lacks the key \"nextTriggerDate\""
        ),
        Refusal(
            header
                + pending(
                    "a",
                    #","fired":-1,"added":"2027-01-01T00:00:00Z","nextTriggerDate":"2027-01-01T00:00:00Z","settled":"2027-01-01T00:00:00Z""#
                ),
            "line 2: fired is -1, not from 0 to 2147483647"
        ),
        Refusal(
            header + pending("a")
                + #"{"list":"categories","appID":"x","category":{"identifier":""}}"#,
            "line 3: a category has no identifier; give it the one that the content names"
        ),
        Refusal(
            header + pending("a")
                + pending("b").replacing(
                    "\"title\"",
                    with:
                        #""attachments":[{"identifier":"1","name":"x.png","type":"public.png","data":"AAAA"}],"title""#
                ),
            "line 3: the attachment \"x.png\" does not begin as a file of type public.png does; it is "
                + "damaged, or bears another type's name"
        ),
    ]

    @Test func oneBadEntryRefusesAllOfTheFile() async throws {
        let desk = try await Desk()
        try await desk.add("Here", "--in", "1h", "--id", "here")
        let before = try await desk.listed("list")
        for refusal in Self.refusals {
            let outcome = try await desk.run(["import", "-"], input: refusal.text)
            #expect(outcome.error == "notify-schedule: \(refusal.message)\n")
            #expect(outcome.code == 65)
            #expect(outcome.output == "")
        }
        let bytes = Data((Self.header + Self.pending("a")).utf8) + Data([0x22, 0xFF, 0xFE, 0x0A])
        let file = "\(desk.directory)/bad"
        try bytes.write(to: URL(fileURLWithPath: file))
        #expect(
            try await desk.run(["import", file]).error
                == "notify-schedule: line 3, column 2: the text that begins here is not valid UTF-8\n"
        )
        #expect(
            try await desk.run(["import", desk.directory]).error
                == "notify-schedule: \"\(desk.directory)\" cannot be read: Is a directory\n"
        )
        #expect(try await desk.listed("list") == before)
        let folder = "\(desk.bus.environment["XDG_STATE_HOME"] ?? "")/notify-schedule/attachments"
        #expect((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] == [])
    }

    @Test func whatWasBroughtGoesWithTheCaller() async throws {
        let desk = try await Desk()
        let agent = try await desk.startAgent()
        let entry = Variant.dictionary([
            ("list", .string("pending")),
            (
                "request",
                Self.request("a", .timeInterval(microseconds: 1 << 40, repeats: false)).record
            ),
        ])
        func call(_ client: BusConnection, _ more: Bool) async throws -> ImportReply {
            let options = Variant.dictionary([("more", .boolean(more))])
            let reply = try await client.call(
                "Import",
                on: AgentNames.destination,
                .tuple([.array(of: "a{sv}", [entry]), options])
            )
            return try ImportReply(record: reply[0])
        }
        do {
            let leaving = try desk.bus.connect()
            #expect(try await call(leaving, true).pending == 1)
        }
        #expect(try await desk.listed("list") == [])
        // What another one brings is not mixed up with it, and a repeated name is refused.
        #expect(try await call(desk.client, true) == ImportReply(pending: 1))
        await #expect(throws: GLibError.self) { try await call(desk.client, true) }
        #expect(try await call(desk.client, false) == ImportReply(pending: 1))
        #expect(try await desk.listed("list").map(\.identifier) == ["a"])
        withExtendedLifetime(agent) {}
    }

    @Test func aFileIsThereWholeOrNotAtAll() async throws {
        let desk = try await Desk()
        try await desk.add("Here", "--in", "1h", "--id", "here")
        let file = "\(desk.directory)/kept"
        try "old".write(toFile: file, atomically: true, encoding: .utf8)
        let link = "\(desk.directory)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(try await export(desk, link) == "")
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix(Self.header))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        let missing = "\(desk.directory)/none/x"
        let outcome = try await desk.run(["export", missing])
        #expect(outcome.code == 70)
        #expect(
            outcome.error
                == "notify-schedule: could not write \(missing): No such file or directory\n"
        )
        let names = try FileManager.default.contentsOfDirectory(atPath: desk.directory)
        #expect(!names.contains { $0.hasSuffix(".part") })
    }
}
