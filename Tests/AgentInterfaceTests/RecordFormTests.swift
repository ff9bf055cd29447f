import AgentInterface
import GLibBridge
import NotifyCore
import Testing

/// What crosses the bus and lies in stores and files, as earlier versions have written it.
@Suite struct RecordFormTests {
    /// A request in which every field of the content has a value.
    private static let calendar: NotificationRequest = {
        var components = CalendarComponents()
        for (index, field) in CalendarComponents.Field.allCases.enumerated() {
            components[field] = index
        }
        components.weekRule = .iso8601
        components.timeZone = "Europe/Berlin"
        components.dates = [CivilDate("2027-03-01"), CivilDate("2028-02-29")].compactMap { $0 }
        var request = NotificationRequest(
            appID: "org.example.App",
            identifier: "full",
            content: NotificationContent(
                title: "t",
                subtitle: "s",
                body: "b",
                sound: .named("bell"),
                badge: 3,
                userInfo: [
                    "a": .array([.boolean(true), .integer(-1), .data([0, 255]), .date(1.5)]),
                    "d": .dictionary(["r": .real(0.5), "s": .string("ä")]),
                ],
                categoryIdentifier: "c",
                threadIdentifier: "d",
                interruptionLevel: .timeSensitive,
                attachments: [
                    NotificationAttachment(
                        identifier: "1",
                        name: "a.png",
                        type: "public.png",
                        source: .path("/f/a.png")
                    )
                ],
                localized: LocalizedTexts(
                    folder: "/r",
                    title: LocalizedTexts.Text(key: "k", arguments: ["", "ä"]),
                    subtitle: LocalizedTexts.Text(key: "l"),
                    body: LocalizedTexts.Text(key: "m")
                )
            ),
            trigger: .calendar(
                CalendarTrigger(
                    spec: .components(components),
                    timeZone: "Asia/Tokyo",
                    repeats: true,
                    monthEnd: true
                )
            ),
            actions: [
                NotificationAction(
                    identifier: "a",
                    title: "A",
                    url: "https://example.org",
                    snooze: 600_500_000,
                    options: [.destructive, .foreground],
                    icon: .theme("mail"),
                    textInput: .init(buttonTitle: "Send", placeholder: "…")
                ),
                NotificationAction(
                    identifier: "b",
                    title: "B",
                    icon: .template("t"),
                    textInput: .init()
                ),
            ],
            hearsDismissal: true,
            openURL: "https://example.org/",
            isResident: true,
            requester: "pid 1",
            options: ScheduleOptions(
                late: .within(microseconds: 1_500_000),
                until: Instant(microseconds: 1_900_000_000_000_001),
                times: 7,
                wakes: true
            ),
            bubble: BubbleOptions(
                hasMarkup: true,
                appName: "Name",
                icon: "icon",
                hints: [
                    "a": .boolean(true), "b": .byte(1), "c": .integer(-2), "d": .double(0.5),
                    "e": .string("x"),
                ],
                expiry: 0
            )
        )
        request.bubble.isVerbatim = true
        return request
    }()

    private static func request(
        _ trigger: NotificationTrigger,
        _ late: LateRule? = nil,
        sound: NotificationSound? = nil
    ) -> NotificationRequest {
        NotificationRequest(
            appID: AgentNames.app,
            identifier: "i",
            content: NotificationContent(title: "", body: "b", sound: sound),
            trigger: trigger,
            options: ScheduleOptions(late: late)
        )
    }

    private static let requests: [NotificationRequest] = [
        calendar, request(.immediate),
        request(.timeInterval(microseconds: 90_000_000, repeats: true), .show, sound: .standard),
        request(.timeInterval(microseconds: 1_500_000, repeats: false), .skip),
        request(.calendar(CalendarTrigger(spec: .onCalendar("daily")))),
        request(.calendar(CalendarTrigger(spec: .cron("0 9 * * *"), timeZone: "UTC"))),
        request(
            .location(
                LocationTrigger(
                    region: CircularRegion(
                        center: Coordinate(latitude: 52.5, longitude: 13.25),
                        radius: 100,
                        identifier: "home",
                        notifyOnEntry: false,
                        notifyOnExit: true
                    ),
                    repeats: true,
                    firesInside: true
                )
            )
        ),
        request(
            .location(
                LocationTrigger(
                    region: CircularRegion(
                        center: Coordinate(latitude: -1, longitude: 0),
                        radius: 1.5
                    )
                )
            )
        ),
    ]

    private static let crossing = RegionCrossing(
        kind: .exit,
        date: Instant(microseconds: 5),
        accuracy: 12.5
    )

    private static let note = LateNote(
        occurrences: Occurrences(
            first: Instant(microseconds: 1),
            latest: Instant(microseconds: 2),
            count: 3
        ),
        isLate: true
    )

    private static let event: RequestEvent = {
        let key = RequestKey(appID: "a", identifier: "i")
        var event = RequestEvent("responded", of: key, title: "t", at: Instant(microseconds: 4))
        event.detail = "d"
        event.scheduled = Instant(microseconds: 3)
        event.requester = "pid 1"
        event.bubble = 7
        event.reason = 2
        event.action = "x"
        event.actionTitle = "X"
        event.userText = "typed"
        event.url = "https://example.org"
        event.arguments = ["a", "b"]
        event.problem = "p"
        event.activationToken = "token"
        event.errorName = "org.example.Error"
        return event
    }()

