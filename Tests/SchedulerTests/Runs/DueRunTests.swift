import AgentInterface
import AgentTestSupport
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Requests that run a command when they are due.
@Suite struct DueRunTests {
    private static let hour: Int64 = 3_600

    /// Notes the commands that are run, and how each ends.
    private final class Commands: Sendable {
        let started = Recorder<String>()
        let end: RunEnd

        init(_ end: RunEnd = .status(0)) {
            self.end = end
        }

        func run(_ name: String) async -> RunEnd {
            started.append(name)
            return end
        }

        /// Waits until so many were started.
        func wait(_ count: Int) async throws {
            _ = try await started.wait(10, "\(count) commands") { $0.count >= count ? true : nil }
        }
    }

    private static func fixture(_ commands: Commands) throws -> SchedulerFixture {
        try SchedulerFixture(isQuiet: true, run: { await commands.run($0) })
    }

    private static func request(
        _ identifier: String,
        title: String = "",
        in seconds: Int64? = hour,
        repeats: Bool = false,
        late: LateRule? = nil,
        app: String = AgentNames.app
    ) -> NotificationRequest {
        var request = NotificationRequest(
            appID: app,
            identifier: identifier,
            content: NotificationContent(title: title),
            trigger: seconds.map { .timeInterval(microseconds: $0 * 1_000_000, repeats: repeats) }
                ?? .immediate,
            options: ScheduleOptions(late: late)
        )
        request.run = "backup"
        return request
    }

    private static func add(
        _ request: NotificationRequest,
        to fixture: SchedulerFixture
    ) async throws {
        _ = try await fixture.scheduler.add(request)
        await fixture.scheduler.deliverDue()
    }

    /// Waits for lines of the history.
    private static func history(
        _ fixture: SchedulerFixture,
        _ lines: [String]
    ) async throws {
        _ = try await poll(10, "the history \(lines)") {
            try await fixture.history() == lines ? true : nil
        }
    }

    @Test func aCommandRunsWithoutAServer() async throws {
        let commands = Commands()
        let fixture = try await Self.fixture(commands).begin(serverPresent: false)
        try await Self.add(Self.request("r"), to: fixture)
        await fixture.pass(Self.hour - 1)
        #expect(commands.started.elements == [])
        await fixture.pass(1)
        try await commands.wait(1)
        try await Self.history(fixture, ["r ran"])
        #expect(try await fixture.pending() == [])
        #expect(try fixture.store.runs(after: 0) == [])
        await fixture.serverReady()
        #expect(fixture.shown == [])
    }

    @Test func withATitleTheBubbleComesTooWhenAServerDoes() async throws {
        let commands = Commands()
        let fixture = try await Self.fixture(commands).begin(serverPresent: false)
        try await Self.add(Self.request("r", title: "T"), to: fixture)
        await fixture.pass(Self.hour)
        try await commands.wait(1)
        await fixture.pass(Self.hour)
        #expect(try await fixture.pending() == [])
        await fixture.serverReady()
        #expect(fixture.shown.map { $0.hasPrefix("T: was due 09:00") } == [true])
        #expect(commands.started.elements == ["backup"])
    }

    @Test func whatIsAddedForNowRunsAtOnce() async throws {
        let commands = Commands()
        let fixture = try await Self.fixture(commands).begin()
        try await Self.add(Self.request("r", title: "T", in: nil), to: fixture)
        try await commands.wait(1)
        #expect(fixture.shown == ["T"])
    }

