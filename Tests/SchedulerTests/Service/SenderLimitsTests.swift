import AgentInterface
import AgentTestSupport
import BusCallers
import GLibBridge
import Logging
import TestSupport
import Testing

@testable import NotifyCore
@testable import SchedulerAgent

private let minute: Int64 = 60
private let hour: Int64 = 3_600

/// What each sender that is not the user may do, as the agent enforces it.
@Suite struct SenderLimitsTests {
    private static func quota(_ kind: Sender.Kind, _ name: String = "one") -> SenderQuota {
        SenderQuota(Sender(kind, name), words: "the sender")
    }

    private static func request(
        _ identifier: String,
        _ trigger: NotificationTrigger = .immediate,
        level: InterruptionLevel = .critical
    ) -> NotificationRequest {
        NotificationRequest(
            appID: "org.example.App",
            identifier: identifier,
            content: NotificationContent(title: identifier, interruptionLevel: level),
            trigger: trigger
        )
    }

    @discardableResult
    private static func add(
        _ request: NotificationRequest,
        of quota: SenderQuota?,
        to fixture: SchedulerFixture
    ) async throws -> AddReply {
        let reply = try await fixture.scheduler.add(request, files: [], within: quota)
        await fixture.scheduler.deliverDue()
        return reply
    }

    /// How many delivered notifications have a level.
    private static func count(
        _ level: InterruptionLevel,
        in fixture: SchedulerFixture
    ) throws -> Int {
        try fixture.store.delivered(app: "org.example.App")
            .count { try $0.delivery().request.content.interruptionLevel == level }
    }

