import AgentInterface
import AgentTestSupport
import DesktopBubbles
import GLibBridge
import NotifyCore
import SQLiteBridge

@testable import SchedulerAgent

/// A year in the life of a real scheduler on a real store, beside the reference.
final class YearRun {
    struct Figures {
        var events = 0
        var refused = 0
        var deliveries = 0
        var missed = 0
        var bubbles = 0
    }

    private var fixture: SchedulerFixture
    private var reference: YearReference
    private var plan: YearPlan
    private var boots = 1
    private var lastLine: Int64 = 0
    /// As many bubbles of this fixture were read, and taken off the screen.
    private var shown = 0
    private var closed = 0
    private(set) var figures = Figures()

    init(seed: UInt64, isLong: Bool) async throws {
        plan = YearPlan(seed: seed, isLong: isLong)
        reference = try await YearReference(
            start: YearPlan.start,
            end: YearPlan.end,
            zones: YearPlan.zones
        )
        let zone = ManualZone(try Self.zone(YearPlan.places[0]))
        fixture = try await SchedulerFixture(
            clock: ManualClock(now: Instant(seconds: YearPlan.start)),
            zone: zone,
            isQuiet: true
        ).begin()
    }

    private static func zone(_ name: String) throws -> SystemZone {
        guard let zone = SystemZone(named: name) else {
            throw RequestError(.invalidTrigger, "no zone \(name)")
        }
        return zone
    }

    /// Lives through the year.
    ///
    /// - Returns: the first difference between what came and what was to come; `nil` for none.
    func live() async throws -> String? {
        var elapsed: Int64 = 0
        for event in plan.events {
            let wait = event.at - elapsed
            if wait > 0 {
                try await pass(wait)
                elapsed += wait
                if let difference = try await difference("time passes") { return difference }
            }
            let event =
                event.isAddition ? plan.addition(reference) : plan.event(reference)
            elapsed += try await happen(event)
            figures.events += 1
            if let difference = try await difference("\(event)") { return difference }
        }
        let pending = try await fixture.scheduler.pending(app: nil).map { row in
            try row.pending().request.identifier
        }.filter { $0 != "late-summary" }.sorted()
        guard pending == reference.pending else {
            return "pending at the end: \(pending), not \(reference.pending)"
        }
        let path = await fixture.scheduler.store.path
        if let miscount = try StoreCheck.problems(of: path, limit: 1).first { return miscount }
        await fixture.scheduler.end()
        return nil
    }

    /// Has something happen here and there.
    private func happen(_ event: YearEvent) async throws -> Int64 {
        let scheduler = fixture.scheduler
        switch event {
        case .add(let request):
            let isAccepted = try await add(request)
            guard isAccepted == reference.add(request) else {
                throw RequestError(.invalidTrigger, "\(request) accepted here: \(isAccepted)")
            }
            if !isAccepted { figures.refused += 1 }
        case .remove(let name):
            _ = try await scheduler.remove(Self.selection(name))
            reference.remove(name)
        case .pause(let name):
            _ = try await scheduler.pause(Self.selection(name))
            reference.pause(name)
        case .resume(let name):
            _ = try await scheduler.resume(Self.selection(name))
            await scheduler.deliverDue()
            reference.resume(name)
        case .skip(let name):
            _ = try await scheduler.skip(name, preferring: AgentNames.app)
            reference.skip(name)
        case .snooze(let name, let seconds):
            _ = try await scheduler.snooze(
                name,
                preferring: AgentNames.app,
                microseconds: seconds * 1_000_000
            )
            reference.snooze(name, seconds: seconds)
        case .suspend(let seconds):
            await fixture.sleep(seconds)
            reference.suspend(seconds)
            return seconds
        case .setClock(let seconds):
            await fixture.set(by: seconds)
            reference.setClock(by: seconds)
        case .moveZone(let name):
            fixture.zone.change(to: try Self.zone(name))
            await scheduler.handle(ScheduleEvent.zoneChanged)
            reference.moveZone(to: name)
        case .reboot(let seconds):
            boots += 1
            let clock = ManualClock(boot: "boot-\(boots)", now: fixture.clock.now)
            clock.pass(seconds)
            try await restart(clock, cleanly: true)
            reference.restart(after: seconds)
            return seconds
        case .crash:
            try await restart(fixture.clock, cleanly: false)
            reference.restart(after: 0)
        case .loseServer(let seconds):
            await closeBubbles()
            await scheduler.handle(BubbleEvent.ownerChanged(nil))
            try await passHere(seconds)
            await fixture.serverReady()
            reference.loseServer(seconds: seconds)
            return seconds
        }
        return 0
    }

