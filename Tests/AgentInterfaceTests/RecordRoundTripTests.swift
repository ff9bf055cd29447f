import AgentInterface
import GLibBridge
import NotifyCore
import Testing

@Suite struct RecordRoundTripTests {
    static let kinds: [PropertyValue] = [
        .boolean(true), .boolean(false), .integer(0), .integer(.min), .integer(.max), .real(0.5),
        .real(-0.0), .real(.infinity), .real(.leastNonzeroMagnitude), .string(""),
        .string("ä\n😀\u{1b}"), .date(0), .date(-1.5), .date(1e300), .data([]), .data([0, 255, 10]),
        .null, .array([.integer(1), .null, .integer(2)]), .dictionary(["n": .null]),
        .array([]), .array([.integer(1), .string("x"), .array([.data([1])])]), .dictionary([:]),
        .dictionary(["": .boolean(true), "ä": .dictionary(["b": .array([.date(1)])])]),
        .array([.dictionary(["a": .array([.dictionary([:])])]), .array([])]),
    ]

    private static let contents: [NotificationContent] =
        [
            NotificationContent(title: "t"), NotificationContent(body: "b\n\t"),
            NotificationContent(title: "t", subtitle: "s", sound: .standard, badge: 0),
            NotificationContent(title: "t", sound: .named("bell"), badge: 2_147_483_647),
            NotificationContent(title: "t", sound: .named("/tmp/a b.oga")),
            NotificationContent(title: "t", categoryIdentifier: "c", threadIdentifier: "d"),
            NotificationContent(
                title: "t",
                userInfo: Dictionary(
                    uniqueKeysWithValues: kinds.enumerated().map { ("\($0.offset)", $0.element) }
                )
            ),
            NotificationContent(
                title: "t",
                attachments: [
                    NotificationAttachment(
                        identifier: "1",
                        name: "a\nb.png",
                        type: "public.png",
                        source: .handed(index: 3)
                    ),
                    NotificationAttachment(
                        identifier: "ä",
                        name: "x",
                        type: "public.mp3",
                        source: .path("/a b")
                    ),
                ],
                localized: LocalizedTexts(
                    folder: "/r",
                    title: LocalizedTexts.Text(key: "k", arguments: ["", "ä"]),
                    body: LocalizedTexts.Text(key: "b")
                )
            ),
        ]
        + InterruptionLevel.allCases.map {
            NotificationContent(title: "t", interruptionLevel: $0)
        }

    private static var components: [CalendarComponents] {
        var all = CalendarComponents()
        for (index, field) in CalendarComponents.Field.allCases.enumerated() {
            all[field] = index
        }
        all.weekRule = .iso8601
        all.timeZone = "Europe/Berlin"
        var negative = CalendarComponents()
        negative.weekdayOrdinal = -1
        negative.weekday = 6
        negative.weekRule = WeekRule(firstWeekday: 7, minimumDays: 1)
        return [all, negative, CalendarComponents()]
    }

    private static var triggers: [NotificationTrigger] {
        let specs =
            components.map(CalendarSpec.components)
            + [.onCalendar("Mon..Fri 09:55"), .onCalendar(""), .cron("0 9 * * 1-5")]
        let calendars = specs.flatMap { spec in
            [nil, "Asia/Tokyo"].flatMap { zone in
                [false, true].map {
                    NotificationTrigger.calendar(
                        CalendarTrigger(spec: spec, timeZone: zone, repeats: $0, monthEnd: !$0)
                    )
                }
            }
        }
        return [
            .immediate, .timeInterval(microseconds: 1, repeats: false),
            .timeInterval(microseconds: .max, repeats: true),
            .timeInterval(microseconds: .min, repeats: false),
        ] + calendars
    }

    static let actions: [[NotificationAction]] = [
        [], [NotificationAction(identifier: "a", title: "A")],
        [
            NotificationAction(identifier: "a", title: "A", url: "https://example.org"),
            NotificationAction(identifier: "b", title: "ä = ö", url: ""),
            NotificationAction(identifier: "c", title: "", snooze: 600_000_000),
        ],
        [
            NotificationAction(identifier: "d", title: "D", options: [.destructive, .foreground]),
            NotificationAction(
                identifier: "e",
                title: "E",
                options: NotificationAction.Options(rawValue: .max),
                icon: .theme("mail-reply")
            ),
            NotificationAction(identifier: "f", title: "F", icon: .template("")),
            NotificationAction(
                identifier: "g",
                title: "G",
                options: .authenticationRequired,
                textInput: .init(buttonTitle: "Send", placeholder: "ä…")
            ),
            NotificationAction(identifier: "h", title: "H", textInput: .init()),
        ],
    ]