    @Test(
        "No more notifications of a sender are critical within an hour than the table says",
        arguments: Sender.Kind.allCases
    )
    func criticalOnes(kind: Sender.Kind) async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        let most = [.forward, .assistant, .inbox].contains(kind) ? 0 : 3
        for number in 1...5 {
            try await Self.add(Self.request("\(number)"), of: Self.quota(kind), to: fixture)
        }
        #expect(try Self.count(.critical, in: fixture) == most)
        #expect(try Self.count(.timeSensitive, in: fixture) == 5 - most)
        #expect(fixture.shown.count == 5)
        // Another one of its kind has its own, and the user has no limit.
        try await Self.add(Self.request("other"), of: Self.quota(kind, "two"), to: fixture)
        #expect(try Self.count(.critical, in: fixture) == most + min(most, 1))
        for number in 1...5 {
            try await Self.add(Self.request("own \(number)"), of: nil, to: fixture)
        }
        #expect(try Self.count(.critical, in: fixture) == most + min(most, 1) + 5)
        let excess = await fixture.scheduler.run { scheduler in
            scheduler.senders.excesses()
        }
        #expect(excess.first { $0.sender.name == "one" }?.lowered == 5 - most)
        // The hour is one of the clock that nobody sets.
        await fixture.set(by: 2 * hour)
        try await Self.add(Self.request("set"), of: Self.quota(kind), to: fixture)
        #expect(try Self.count(.critical, in: fixture) == most + min(most, 1) + 5)
        await fixture.pass(hour)
        try await Self.add(Self.request("later"), of: Self.quota(kind), to: fixture)
        #expect(try Self.count(.critical, in: fixture) == most + 2 * min(most, 1) + 5)
    }

    @Test("A critical notification that repeats counts each time, and its limit is not stored")
    func repeatedOnes() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        let quota = Self.quota(.sandbox)
        let trigger = NotificationTrigger.timeInterval(microseconds: 60_000_000, repeats: true)
        try await Self.add(Self.request("r", trigger), of: quota, to: fixture)
        var levels: [InterruptionLevel] = []
        for _ in 1...5 {
            await fixture.pass(minute)
            let row = try #require(try fixture.store.delivered(app: "org.example.App").first)
            levels.append(try row.delivery().request.content.interruptionLevel)
        }
        #expect(levels == [.critical, .critical, .critical, .timeSensitive, .timeSensitive])
        let pending = try #require(try fixture.store.pending(app: "org.example.App").first)
        #expect(try pending.pending().request.content.interruptionLevel == .critical)
    }

    @Test(
        "A critical notification that nobody acknowledges is not an alarm more than the table says"
    )
    func nags() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        var request = Self.request("n")
        request.options.nag = NagRule(interval: 60_000_000, times: 1_000)
        let reply = try await Self.add(request, of: Self.quota(.machine), to: fixture)
        #expect(reply.remarks.contains("is shown again 10 times at most, as all of the sender"))
        for _ in 1...30 { await fixture.pass(minute) }
        #expect(fixture.shown.count == 3)
        // One of another level is shown again as often as it may.
        var other = Self.request("t", level: .timeSensitive)
        other.options.nag = NagRule(interval: 60_000_000, times: 1_000)
        try await Self.add(other, of: Self.quota(.machine), to: fixture)
        for _ in 1...30 { await fixture.pass(minute) }
        #expect(fixture.shown.count == 3 + 11)
    }

    @Test(
        "No sender wakes the machine, waits for a place or fires twice a minute",
        arguments: Sender.Kind.allCases
    )
    func triggers(kind: Sender.Kind) async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        var waking = Self.request(
            "w",
            .timeInterval(microseconds: 3_600_000_000, repeats: false)
        )
        waking.options.wakes = true
        let reply = try await Self.add(waking, of: Self.quota(kind), to: fixture)
        #expect(reply.remarks.contains("does not wake the machine, which the sender may not"))
        let row = try #require(try fixture.store.pending(app: "org.example.App").first)
        #expect(try row.pending().request.options.wakes == false)
        let center = Coordinate(latitude: 52.5, longitude: 13.4)
        let place = NotificationTrigger.location(
            LocationTrigger(region: CircularRegion(center: center, radius: 100))
        )
        func often(_ spec: CalendarSpec) -> NotificationTrigger {
            .calendar(CalendarTrigger(spec: spec, repeats: true))
        }
        var dates = RecurrenceSeries(start: WallTime(SchedulerFixture.start, in: FixedZone.utc))
        dates.additional = (1...100).map {
            WallTime(localSecond: dates.start.localSecond + Int64($0))
        }
        let refused: [(NotificationTrigger, String)] = [
            (place, "wait for a place"), (often(.onCalendar("*:*:*")), "once a minute"),
            (often(.recurrence(dates)), "once a minute"),
        ]
        for (trigger, words) in refused {
            let error = await #expect(throws: RequestError.self) {
                try await Self.add(Self.request("x", trigger), of: Self.quota(kind), to: fixture)
            }
            #expect(error?.code == .notAllowed)
            #expect(error?.message.contains("the sender may not") == true)
            #expect(error?.message.contains(words) == true, "\(error as Any)")
            // The user may.
            try await Self.add(Self.request("own", trigger), of: nil, to: fixture)
        }
    }

    @Test("The oldest delivered ones of a sender go, and no line says that they were removed")
    func oldestDelivered() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        var quota = Self.quota(.machine)
        quota.maxRequests = 3
        try await Self.add(Self.request("own"), of: nil, to: fixture)
        for number in 1...5 {
            try await Self.add(Self.request("\(number)"), of: quota, to: fixture)
        }
        #expect(try await fixture.delivered() == ["own", "2", "3", "4", "5"])
        #expect(try await !fixture.history().contains { $0.hasSuffix("removed") })
    }

    @Test("A sender has so many pending, and the user's own do not count")
    func pending() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        var quota = Self.quota(.push)
        quota.maxRequests = 2
        let later = NotificationTrigger.timeInterval(microseconds: 3_600_000_000, repeats: false)
        for name in ["a", "b", "c"] {
            try await Self.add(Self.request(name, later), of: nil, to: fixture)
        }
        for name in ["d", "e"] {
            try await Self.add(Self.request(name, later), of: quota, to: fixture)
        }
        let error = await #expect(throws: RequestError.self) {
            try await Self.add(Self.request("f", later), of: quota, to: fixture)
        }
        #expect(
            error?.message
                == "the sender has 2 pending notifications, the most that the server of an app may have; "
                + "remove some of them first"
        )
    }

    @Test("What comes late together has the limits of its sender")
    func lateOnes() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        var quota = Self.quota(.machine)
        quota.maxRequests = 3
        func bring(_ names: [String]) async throws -> [String] {
            let arrivals = names.map { name in
                LateArrival(
                    sent: fixture.clock.now,
                    request: .success(Self.request(name)),
                    quota: quota
                )
            }
            return try await fixture.scheduler.run { scheduler throws(RequestError) in
                let (refusals, added) = try scheduler.requests.add(late: arrivals)
                try scheduler.round.summarise(arrivals: added)
                return refusals
            }
        }
        #expect(try await bring(["a", "b", "c", "d"]) == ["", "", "", ""])
        #expect(try await bring(["e", "f"]) == ["", ""])
        // One bubble stood for the first four; these two are not critical any more.
        #expect(try Self.count(.critical, in: fixture) == 4)
        #expect(try Self.count(.timeSensitive, in: fixture) == 2)
        let rate = try #require(quota.limits.added).count
        let rest = try await bring((6..<rate).map { "\($0)" })
        #expect(!rest.contains { !$0.isEmpty })
        let refused = try await bring(["x", "y"])
        #expect(refused.allSatisfy { $0.contains("within an hour") }, "\(refused)")
    }

    @Test("What a calendar that is not trusted brings has its limits")
    func calendars() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        func bring(_ isForeign: Bool, _ count: Int) async throws {
            let records = (0..<count).map { number in
                Variant.dictionary([
                    ("list", .string("pending")),
                    ("request", Self.request("\(isForeign) \(number)").record),
                ])
            }
            _ = try await fixture.scheduler.handle(
                ImportCall(
                    entries: ImportRecords(records: records),
                    sender: ":1.1",
                    requester: "test",
                    isForeign: isForeign
                )
            )
            await fixture.scheduler.deliverDue()
        }
        try await bring(true, 5)
        #expect(try Self.count(.critical, in: fixture) == 3)
        try await bring(false, 5)
        #expect(try Self.count(.critical, in: fixture) == 8)
    }

    @Test("What the user's programs bring of others is known by its app", arguments: [true, false])
    func known(isAlone: Bool) {
        let user = Caller(confinement: .none, program: "/usr/bin/notify-relay")
        func sender(_ app: String, _ identifier: String) -> Sender? {
            user.quota(
                for: NotificationRequest(
                    appID: app,
                    identifier: identifier,
                    content: NotificationContent(title: "T")
                )
            )?.sender
        }
        let machine = String(repeating: "0f", count: 16)
        #expect(sender(AgentNames.forwardedApp, "x") == Sender(.forward))
        #expect(sender(AgentNames.assistantApp, "x") == Sender(.assistant))
        #expect(sender(AgentNames.inboxApp, "x") == Sender(.inbox))
        #expect(sender(RelayClient.app, "\(machine)-a/b") == Sender(.machine, machine))
        // What notify-relay says itself.
        #expect(sender(RelayClient.app, "introduced-\(machine)") == nil)
        #expect(sender(RelayClient.app, "summary-\(machine)-7") == nil)
        #expect(sender(AgentNames.app, "\(machine)-a/b") == nil)
        let sandbox = Caller(confinement: .flatpak("org.a"), program: "/app")
        #expect(sandbox.quota?.sender == Sender(.sandbox, "org.a"))
    }
}