    private func add(_ request: YearRequest) async throws -> Bool {
        do {
            try await fixture.add(request.identifier, request.trigger, request.options)
            return true
        } catch let error as RequestError where error.code == .invalidTrigger {
            return false
        }
    }

    private func restart(_ clock: ManualClock, cleanly: Bool) async throws {
        await closeBubbles()
        try await note()
        fixture = try await fixture.restarted(clock, cleanly: cleanly).begin()
        (shown, closed) = (0, 0)
    }

    /// Takes the bubbles off the screen, as a server does after a while; their notifications stay.
    private func closeBubbles() async {
        for bubble in fixture.server.shown.dropFirst(closed) {
            await fixture.scheduler.handle(
                BubbleEvent.closed(owner: SchedulerFixture.owner, id: bubble.id, reason: 1)
            )
        }
        closed = fixture.server.shown.count
    }

    private func pass(_ seconds: Int64) async throws {
        try await passHere(seconds)
        reference.pass(seconds)
    }

    /// Lets awake time pass as the timers ask for it.
    private func passHere(_ seconds: Int64) async throws {
        var left = seconds
        var idle = 0
        while let wait = untilTimer(), wait <= left {
            await fixture.pass(wait)
            left -= wait
            idle = wait == 0 ? idle + 1 : 0
            guard idle < 3 else {
                throw RequestError(.invalidTrigger, "a timer goes off again and again")
            }
        }
        fixture.clock.pass(left)
    }

    private func untilTimer() -> Int64? {
        let armed = fixture.clock.armed.last
        let wall = armed?.wall.map { $0.microseconds - fixture.clock.now.microseconds }
        let boot = armed?.boot.map { ($0 - fixture.clock.sinceBoot).microseconds }
        return [wall, boot].compactMap { $0 }.min().map { max(0, ($0 + 999_999) / 1_000_000) }
    }

    private static func selection(_ name: String) -> RemovalSelection {
        RemovalSelection(choice: .identifiers([name]), appID: AgentNames.app)
    }

    // MARK: - Books

    private var lines: [YearReference.Line] = []
    private var bubbles: [YearReference.Bubble] = []

    /// Reads what was written and shown since the last look.
    private func note() async throws {
        let rows = try await fixture.scheduler.store.read { [lastLine] connection in
            try connection.prepare(
                """
                SELECT id, at, identifier, event, scheduled, detail FROM history
                WHERE id > ? ORDER BY id
                """
            ).all([lastLine]) { row in
                let line = YearReference.Line(
                    at: try row.value(1, as: Int64.self) / 1_000_000,
                    identifier: try row.value(2),
                    event: try row.value(3),
                    scheduled: (try row.value(4, as: Int64?.self) ?? 0) / 1_000_000,
                    detail: try row.value(5)
                )
                return (id: try row.value(0, as: Int64.self), line: line)
            }
        }
        for (id, line) in rows {
            lastLine = id
            guard ["delivered", "missed", "ended"].contains(line.event),
                line.identifier != LateSummary.identifier
            else { continue }
            lines.append(line)
        }
        let all = fixture.server.shown
        for bubble in all.dropFirst(shown) where !bubble.title.hasSuffix("while you were away") {
            bubbles.append(
                YearReference.Bubble(
                    title: bubble.title,
                    first: bubble.occurrences.first.seconds,
                    latest: bubble.occurrences.latest.seconds,
                    count: bubble.occurrences.count
                )
            )
        }
        shown = all.count
    }

    private func difference(_ event: String) async throws -> String? {
        try await note()
        let expected = reference.takeNew()
        defer { (lines, bubbles) = ([], []) }
        figures.deliveries += lines.count { $0.event == "delivered" }
        figures.missed += lines.count { $0.event == "missed" }
        figures.bubbles += bubbles.count
        if let (mine, theirs) = Self.firstDifference(lines, expected.lines) {
            return "\(event), at \(reference.now): \(mine), and the reference has \(theirs)"
        }
        if let (mine, theirs) = Self.firstDifference(bubbles, expected.bubbles) {
            return "\(event), at \(reference.now): \(mine), and the reference has \(theirs)"
        }
        guard fixture.clock.now.seconds == reference.now else {
            return
                "\(event): it is \(fixture.clock.now.seconds), and the reference has \(reference.now)"
        }
        return nil
    }

    private static func firstDifference<Value: Equatable>(
        _ mine: [Value],
        _ theirs: [Value]
    ) -> (String, String)? {
        for index in 0..<max(mine.count, theirs.count) {
            let one = index < mine.count ? mine[index] : nil
            let other = index < theirs.count ? theirs[index] : nil
            if one != other {
                return (
                    one.map { "\($0)" } ?? "nothing", other.map { "\($0)" } ?? "nothing"
                )
            }
        }
        return nil
    }
}
