import AgentInterface
import NotifyCore
import RequestFiles
import Testing

private let now = Instant(seconds: 1_800_000_000)
private let path = "/tmp/x.conf"

/// 2027-01-15 08:00, a Friday, in Berlin 09:00.
private let zones = ZoneSource(
    local: {
        if let zone = SystemZone(named: "Europe/Berlin") { return zone }
        return FixedZone.utc
    },
    named: { SystemZone(named: $0) },
    dropAll: {}
)

private func request(
    _ trigger: NotificationTrigger = .timeInterval(microseconds: 3_600_000_000, repeats: false),
    _ change: (inout NotificationRequest) -> Void = { _ in }
) -> NotificationRequest {
    var request = NotificationRequest(
        appID: AgentNames.app,
        identifier: "t",
        content: NotificationContent(title: "T"),
        trigger: trigger
    )
    change(&request)
    return request
}

private func text(_ request: NotificationRequest) -> RequestText {
    RequestText(request, comment: ["Edit t."], now: now, zones: zones)
}

private func calendar(
    _ spec: CalendarSpec,
    _ zone: String? = nil,
    repeats: Bool = true,
    monthEnd: Bool = false
) -> NotificationTrigger {
    .calendar(CalendarTrigger(spec: spec, timeZone: zone, repeats: repeats, monthEnd: monthEnd))
}

private func components(_ json: String) throws -> CalendarSpec {
    .components(try CalendarComponents(json: json))
}