    private static let options: [ScheduleOptions] = [
        ScheduleOptions(), ScheduleOptions(late: .show, times: 1),
        ScheduleOptions(late: .skip, until: .distantFuture, wakes: true),
        ScheduleOptions(late: .within(microseconds: 0), until: .distantPast),
        ScheduleOptions(late: .within(microseconds: .max), times: .max),
    ]

    static var requests: [NotificationRequest] {
        contents.flatMap { content in
            triggers.map { trigger in (content, trigger) }
        }
        .enumerated().map { index, parts in
            NotificationRequest(
                appID: index.isMultiple(of: 3) ? AgentNames.app : "org.example.App",
                identifier: index.isMultiple(of: 5) ? "" : "id \(index) ä",
                content: parts.0,
                trigger: parts.1,
                actions: actions[index % actions.count],
                hearsDismissal: index.isMultiple(of: 7),
                openURL: index.isMultiple(of: 2) ? nil : "prefs:root=WIFI",
                options: options[index % options.count]
            )
        }
    }

    @Test func everyRequestComesBackThroughItsRecord() throws {
        #expect(Self.requests.count > 200)
        for request in Self.requests {
            let record = request.record
            #expect(record.type == "a{sv}")
            #expect(try NotificationRequest(record: record) == request)
        }
    }

    @Test func everyRequestComesBackThroughBytes() throws {
        for request in Self.requests {
            let bytes = request.record.serialized
            let record = try #require(Variant.dictionary(serialized: bytes))
            #expect(try NotificationRequest(record: record) == request)
            // What is stored is the same each time, in whatever order the values were hashed.
            #expect(record.serialized == bytes)
        }
    }

    @Test func everyRecordHasTheBytesThatGLibGivesIt() throws {
        for var request in Self.requests {
            // GLib writes the least number of all as a text that it does not read.
            request.content.userInfo["8"] = nil
            let known = try #require(Variant(text: request.record.typedText))
            #expect(request.record.serialized == known.serialized)
            #expect(try NotificationRequest(record: known) == request)
        }
    }

    @Test(arguments: kinds)
    func everyKindOfValueComesBackAlone(value: PropertyValue) throws {
        var request = NotificationRequest(
            appID: "a",
            identifier: "b",
            content: NotificationContent(title: "t")
        )
        request.content.userInfo = ["k": value]
        let record = try #require(Variant.dictionary(serialized: request.record.serialized))
        #expect(try NotificationRequest(record: record) == request)
    }

    /// Levels below the dictionary `userInfo` itself.
    @Test(arguments: [1, 2, 5, 6, 10, 11])
    func theDeepestAllowedValuesComeBack(levels: Int) throws {
        for isArray in [true, false] {
            var value = PropertyValue.integer(1)
            for _ in 0..<levels { value = isArray ? .array([value]) : .dictionary(["k": value]) }
            let request = NotificationRequest(
                appID: "a",
                identifier: "b",
                content: NotificationContent(title: "t", userInfo: ["k": value])
            )
            try request.validate()
            #expect(try NotificationRequest(record: request.record) == request)
        }
    }

    @Test func absentKeysHaveTheirDefaults() throws {
        let record = Variant.dictionary([("content", .dictionary([("body", .string("b"))]))])
        #expect(
            try NotificationRequest(record: record)
                == NotificationRequest(
                    appID: AgentNames.app,
                    identifier: "",
                    content: NotificationContent(body: "b")
                )
        )
    }

    @Test func entriesComeBack() throws {
        for request in Self.requests.prefix(20) {
            let pending = PendingRequest(
                request: request,
                added: Instant(microseconds: .min),
                due: Instant(microseconds: .max),
                settled: Instant(microseconds: 7),
                fired: 3,
                isPaused: true
            )
            let entry = PendingRequest.entry(
                record: request.record,
                added: pending.added,
                due: pending.due,
                settled: pending.settled,
                fired: pending.fired,
                pause: pending.pause
            )
            #expect(try PendingRequest(entry: entry) == pending)
        }
    }

    @Test func repliesComeBack() throws {
        let reply = AddReply(
            identifier: "a",
            nextTriggerDates: [Instant(microseconds: 1), Instant(microseconds: -1)],
            remarks: ["x", ""],
            understood: "at 9",
            serverPresent: false
        )
        #expect(try AddReply(record: reply.record) == reply)
    }

    @Test func errorsHaveTheirNames() {
        #expect(
            RequestError(.invalidURL, "x").busName == "org.notifyschedule.Error.InvalidURL"
        )
    }
}