    /// Whether a date that has passed since the export was run is not known.
    @Test func anImportRunsNoDateThatHasPassed() throws {
        let start = Instant(seconds: 1_800_000_000)
        let check = ImportCheck(
            zones: ZoneSource(local: { FixedZone.utc }, named: { _ in nil }, dropAll: {}),
            now: start.advanced(byMicroseconds: 90 * 60 * 1_000_000),
            sinceBoot: .start,
            boot: "boot",
            requester: "test"
        )
        for repeats in [true, false] {
            for request in [
                Self.request("interval", title: "T", repeats: repeats),
                Self.request("later", title: "T", in: 2 * Self.hour, repeats: repeats),
            ] {
                let pending = try PendingRequest(
                    accepting: request,
                    now: start,
                    zone: FixedZone.utc
                )
                let record = Variant.dictionary([
                    ("list", .string("pending")), ("request", request.record),
                    ("added", .int64(start.microseconds)),
                    ("nextTriggerDate", .int64(pending.due.microseconds)),
                    ("settled", .int64(pending.settled.microseconds)),
                ])
                let item = try check.item(of: ImportEntry(record: record))
                guard case .pending(let row, _, _) = item else {
                    Issue.record("\(item)")
                    continue
                }
                let isPast = row.due <= check.now
                #expect(!(isPast && row.runs), "\(request.identifier) \(repeats)")
                #expect(row.runs == (repeats || request.identifier == "later"))
            }
        }
    }

    @Test("More than 64 commands wait for the end of one, and each runs once")
    func manyCommandsWaitForTheEndOfOne() async throws {
        let started = Recorder<String>()
        let (ends, end) = AsyncStream.makeStream(of: RunEnd.self)
        let fixture = try SchedulerFixture(
            isQuiet: true,
            run: { name in
                started.append(name)
                for await end in ends { return end }
                return .status(0)
            }
        )
        try await fixture.begin()
        for number in 1...66 { _ = try await fixture.scheduler.add(Self.request("r\(number)")) }
        await fixture.pass(Self.hour)
        _ = try await started.wait(10, "64 commands") { $0.count >= 64 ? true : nil }
        // Nothing more is started by a later round.
        await fixture.scheduler.deliverDue()
        #expect(started.elements.count == 64)
        end.yield(.status(0))
        _ = try await started.wait(10, "65 commands") { $0.count >= 65 ? true : nil }
        await fixture.scheduler.deliverDue()
        #expect(started.elements.count == 65)
        end.finish()
        _ = try await poll(10, "the ends") {
            try await fixture.history().count { $0.hasSuffix(" ran") } == 66 ? true : nil
        }
        #expect(started.elements.count == 66)
        #expect(try fixture.store.runs(after: 0) == [])
    }

    @Test("A wait status is an exit status or a signal")
    func aWaitStatusIsAStatusOrASignal() {
        #expect(RunEnd(waitStatus: 0).isSuccess)
        #expect(RunEnd(waitStatus: 3 << 8) == .status(3))
        #expect(RunEnd(waitStatus: 9) == .signal(9))
        #expect(RunEnd(waitStatus: 0x80 | 11) == .signal(11))
    }

    @Test func eachDateRunsOnceWhileNothingCanBeShown() async throws {
        let commands = Commands()
        let fixture = try await Self.fixture(commands).begin(serverPresent: false)
        try await Self.add(Self.request("r", title: "T", repeats: true), to: fixture)
        for count in 1...3 {
            await fixture.pass(Self.hour)
            try await commands.wait(count)
        }
        await fixture.serverReady()
        #expect(commands.started.elements.count == 3)
        #expect(fixture.shown.count == 1)
    }

    @Test func permissionAndDoNotDisturbDoNotHoldACommand() async throws {
        let commands = Commands()
        let fixture = try await Self.fixture(commands).begin()
        let app = SchedulerFixture.app
        try await Self.add(Self.request("silent", app: app), to: fixture)
        try await Self.add(Self.request("loud", title: "T", app: app), to: fixture)
        try await fixture.scheduler.setAllowed(false, app: app)
        await fixture.scheduler.run { await $0.round.doNotDisturbChanged(to: true) }
        await fixture.pass(Self.hour)
        try await commands.wait(2)
        #expect(fixture.shown == [])
    }