/// A request as a text to be edited.
@Suite struct RequestTextTests {
    /// A calendar is no request.
    @Test func aCalendarIsRefused() throws {
        let refusal = #expect(throws: RequestFile.Refusal.self) {
            try text(request()).change(to: "[Calendar]\nFollow=/a\n", path: path, now: now)
        }
        #expect(
            refusal?.problems == [
                "/tmp/x.conf:1: [Calendar] is for the files of requests.d; to follow a calendar: "
                    + "notify-schedule import --follow"
            ]
        )
    }

    /// All that the format has.
    @Test func allKeysAreWritten() throws {
        let region = CircularRegion(
            center: Coordinate(latitude: 52.5, longitude: -13.25),
            radius: 200,
            notifyOnEntry: true,
            notifyOnExit: true
        )
        let times: [(NotificationTrigger, String)] = [
            (.timeInterval(microseconds: 5_400_000_000, repeats: false), "In=1 h 30 min"),
            (.timeInterval(microseconds: 5_400_000_000, repeats: true), "Every=1 h 30 min"),
            (calendar(.onCalendar("Mon..Fri 09:00")), "OnCalendar=Mon..Fri 09:00"),
            (
                calendar(.onCalendar("*-*-31 09:00"), "Asia/Tokyo", repeats: false, monthEnd: true),
                "OnCalendar=*-*-31 09:00\nRepeat=false\nTimeZone=Asia/Tokyo\nMonthEnd=true"
            ),
            (calendar(.cron("0 9 * * 1-5")), "Cron=0 9 * * 1-5"),
            (calendar(.onCalendar("*:*:0/10")), "OnCalendar=*:*:0/10\nYesReallyOften=true"),
            (
                calendar(try components(#"{"weekday":3,"hour":14}"#)),
                #"Components={"weekday":3,"hour":14}"# + "\nRepeat=true"
            ),
            (
                calendar(
                    try components(#"{"year":2027,"month":3,"day":1,"hour":9,"minute":0}"#),
                    repeats: false
                ), "At=2027-03-01 09:00"
            ),
            (
                DateSpec.instant(Instant(seconds: 1_900_000_000)).trigger(timeZone: nil),
                "At=2030-03-17 17:46:40\nTimeZone=UTC"
            ),
            (
                .location(LocationTrigger(region: region, repeats: true)),
                "Near=52.5,-13.25,200.0\nOnEntry=true\nOnExit=true\nRepeat=true"
            ),
        ]
        for (trigger, lines) in times {
            let text = text(request(trigger)).text
            #expect(text.hasPrefix("# Edit t.\n\n[Request]\nTitle=T\n\(lines)\n"), "\(text)")
        }
        let full = request(calendar(.onCalendar("09:00"))) { request in
            request.content.subtitle = "S"
            request.content.body = " two\nlines\t\\"
            request.content.sound = .standard
            request.content.badge = 0
            request.content.interruptionLevel = .critical
            request.content.threadIdentifier = "th"
            request.content.categoryIdentifier = "c"
            request.openURL = "https://a.example"
            request.options = ScheduleOptions(
                late: .within(microseconds: 7_200_000_000),
                until: Instant(seconds: 1_900_000_000),
                times: 7,
                wakes: true
            )
            request.bubble = BubbleOptions(hasMarkup: false, icon: "mail-unread")
            request.actions = [
                NotificationAction(identifier: "map", title: "Map", url: "https://b.example"),
                .reply(placeholder: "Where"), .snooze(600_000_000), .snooze(3_600_000_000),
            ]
        }
        #expect(
            text(full).text == #"""
                # Edit t.

                [Request]
                Title=T
                Subtitle=S
                Body=\stwo\nlines\t\\
                OnCalendar=09:00
                Until=2030-03-17T18:46:40+01:00
                Times=7
                Late=2 h
                Wake=true
                Sound=default
                Badge=0
                Level=critical
                Icon=mail-unread
                Open=https://a.example
                Snooze=10 min,1 h
                Reply=Where
                ThreadIdentifier=th
                Category=c

                [Action map]
                Label=Map
                URL=https://b.example

                """#
        )
        let whole = text(full).text
        #expect(try text(full).change(to: whole, path: path, now: now) == nil)
        #expect(try text(full).change(to: "# x\n\(whole)\n\n", path: path, now: now) == nil)
    }

    /// What a changed line changes, and that nothing else does.
    @Test(arguments: [
        "Title", "Subtitle", "Body", "In", "Late", "Wake", "Sound", "Badge", "Level", "Icon",
        "Open",
        "Snooze", "Reply", "ThreadIdentifier", "Category", "Markup",
    ])
    func aLineChangesOneField(key: String) throws {
        let original = request { request in
            request.content.userInfo = ["a": .integer(1)]
            request.content.badge = 1
            request.bubble.hints = ["x": .integer(1)]
            request.actions = [
                .snooze(60_000_000), NotificationAction(identifier: "ok", title: "OK"),
                .reply(placeholder: "?"),
            ]
        }
        var expected = original
        let value: String
        switch key {
        case "Title": (value, expected.content.title) = ("new", "new")
        case "Subtitle": (value, expected.content.subtitle) = ("new", "new")
        case "Body": (value, expected.content.body) = ("a\\nb", "a\nb")
        case "In":
            (value, expected.trigger) = (
                "2h", .timeInterval(microseconds: 7_200_000_000, repeats: false)
            )
        case "Late": (value, expected.options.late) = ("skip", .skip)
        case "Wake": (value, expected.options.wakes) = ("true", true)
        case "Sound": (value, expected.content.sound) = ("bell", .named("bell"))
        case "Badge": (value, expected.content.badge) = ("7", 7)
        case "Level": (value, expected.content.interruptionLevel) = ("passive", .passive)
        case "Icon": (value, expected.bubble.icon) = ("mail", "mail")
        case "Open": (value, expected.openURL) = ("https://c.example", "https://c.example")
        case "Snooze": (value, expected.actions[0]) = ("2min", .snooze(120_000_000))
        case "Reply": (value, expected.actions[2]) = ("!", .reply(placeholder: "!"))
        case "ThreadIdentifier": (value, expected.content.threadIdentifier) = ("new", "new")
        case "Category": (value, expected.content.categoryIdentifier) = ("new", "new")
        default: (value, expected.bubble.hasMarkup) = ("true", true)
        }
        let text = text(original)
        let lines = text.text.split(separator: "\n").filter { !$0.hasPrefix("\(key)=") }
        let changed = (lines + ["\(key)=\(value)"]).joined(separator: "\n")
        let change = try #require(try text.change(to: changed, path: path, now: now))
        #expect(change.request == expected)
        #expect(change.hasNewTime == (key == "In"))
    }

    @Test func whatTheFormatCannotExpressStays() throws {
        let place = CircularRegion(
            center: Coordinate(latitude: 52, longitude: 13),
            radius: 200,
            identifier: "home"
        )
        let many = #"{"year":2027,"month":3,"day":1,"hour":9,"nanosecond":1000}"#
        let triggers: [NotificationTrigger] = [
            .immediate, .location(LocationTrigger(region: place)),
            calendar(try components(many), repeats: false),
            .timeInterval(microseconds: 3_600_000_001, repeats: false),
        ]
        for trigger in triggers {
            let original = request(trigger) { request in
                request.content.userInfo = ["a": .string("b"), "date": .date(1)]
                request.content.localized = LocalizedTexts(
                    folder: "/x",
                    title: LocalizedTexts.Text(key: "t"),
                    body: LocalizedTexts.Text(key: "b")
                )
                request.actions = [
                    NotificationAction(identifier: "a]b", title: "A", url: "https://a.example"),
                    NotificationAction(
                        identifier: "b",
                        title: "B",
                        url: "https://b.example",
                        options: .destructive,
                        icon: .theme("edit-delete")
                    ),
                    NotificationAction(identifier: "c", title: "C"),
                    NotificationAction(
                        identifier: "r",
                        title: "R",
                        textInput: NotificationAction.TextInput(buttonTitle: "Go")
                    ),
                ]
                request.bubble.hints = ["x": .integer(1)]
                request.bubble.expiry = 5_000
                request.isResident = true
            }
            let text = text(original)
            var expected = original
            expected.content.title = "New"
            expected.content.localized?.title = nil
            expected.actions[1].title = "Delete"
            expected.actions.insert(
                NotificationAction(identifier: "d", title: "d", url: "https://d.example"),
                at: 2
            )
            let changed =
                text.text.replacing("Title=T", with: "Title=New")
                .replacing("Label=B", with: "Label=Delete") + "[Action d]\nURL=https://d.example\n"
            #expect(
                try text.change(to: changed, path: path, now: now)?.request == expected,
                "\(text.text)"
            )
        }
    }

    @Test func buttonsAreRemovedAndMoved() throws {
        func button(_ name: String) -> NotificationAction {
            NotificationAction(identifier: name, title: name, url: "https://\(name).example")
        }
        let original = request { $0.actions = [.snooze(60_000_000), button("a"), button("b")] }
        let text = text(original)
        let head = text.text.split(separator: "[Action")[0]
        let moved =
            "\(head)[Action b]\nLabel=b\nURL=https://b.example\n[Action a]\nURL=https://c.example\n"
        var a = button("a")
        a.url = "https://c.example"
        #expect(
            try text.change(to: moved, path: path, now: now)?.request.actions
                == [.snooze(60_000_000), button("b"), a]
        )
        #expect(
            try text.change(to: String(head), path: path, now: now)?.request.actions
                == [.snooze(60_000_000)]
        )
        let none = head.replacing("Snooze=1 min\n", with: "")
        #expect(try text.change(to: String(none), path: path, now: now)?.request.actions == [])
    }

    /// A value that is not valid any more is no error where it stays.
    @Test func aPastDateStays() throws {
        let spec = try components(#"{"year":2027,"month":1,"day":1,"hour":9}"#)
        let original = request(calendar(spec, repeats: false))
        let text = text(original)
        let changed = text.text.replacing("Title=T", with: "Title=U")
        let change = try #require(try text.change(to: changed, path: path, now: now))
        #expect(change.request.trigger == original.trigger)
        #expect(!change.hasNewTime)
    }

    @Test(arguments: [
        (
            "In=1 h", "In=soon",
            "5: In \"soon\": a number is expected here: write one such as 90s, 1h30m or 2 days"
        ),
        ("In=1 h", "At=2020-01-01 09:00", nil),
        ("In=1 h", "OnCalendar=2020-01-01", nil),
        (
            "In=1 h", "",
            ": there is no time; add one of In, Every, At, Components, OnCalendar, Cron, "
                + "RecurrenceRule, Near"
        ),
        ("Title=T", "Titel=T", "4: [Request] has no key Titel; did you mean Title?"),
        ("Title=T", "", nil),
        (
            "In=1 h", "In=1 h\nEnabled=false",
            "6: Enabled is for the files of requests.d; to hold it back: notify-schedule pause t"
        ),
        ("In=1 h", "In=1 h\nBadge=x", "6: Badge \"x\": write a whole number"),
        ("In=1 h", "In=1 h\nUntil=2030-01-01", nil),
        ("[Request]", "[Request", nil),
        (
            "In=1 h", "In=1 h\n[Action a]\nLabel=A",
            "6: [Action a] has no URL, which says what it opens"
        ),
    ])
    func anErrorNamesItsLine(old: String, new: String, message: String?) throws {
        let text = text(request())
        let changed = text.text.replacing(old, with: new)
        let refusal = #expect(throws: RequestFile.Refusal.self) {
            try text.change(to: changed, path: path, now: now)
        }
        let problem = try #require(refusal?.problems.first)
        #expect(problem.hasPrefix("\(path):"), "\(problem)")
        if let message {
            #expect(problem == path + (message.hasPrefix(":") ? ":3" : ":") + message, "\(problem)")
        }
    }
}
