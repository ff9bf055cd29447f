import AgentTestSupport
import GLibBridge
import NotifyCore
import Testing

@testable import AgentInterface
@testable import SchedulerAgent

private let minute: Int64 = 60
private let hour: Int64 = 3_600

/// Which fields a copy of a request keeps.
///
/// The request has a value in each field, and the tests compare the records, so a new field fails here until its copies
/// are decided.
@Suite struct CopyTests {
    /// A request that has all fields that do not exclude each other; it is due at each full hour.
    static let full: NotificationRequest = {
        var request = NotificationRequest(
            appID: AgentNames.app,
            identifier: "T",
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
                    title: LocalizedTexts.Text(key: "k")
                ),
                event: EventStart(.at(Instant(seconds: 1_800_100_000))),
                isPrivate: true
            ),
            trigger: .calendar(
                CalendarTrigger(
                    spec: .onCalendar("*:00"),
                    timeZone: "Asia/Tokyo",
                    repeats: true
                )
            ),
            actions: [
                NotificationAction(identifier: "go", title: "Go", url: "https://example.org/go"),
                NotificationAction(identifier: "later", title: "Later", snooze: 600_000_000),
            ],
            hearsDismissal: true,
            openURL: "https://example.org/",
            isResident: true,
            requester: "pid 1",
            options: ScheduleOptions(
                late: .skip,
                until: SchedulerFixture.start.advanced(byMicroseconds: 9 * hour * 1_000_000),
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

    /// The fields that the request does not have, and why.
    private static let absent: Set<String> = [
        // They are not stored.
        "idempotencyKey", "undoable", "bubble.replaces",
        // What notify-send shows is neither scheduled nor snoozed.
        "bubble.verbatim",
        // It excludes `late`.
        "lateLimit",
    ]

    /// The fields of a record, those of its content and bubble by themselves, as text.
    static func fields(_ request: NotificationRequest) -> [String: String] {
        var fields: [String: String] = [:]
        for (key, value) in request.record.entries ?? [] {
            guard ["content", "bubble"].contains(key) else {
                fields[key] = value.typedText
                continue
            }
            for (part, value) in value.entries ?? [] { fields["\(key).\(part)"] = value.typedText }
        }
        return fields
    }

    /// The fields that have another value, or none.
    static func differences(
        _ first: NotificationRequest,
        _ second: NotificationRequest
    ) -> Set<String> {
        let (first, second) = (fields(first), fields(second))
        return Set(first.keys).union(second.keys).filter { first[$0] != second[$0] }
    }

    @Test("The request of these tests has each field that exists")
    func theRequestIsFull() throws {
        var all: Set<String> = []
        for field in FieldList(of: NotificationRequest.self).fields {
            switch (field.key, field.shape) {
            case ("content", .record(let parts)?), ("bubble", .record(let parts)?):
                all.formUnion(parts.map { "\(field.key).\($0.key)" })
            default: all.insert(field.key)
            }
        }
        #expect(all.subtracting(Self.fields(Self.full).keys) == Self.absent)
        try Self.full.validate()
    }

    // MARK: The ways in which a copy is made

    private static func once() -> NotificationRequest {
        var once = full
        once.trigger = .calendar(
            CalendarTrigger(spec: .onCalendar("2027-01-15 18:00"), timeZone: "Asia/Tokyo")
        )
        once.options.until = nil
        once.options.times = nil
        return once
    }

    private static func begun(_ request: NotificationRequest) async throws -> SchedulerFixture {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        _ = try await fixture.scheduler.add(request)
        await fixture.scheduler.deliverDue()
        return fixture
    }

    private static func shown(_ request: NotificationRequest) async throws -> SchedulerFixture {
        let fixture = try await begun(request)
        await fixture.pass(hour)
        #expect(fixture.shown == ["Title"])
        return fixture
    }

    private static func differences(
        _ request: NotificationRequest,
        ofPending identifier: String,
        in fixture: SchedulerFixture
    ) throws -> Set<String> {
        let row = try #require(
            try fixture.store.pending(app: AgentNames.app, identifier: identifier).first
        )
        return differences(request, try row.pending().request)
    }