    /// A hanging server holds the bubbles of a round, not the commands.
    @Test func aServerThatHangsDoesNotHoldACommand() async throws {
        let commands = Commands()
        let fixture = try SchedulerFixture.withManualServer(run: { await commands.run($0) })
        try await fixture.begin()
        try await Self.add(Self.request("r"), to: fixture)
        try await fixture.add("hangs")
        _ = try await fixture.server.next("hangs")
        #expect(fixture.clock.armed.last?.boot == fixture.clock.sinceBoot + .seconds(Self.hour))
        await fixture.pass(Self.hour)
        try await commands.wait(1)
    }

    @Test func aMissedDateRunsLateOnlyAsABubbleWouldBeShown() async throws {
        let commands = Commands()
        let fixture = try await Self.fixture(commands).begin()
        try await Self.add(Self.request("late"), to: fixture)
        try await Self.add(Self.request("skip", late: .skip), to: fixture)
        await fixture.sleep(2 * Self.hour)
        try await commands.wait(1)
        try await Self.history(fixture, ["skip missed", "late ran"])
    }

    @Test func aRunWhoseEndIsUnknownIsReportedOnceAndNotRepeated() async throws {
        let started = Recorder<String>()
        let fixture = try SchedulerFixture(
            isQuiet: true,
            run: { name in
                started.append(name)
                // Its end comes after the agent's.
                return await AsyncStream<RunEnd> { _ in }.first { _ in true } ?? .unknown
            }
        )
        try await fixture.begin()
        try await Self.add(Self.request("r"), to: fixture)
        await fixture.pass(Self.hour)
        _ = try await started.wait(10, "the command") { $0.isEmpty ? nil : true }
        let later = try await fixture.restarted(fixture.clock, cleanly: false)
        try await later.begin()
        try await Self.history(later, ["r runFailed", "run-problem.backup delivered"])
        #expect(later.shown == ["The end of the command “backup” is not known"])
        let last = try await later.restarted(fixture.clock)
        try await last.begin()
        #expect(last.shown.count <= 1)
        #expect(try await last.history().filter { $0.hasSuffix("runFailed") }.count == 1)
        #expect(started.elements == ["backup"])
    }

    @Test func aFailureIsShownWithItsStatus() async throws {
        let commands = Commands(.status(3))
        let fixture = try await Self.fixture(commands).begin()
        try await Self.add(Self.request("r"), to: fixture)
        await fixture.pass(Self.hour)
        _ = try await poll(10, "the bubble") { fixture.server.shown.first }
        let bubble = try #require(fixture.server.shown.first)
        #expect(bubble.title == "The command “backup” failed")
        #expect(bubble.body.hasPrefix("the command \"backup\" ended with status 3\n"))
    }

    @Test func anUnknownCommandIsRefusedAndNothingStored() async throws {
        let fixture = try SchedulerFixture(
            isQuiet: true,
            checkCommand: { name throws(RequestError) in
                throw RequestError(.notFound, "there is no command \(name.quoted)")
            }
        )
        try await fixture.begin()
        await #expect(throws: RequestError(.notFound, "there is no command \"backup\"")) {
            try await fixture.scheduler.add(Self.request("r"))
        }
        #expect(try await fixture.pending() == [])
    }

    /// What is shown again has run; what is put off before its date has not.
    @Test func aSnoozedNotificationDoesNotRunAgain() async throws {
        let commands = Commands()
        let fixture = try await Self.fixture(commands).begin()
        try await Self.add(Self.request("r", title: "T"), to: fixture)
        let scheduler = fixture.scheduler
        _ = try await scheduler.snooze(
            "r",
            preferring: AgentNames.app,
            microseconds: 60_000_000
        )
        await fixture.pass(Self.hour)
        #expect(commands.started.elements == [])
        await fixture.pass(60)
        try await commands.wait(1)
        _ = try await scheduler.snooze(
            "r",
            preferring: AgentNames.app,
            microseconds: 60_000_000
        )
        await fixture.pass(60)
        #expect(fixture.shown == ["T", "T"])
        #expect(commands.started.elements == ["backup"])
    }
}
