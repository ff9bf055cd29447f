import AgentInterface
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import RequestFiles
@testable import SchedulerAgent

/// The request of a file of `requests.d`, and the errors of an invalid one.
@Suite struct RequestFileTests {
    private static let now = Instant(seconds: 1_800_000_000)

    private static func request(_ text: String) throws -> NotificationRequest {
        let file = try RequestFile(text, identifier: "meeting", path: "/f")
        let zones = ZoneSource(
            local: { FixedZone.utc },
            named: { $0 == "Europe/Berlin" ? FixedZone(identifier: $0, offset: 3_600) : nil },
            dropAll: {}
        )
        return try file.request(now: now, zones: zones)
    }

    @Test func everyKeyHasItsPlace() throws {
        let request = try Self.request(
            """
            # A comment.
            [Request]
            Title=T
            Subtitle=S
            Body=one\\ntwo
            OnCalendar=Tue 14:00
            Repeat=true
            TimeZone=Europe/Berlin
            MonthEnd=false
            Until=2027-12-31
            Times=10
            Late=2h
            Wake=true
            Sound=bell
            Badge=3
            Level=critical
            Icon=appointment-soon
            Markup=true
            Expire=30s
            Open=https://example.org
            Snooze=10m,1h
            Reply=Coming?
            ThreadIdentifier=t
            Category=c
            X-Other=1

            [Action agenda]
            Label=Agenda
            URL=https://example.org/agenda

            [Action no-label]
            URL=prefs:root=WIFI

            [X-Other]
            Key=1
            """
        )
        var expected = NotificationRequest(
            appID: "org.notifyschedule.RequestFiles",
            identifier: "meeting",
            content: NotificationContent(
                title: "T",
                subtitle: "S",
                body: "one\ntwo",
                sound: .named("bell"),
                badge: 3,
                categoryIdentifier: "c",
                threadIdentifier: "t",
                interruptionLevel: .critical
            )
        )
        expected.trigger = .calendar(
            CalendarTrigger(
                spec: .onCalendar("Tue 14:00"),
                timeZone: "Europe/Berlin",
                repeats: true
            )
        )
        expected.actions = [
            NotificationAction(
                identifier: "agenda",
                title: "Agenda",
                url: "https://example.org/agenda"
            ),
            NotificationAction(identifier: "no-label", title: "no-label", url: "prefs:root=WIFI"),
            .reply(placeholder: "Coming?"), .snooze(600_000_000), .snooze(3_600_000_000),
        ]
        expected.openURL = "https://example.org"
        expected.requester = "/f"
        expected.options = ScheduleOptions(
            late: .within(microseconds: 7_200_000_000),
            until: try RFC3339.instant("2027-12-31T23:59:59+01:00"),
            times: 10,
            wakes: true
        )
        expected.bubble = BubbleOptions(
            hasMarkup: true,
            icon: "appointment-soon",
            expiry: 30_000
        )
        #expect(request == expected)
    }

    private static func place(
        entry: Bool,
        exit: Bool,
        _ repeats: Bool = false,
        inside: Bool = false
    ) -> NotificationTrigger {
        .location(
            LocationTrigger(
                region: CircularRegion(
                    center: Coordinate(latitude: 1, longitude: 2),
                    radius: 3,
                    notifyOnEntry: entry,
                    notifyOnExit: exit
                ),
                repeats: repeats,
                firesInside: inside
            )
        )
    }