/// How much each sender may add, on the clock since boot.
@Suite struct SendersTests {
    private let fixture: ComponentFixture
    private let senders: Senders
    private let start: Int64

    init() throws {
        fixture = try ComponentFixture()
        senders = Senders(store: fixture.store, clock: fixture.clock, logger: fixture.logger)
        start = fixture.clock.sinceBoot.microseconds
    }

    /// Adds a notification so many microseconds after the start.
    private func add(_ sender: Sender, _ bytes: Int64, at time: Int64) -> Bool {
        pass(to: time)
        return (try? senders.count(bytes, of: SenderQuota(sender, words: "it"))) != nil
    }

    private func pass(to time: Int64) {
        fixture.clock.pass(microseconds: start + time - fixture.clock.sinceBoot.microseconds)
    }

    @Test("A sender adds so many within its time, and then again", arguments: Sender.Kind.allCases)
    func counts(kind: Sender.Kind) {
        let sender = Sender(kind, "one")
        guard let rate = sender.limits.added else {
            #expect(kind == .calendar)
            return
        }
        for number in 0..<rate.count { #expect(add(sender, 1, at: Int64(number))) }
        #expect(!add(sender, 1, at: rate.span - 1))
        #expect(!add(sender, 1, at: rate.span - 1))
        #expect(add(Sender(kind, "two"), 1, at: rate.span - 1))
        pass(to: rate.span)
        #expect(senders.excesses().map(\.refused) == [2])
        #expect(add(sender, 1, at: rate.span))
        // After an hour without a call nothing is said of it.
        pass(to: rate.span + SenderLimits.Rate.hour)
        #expect(senders.excesses() == [])
    }

    @Test("A sender adds so many bytes within an hour", arguments: Sender.Kind.allCases)
    func sizes(kind: Sender.Kind) {
        let sender = Sender(kind)
        guard let most = sender.limits.addedBytes else {
            #expect(kind == .calendar)
            return
        }
        #expect(add(sender, most - 10, at: 5))
        #expect(!add(sender, 11, at: 6))
        #expect(add(sender, 10, at: 7))
        #expect(!add(sender, 1, at: SenderLimits.Rate.hour + 4))
        #expect(add(sender, most - 10, at: SenderLimits.Rate.hour + 5))
    }

    @Test("Of very many senders the ones that were silent longest are forgotten")
    func manySenders() {
        for number in 0..<2_000 {
            let sender = Sender(.sandbox, "\(number)")
            #expect(add(sender, most(of: sender), at: Int64(number)))
        }
        // The last one has used up its bytes, and of the first one nothing is known.
        #expect(!add(Sender(.sandbox, "1999"), 1, at: 2_000))
        #expect(add(Sender(.sandbox, "0"), 1, at: 2_000))
    }

    private func most(of sender: Sender) -> Int64 { sender.limits.addedBytes ?? 0 }
}