    private static func differences(
        _ request: NotificationRequest,
        ofDeliveredIn fixture: SchedulerFixture
    ) throws -> Set<String> {
        let row = try #require(
            try fixture.store.delivered(app: AgentNames.app, identifier: "T").first
        )
        return differences(request, try row.delivery().request)
    }

    private static func snooze(_ fixture: SchedulerFixture) async throws {
        _ = try await fixture.scheduler.snooze(
            "T",
            preferring: AgentNames.app,
            microseconds: 10 * minute * 1_000_000
        )
    }

    private static let all = RemovalSelection(choice: .identifiers(["T"]), appID: AgentNames.app)

    /// What differs in what is shown again, after its date came.
    private static let snoozed: Set<String> = ["identifier", "trigger", "until", "times", "run"]

    @Test(
        "What was shown and is snoozed keeps all but its name, its rule and the command that has run"
    )
    func snoozeOfWhatWasShown() async throws {
        let fixture = try await Self.shown(Self.full)
        try await Self.snooze(fixture)
        let changed = try Self.differences(Self.full, ofPending: "T.snoozed", in: fixture)
        #expect(changed == Self.snoozed)
        #expect(try await fixture.pending().contains("T.snoozed 2027-01-15 09:10"))
        let row = try fixture.store.pending(app: AgentNames.app, identifier: "T.snoozed").first
        // The date stays one of the zone that was named.
        #expect(try row?.pending().request.trigger.zoneIdentifier == "Asia/Tokyo")
    }

    @Test("The button that snoozes keeps what the command keeps")
    func snoozeButton() async throws {
        var request = Self.full
        request.isResident = false
        let fixture = try await Self.shown(request)
        await fixture.click("Title", "later")
        let changed = try Self.differences(request, ofPending: "T.snoozed", in: fixture)
        #expect(changed == Self.snoozed)
    }

    @Test("What comes again after a snooze obeys --late skip")
    func aSnoozedOneIsNotShownLate() async throws {
        var request = Self.full
        request.options.before = []
        request.options.nag = nil
        request.run = nil
        let fixture = try await Self.shown(request)
        try await Self.snooze(fixture)
        await fixture.sleep(30 * minute)
        #expect(fixture.shown == ["Title"])
        #expect(try await fixture.history().last == "T.snoozed missed")
    }

    @Test("A repeating one that is postponed leaves out the end of its rule alone")
    func snoozeOfWhatRepeats() async throws {
        let fixture = try await Self.begun(Self.full)
        try await Self.snooze(fixture)
        let changed = try Self.differences(Self.full, ofPending: "T.snoozed", in: fixture)
        #expect(changed == Self.snoozed.subtracting(["run"]))
    }

    @Test("One that fires once and is postponed has another date and nothing else")
    func snoozeOfWhatFiresOnce() async throws {
        let once = Self.once()
        let fixture = try await Self.begun(once)
        try await Self.snooze(fixture)
        #expect(try Self.differences(once, ofPending: "T", in: fixture) == ["trigger"])
    }

    @Test("What is shown again is what was shown")
    func again() async throws {
        let fixture = try await Self.shown(Self.full)
        _ = try await fixture.scheduler.again("T", preferring: AgentNames.app)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["Title", "Title"])
        #expect(try Self.differences(Self.full, ofDeliveredIn: fixture) == [])
    }

    @Test("What comes back after a restart of the agent is what was shown")
    func restart() async throws {
        let earlier = try await Self.shown(Self.full)
        let fixture = try await earlier.restarted(earlier.clock, cleanly: false).begin()
        #expect(try Self.differences(Self.full, ofDeliveredIn: fixture) == [])
        #expect(try Self.differences(Self.full, ofPending: "T", in: fixture) == [])
    }

    @Test("What was removed is restored as it was", arguments: [true, false])
    func restored(byName: Bool) async throws {
        let fixture = try await Self.begun(Self.full)
        let call = ChangeCall(.removed, by: "me", at: fixture.clock.now)
        _ = try await fixture.scheduler.run { scheduler in
            try await scheduler.requests.remove(Self.all, of: call)
        }
        #expect(try await fixture.pending() == [])
        if byName {
            _ = try await fixture.scheduler.restore("T", preferring: AgentNames.app)
        } else {
            _ = try await fixture.scheduler.undo(of: "me")
        }
        #expect(try Self.differences(Self.full, ofPending: "T", in: fixture) == [])
    }

    @Test("An edit changes what it names, and undo takes that back")
    func edit() async throws {
        let fixture = try await Self.begun(Self.full)
        var changed = Self.full
        changed.content.subtitle = "other"
        var change = RequestChange(request: changed, original: Self.full, step: nil)
        change.origin = "me"
        _ = try await fixture.scheduler.edit(change, files: [])
        #expect(
            try Self.differences(Self.full, ofPending: "T", in: fixture) == ["content.subtitle"]
        )
        _ = try await fixture.scheduler.undo(of: "me")
        #expect(try Self.differences(Self.full, ofPending: "T", in: fixture) == [])
    }

    @Test("A warning has all but what its date does")
    func warning() async throws {
        let fixture = try await Self.begun(Self.full)
        await fixture.pass(50 * minute)
        #expect(fixture.shown == ["Title"])
        let own: Set<String> = ["content.badge", "nag", "nagTimes", "run", "before"]
        #expect(try Self.differences(Self.full, ofDeliveredIn: fixture) == own)
    }

    @Test("An export has all fields, and an import reads them")
    func transfer() throws {
        var text = JSONText()
        var request = Self.full
        request.content.attachments = []
        try TransferFormat.write(PendingEntry(request).record, to: &text) {
            (path) throws(RequestError) in
            throw RequestError(.invalidAttachment, path)
        }
        let line = text.bytes.last == UInt8(ascii: "\n") ? Array(text.bytes.dropLast()) : text.bytes
        let entry = try TransferFormat.entry(line, number: 1) { (_) throws(RequestError) in
            throw RequestError(.invalidAttachment, "an attachment")
        }
        guard case .fresh(let read) = try ImportEntry(record: entry).kind else {
            Issue.record("it is no request")
            return
        }
        #expect(Self.differences(request, read) == [])
    }

    @Test("What notify-send has shown cannot be shown later, and the refusal says what can be done")
    func verbatim() async throws {
        let fixture = try await SchedulerFixture().begin()
        var bubble = BubbleOptions()
        bubble.isVerbatim = true
        try await fixture.add("S", .immediate, bubble: bubble)
        let error = await #expect(throws: RequestError.self) {
            _ = try await fixture.scheduler.snooze(
                "S",
                preferring: AgentNames.app,
                microseconds: 600_000_000
            )
        }
        #expect(error?.message.hasSuffix("to show it now: notify-schedule again S") == true)
        #expect(try await fixture.delivered() == ["S"])
    }
}