    @Test(
        arguments: [
            (
                "Cron=0 9 * * 1-5",
                .calendar(CalendarTrigger(spec: .cron("0 9 * * 1-5"), repeats: true))
            ),
            (
                "OnCalendar=*:*:0/20\nYesReallyOften=true",
                .calendar(CalendarTrigger(spec: .onCalendar("*:*:0/20"), repeats: true))
            ),
            (
                "OnCalendar=*:*:*\nRepeat=false",
                .calendar(CalendarTrigger(spec: .onCalendar("*:*:*")))
            ),
            ("Every=45m", .timeInterval(microseconds: 2_700_000_000, repeats: true)),
            ("Every=45m\nRepeat=false", .timeInterval(microseconds: 2_700_000_000, repeats: false)),
            ("In=2h", .timeInterval(microseconds: 7_200_000_000, repeats: false)),
            ("OnCalendar=09:00\nRepeat=0", .calendar(CalendarTrigger(spec: .onCalendar("09:00")))),
            (
                "OnCalendar=every weekday at 8:30",
                .calendar(
                    CalendarTrigger(spec: .onCalendar("Mon..Fri 08:30"), repeats: true)
                )
            ),
            ("Near=1,2,3", place(entry: true, exit: false)),
            ("Near=geo:1,2;u=3\nOnExit=true\nRepeat=true", place(entry: false, exit: true, true)),
            ("Near=1,2,3\nOnEntry=true\nOnExit=true", place(entry: true, exit: true)),
            ("Near=1,2,3\nIfInside=true", place(entry: true, exit: false, inside: true)),
        ] as [(String, NotificationTrigger)]
    )
    func everyWayToSayTheTimeIsUnderstood(keys: String, trigger: NotificationTrigger) throws {
        #expect(try Self.request("[Request]\nTitle=T\n\(keys)\n").trigger == trigger)
    }

    @Test func componentsAndDatesFireOnce() throws {
        for key in [#"Components={"weekday":3,"hour":14}"#, "At=2027-03-01 09:00", "At=18:00"] {
            let trigger = try Self.request("[Request]\nTitle=T\n\(key)\n").trigger
            #expect(trigger.repeats == false)
        }
    }