    private static let category = NotificationCategory(
        identifier: "c",
        actions: [NotificationAction(identifier: "a", title: "A")],
        options: .customDismissAction,
        hiddenPreviewsBodyPlaceholder: "%u",
        categorySummaryFormat: "%u more",
        intentIdentifiers: ["x", "y"]
    )

    private static let settings = NotificationSettings(
        status: .authorized,
        capabilities: ["sound"],
        hasDesktopFile: true
    )

    private static let reply = AddReply(
        identifier: "a",
        nextTriggerDates: [Instant(microseconds: 1)],
        remarks: ["r"],
        understood: "u",
        serverPresent: false,
        attachments: ["/f"]
    )

    private static let app = AppEntry(
        appID: "a",
        name: "n",
        authorizationStatus: .authorized,
        pending: 1,
        delivered: 2,
        badge: 3
    )

    private static let response = HandedResponse(
        AppResponse(
            notification: AppNotification(
                request: request(.immediate),
                date: Instant(microseconds: 8)
            ),
            action: "a",
            userText: "typed"
        ),
        id: 4,
        until: 5
    )

    private static let imported = ImportReply(pending: 1, delivered: 2, categories: 3, replaced: 4)

    private static let records: [Variant] =
        requests.map(\.record) + [
            category.record, settings.record, reply.record, app.record, response.record,
            response.response.record, imported.record, event.record, crossing.record,
        ]

    /// Entries as `Export` gives them.
    private static var entries: [Variant] {
        let pending = PendingRequest(
            request: requests[4],
            added: Instant(microseconds: 2),
            due: Instant(microseconds: 3),
            settled: Instant(microseconds: 1),
            fired: 2,
            isPaused: true
        )
        let delivered = Delivery(
            request: requests[1],
            scheduled: Instant(microseconds: 2),
            delivered: Instant(microseconds: 3),
            state: .listed,
            note: note,
            crossing: crossing,
            presentation: .list
        )
        return requests.map { PendingEntry($0).record }
            + [
                CategoryEntry(appID: "a", category: category).record, delivered.record,
                PendingEntry(pending, taken: [Instant(microseconds: 9)]).record,
            ]
    }

    private static func lines(_ file: [UInt8]) -> [String] {
        String(decoding: file, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func recordsAreWrittenAsBefore() {
        #expect(Self.records.map(\.typedText) == Self.lines(PackageResources.records_txt))
    }

    @Test func recordsOfBeforeAreRead() throws {
        var texts = Self.lines(PackageResources.records_txt)[...]
        func next() throws -> Variant {
            try #require(texts.popFirst().flatMap(Variant.init(text:)))
        }
        for request in Self.requests {
            #expect(try NotificationRequest(record: next()) == request)
        }
        #expect(try NotificationCategory(record: next()) == Self.category)
        #expect(try NotificationSettings(record: next()) == Self.settings)
        #expect(try AddReply(record: next()) == Self.reply)
        #expect(try AppEntry(record: next()) == Self.app)
        #expect(try HandedResponse(record: next()) == Self.response)
        #expect(try AppResponse(record: next()) == Self.response.response)
        #expect(try ImportReply(record: next()) == Self.imported)
        let event = try RequestEvent(record: next())
        #expect(event.record == Self.event.record)
        #expect(try RegionCrossing(record: next()) == Self.crossing)
        #expect(texts.isEmpty)
    }

    @Test func aStoredRequestHasTheBytesOfBefore() throws {
        let text = try #require(Self.lines(PackageResources.request_base64).first)
        let bytes = try #require(Base64.decoded(text))
        #expect(Self.calendar.record.serialized == bytes)
        let record = Variant.dictionary(serialized: bytes)
        #expect(try NotificationRequest(record: record) == Self.calendar)
    }

    @Test func entriesAreWrittenToFilesAsBefore() throws {
        var text = JSONText()
        for entry in Self.entries {
            try TransferFormat.write(entry, to: &text) { path throws(RequestError) in
                path == "/f/a.png" ? [1, 2, 3] : []
            }
        }
        #expect(Self.lines(text.bytes) == Self.lines(PackageResources.entries_jsonl))
    }

    @Test func entriesOfFilesOfBeforeAreRead() throws {
        for (entry, line) in zip(Self.entries, Self.lines(PackageResources.entries_jsonl)) {
            let read = try TransferFormat.entry(Array(line.utf8), number: 7) {
                bytes throws(RequestError) in
                Int32(bytes.count)
            }
            #expect(ImportEntry.place(of: read, index: 0) == "line 7")
            // The file of an attachment comes along in place of its path.
            let text = read.typedText.replacing("'file': <handle 3>", with: "'path': <'/f/a.png'>")
            let known = Variant.dictionary((entry.entries ?? []) + [("line", .int64(7))])
            #expect(text == known.typedText)
            let brought = try ImportEntry(record: entry)
            #expect(brought.request != nil || brought.isCategory)
        }
    }
}

extension ImportEntry {
    fileprivate var isCategory: Bool { if case .category = kind { true } else { false } }
}