    @Test(
        arguments: [
            ("", ["/f: the group [Request] is missing"]),
            (
                "Title=T\n",
                ["/f:1: Key file does not start with a group"]
            ),
            (
                "[Request]\nTitle\n",
                [
                    "/f:2: Key file contains line “Title” which is not a key-value pair, group, or comment"
                ]
            ),
            (
                "[Request]\nTitel=T\nOnCalendar=Tue\n",
                ["/f:2: [Request] has no key Titel; did you mean Title?"]
            ),
            (
                "[Reqest]\nTitle=T\n",
                [
                    "/f:1: the group [Reqest] is unknown; did you mean [Request]?",
                    "/f: the group [Request] is missing",
                ]
            ),
            (
                "[Request]\nTitle=T\nTitle=U\n[Action]\n[Action a]\nUrl=x\n",
                [
                    "/f:4: an action needs a name; write [Action NAME]",
                    "/f:6: [Action a] has no key Url; did you mean URL?",
                    "/f:3: Title is given twice; keep one of them",
                ]
            ),
            (
                "[Request]\nTitle=T\n",
                [
                    "/f:1: there is no time; add one of In, Every, At, Components, OnCalendar, "
                        + "Cron, RecurrenceRule, Near"
                ]
            ),
            (
                "[Request]\nTitle=T\nEvery=1h\nCron=* * * * *\n",
                ["/f:4: Every and Cron both set the time; keep one of them"]
            ),
            (
                "[Request]\nTitle=T\nOnCalendar=*:*:*\n",
                [
                    "/f:3: OnCalendar \"*:*:*\" fires more often than once a minute; write "
                        + "YesReallyOften=true to accept that, or leave the seconds out"
                ]
            ),
            (
                "[Request]\nTitle=T\nEvery=1h\nExpire=soon\n",
                [
                    "/f:4: Expire \"soon\" is not when a bubble closes; write never, default for when "
                        + "the server closes it, or a span of up to 24 days such as 30s"
                ]
            ),
            (
                "[Request]\nTitle=T\nOnCalendar=Tue 25:00\n",
                ["/f:3: OnCalendar \"Tue 25:00\": column 5: hour 25 does not exist: write 0 to 23"]
            ),
            (
                "[Request]\nTitle=T\nNear=1,2,0\n",
                ["/f:3: Near \"1,2,0\": the radius 0.0 is not between 1 and 1000000 metres"]
            ),
            (
                "[Request]\nTitle=T\nNear=1,2,3\nTimeZone=Europe/Berlin\n",
                [
                    "/f:4: TimeZone does not go with Near; durations and places are the same in every zone"
                ]
            ),
            (
                "[Request]\nTitle=T\nEvery=1h\nOnExit=true\n",
                ["/f:4: OnExit does not go with Every; it is for Near"]
            ),
            (
                "[Request]\nTitle=T\nAt=2020-01-01\n",
                nil
            ),
            ("[Request]\nTitle=T\nEvery=1h\nTimeZone=UTC\nUntil=18:00\n", nil),
            (
                "[Request]\nTitle=T\nEvery=1h\nTimeZone=Nowhere\n",
                [
                    "/f:4: TimeZone \"Nowhere\" is unknown; write a name such as Europe/Berlin, or an offset such "
                        + "as +05:30"
                ]
            ),
            (
                "[Request]\nTitle=T\nIn=30\n",
                [
                    "/f:3: In \"30\": 30 alone can be seconds or minutes: write 30s or 30min"
                ]
            ),
            (
                "[Request]\nTitle=T\nIn=1h\nUntil=2099-01-01\n",
                [
                    "/f:4: Until is for repeating notifications; add Repeat=true, or use Every, OnCalendar "
                        + "or Cron"
                ]
            ),
            (
                "[Request]\nTitle=T\nEvery=1h\nIcon=/nowhere/a.png\n",
                [
                    "/f:4: Icon \"/nowhere/a.png\" cannot be read: No such file or directory; name an image "
                        + "file, or an icon by its name, such as dialog-error"
                ]
            ),
            (
                "[Request]\nTitle=T\nEvery=1h\nIcon=a/b.png\n",
                [
                    "/f:4: Icon \"a/b.png\" is a relative path; write an absolute path, or a name of the "
                        + "icon theme such as dialog-error"
                ]
            ),
            (
                "[Request]\nTitle=T\nEvery=1h\nTimes=x\n",
                ["/f:4: Times \"x\": write a whole number"]
            ),
            (
                "[Request]\nTitle=T\nEvery=1h\nWake=yes\n",
                ["/f:4: Wake \"yes\": write true or false"]
            ),
            (
                "[Request]\nTitle=T\nEvery=1h\nLate=never\n",
                ["/f:4: Late \"never\": write show, skip or a duration such as 2h"]
            ),
            (
                "[Request]\nTitle=T\nOnCalendar=09:00\nTimeZone=Mars\n",
                [
                    "/f:4: TimeZone \"Mars\" is unknown; write a name such as "
                        + "Europe/Berlin, or an offset such as +05:30"
                ]
            ),
            (
                "[Request]\nTitle=T\nOnCalendar=Tue\n\nOpen=a b\n",
                ["/f:5: Open \"a b\" has the character U+0020; write it as %20"]
            ),
            (
                "[Request]\nOnCalendar=Tue\nTitle=\u{1B}x\n",
                ["/f:3: Title has the control character U+001B; leave it out"]
            ),
            (
                "[Request]\nTitle=T\nEvery=1h\nTimes=0\n",
                ["/f:4: Times 0 is not between 1 and 1000000; leave it out for no end"]
            ),
            (
                "[Request]\nTitle=T\nIn=1h\nUntil=2999-01-01\n",
                [
                    "/f:4: Until is for repeating notifications; add Repeat=true, or use Every, OnCalendar "
                        + "or Cron"
                ]
            ),
            (
                "[Request]\nTitle=T\nEvery=1h\nLevel=passive\nNag=5m\n",
                [
                    "/f:5: Nag does not go with the level passive, which disturbs nobody; leave one of them "
                        + "out"
                ]
            ),
            (
                "[Request]\nTitle=T\nEvery=1h\nBefore=1s\n",
                [
                    "/f:4: Before \"1s\": a warning of 1 s is not between 1min and 366d; write one such as 1h"
                ]
            ),
            (
                "[Request]\nTitle=T\nEvery=1h\nReply=\u{1B}\n",
                ["/f:4: Reply has the control character U+001B; leave it out"]
            ),
            (
                "[Request]\nTitle=T\nEvery=1h\nSnooze=5x\n",
                ["/f:4: Snooze \"5x\": column 2: \"x\" is not a unit: write s, min, h, d or w"]
            ),
            (
                "[Request]\nTitle=T\nEvery=1h\n[Action a]\nURL=x:\nLabel=\u{1B}\n",
                ["/f:6: Label has the control character U+001B; leave it out"]
            ),
            (
                "[Request]\nTitle=T\nEvery=1h\n[Action a]\nURL=a b\n",
                ["/f:5: URL \"a b\" has the character U+0020; write it as %20"]
            ),
            (
                "[Request]\nTitle=T\nNear=here\n",
                [
                    "/f:3: Near \"here\" is not a place; write LAT,LON,METRES as in 52.52,13.405,200, or "
                        + "geo:52.52,13.405;u=200, with -90 to 90, -180 to 180 and 1 to 1000000"
                ]
            ),
            (
                "[Request]\nOnCalendar=Tue\n",
                ["/f:1: the title and the body are both empty; write at least one of them"]
            ),
            (
                "[Request]\nTitle=T\nOnCalendar=Tue\n[Action a]\nLabel=A\n",
                ["/f:4: [Action a] has no URL, which says what it opens"]
            ),
        ] as [(String, [String]?)]
    )
    func whatDoesNotHoldIsNamedWithItsLine(text: String, problems: [String]?) {
        let refusal = #expect(throws: RequestFile.Refusal.self) { _ = try Self.request(text) }
        if let problems { #expect(refusal?.problems == problems) }
        #expect(refusal?.problems.first?.hasPrefix("/f:") == true)
    }

    @Test func theStarterFileHolds() throws {
        let starter = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../data/requests.d/example.conf")
        let text = try String(contentsOf: starter, encoding: .utf8)
        #expect(try Self.request(text).actions.count == 1)
        // Each of its examples holds, too, and every key is shown.
        var shown: Set<String> = []
        for line in text.split(separator: "\n") {
            let example = line.drop { $0 == "#" }
            let name = String(example.prefix { $0 != "=" })
            guard let key = WrittenPart(key: name) else { continue }
            shown.insert(name)
            let event = key == .monthEnd ? "*-*-31" : "Tue 14:00"
            let isOfPlace = [.onEntry, .onExit, .ifInside].contains(key)
            let counts = [.starting, .except, .also].contains(key)
            let when =
                isOfPlace
                ? "Near=1,2,3" : counts ? "RecurrenceRule=FREQ=DAILY" : "OnCalendar=\(event)"
            let time = WrittenPart.timeParts.contains(key) ? "" : "\(when)\n"
            let title = key == .title ? "" : "Title=T\n"
            _ = try Self.request("[Request]\n\(title)\(time)\(example)\n")
        }
        #expect(shown == Set(WrittenPart.allCases.compactMap(\.row.key)))
    }

    @Test func commentsAndOrderOfWordsAroundThemDoNotCount() throws {
        let plain = "[Request]\nTitle=T\nEvery=1h\n"
        let commented = "# x\n\n[Request]\n# y\nTitle=T\n\nEvery=1h\n"
        func text(_ text: String, _ path: String = "/f") throws -> String {
            try RequestFile(text, identifier: "a", path: path).text
        }
        #expect(try text(plain) == text(commented))
        #expect(try text(plain) != text(plain, "/g"))
        #expect(try text(plain) != text(plain.replacing("1h", with: "2h")))
    }
}
