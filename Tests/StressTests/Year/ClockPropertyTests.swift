import AgentInterface
import AgentTestSupport
import DesktopBubbles
import Foundation
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Random days in the life of a machine, against what must hold on every one of them.
@Suite struct ClockPropertyTests {
    private static let hour: Int64 = 3_600

    private static var seeds: ClosedRange<UInt64> {
        1...UInt64(Stress.count(4, upTo: 200))
    }

    @Test(arguments: seeds)
    func nothingIsLostDoubledOrEarly(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let zone = ManualZone()
        var fixture = try await SchedulerFixture(zone: zone).begin()
        var boots = 1
        let hourly = NotificationTrigger.calendar(
            CalendarTrigger(spec: .onCalendar("*:00"), repeats: true)
        )
        try await fixture.add("hourly", hourly, ScheduleOptions(late: .show))
        try await fixture.add(
            "grid",
            .timeInterval(microseconds: 37 * 60_000_000, repeats: true),
            ScheduleOptions(late: .show)
        )
        for number in 0..<6 {
            let seconds = Int64.random(in: 1...40 * Self.hour, using: &random)
            try await fixture.add(
                "once \(number)",
                .timeInterval(microseconds: seconds * 1_000_000, repeats: false)
            )
        }
        for _ in 0..<60 {
            let span = Int64.random(in: 1...2 * Self.hour, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0: await fixture.sleep(span)
            case 1: await fixture.set(by: span)
            case 2: await fixture.set(by: -span)
            case 3:
                let offset = Int64.random(in: -12...12, using: &random)
                zone.change(to: FixedZone(identifier: "UTC\(offset)", offset: offset * 3_600))
                await fixture.scheduler.handle(ScheduleEvent.zoneChanged)
            case 4:
                boots += 1
                let clock = ManualClock(boot: "boot-\(boots)", now: fixture.clock.now)
                clock.pass(span)
                fixture = try await fixture.restarted(clock)
                try await fixture.begin()
            case 5:
                await fixture.scheduler.handle(BubbleEvent.ownerChanged(nil))
                await fixture.pass(span)
                await fixture.serverReady()
            default: await fixture.pass(span)
            }
        }
        for _ in 0..<50 { await fixture.pass(Self.hour) }
        let deliveries = try await fixture.scheduler.history(HistorySelection())
            .filter { $0.event == .delivered }

        let once = deliveries.map(\.key.identifier).filter { $0.hasPrefix("once") }
        #expect(once.sorted() == (0..<6).map { "once \($0)" }, "seed \(seed)")
        let dates = deliveries.filter { $0.key.identifier == "hourly" }.compactMap(\.scheduled)
        #expect(Set(dates).count == dates.count, "seed \(seed): a date came twice")
        #expect(dates.allSatisfy { $0.seconds % 3_600 == 0 }, "seed \(seed)")
        for delivery in deliveries {
            let scheduled = delivery.scheduled ?? .distantFuture
            #expect(delivery.at >= scheduled, "seed \(seed): \(delivery) is early")
        }
        // Nothing sleeps: an hourly one is never further away than an hour.
        let pending = try await fixture.scheduler.pending(app: nil).map { row in try row.pending() }
        #expect(pending.count == 2, "seed \(seed)")
        for request in pending {
            let left = request.due.microseconds - fixture.clock.now.microseconds
            #expect((0...Self.hour * 3 * 1_000_000).contains(left), "seed \(seed): \(request.due)")
        }
    }

    /// What has a number of times covers as many dates, however the clock is set in between.
    @Test(arguments: seeds)
    func timesAreCountedRight(seed: UInt64) async throws {
        let times = 60
        var random = SeededRandom(seed: seed &+ 1_000)
        var fixture = try await SchedulerFixture().begin()
        var boots = 1
        let hourly = NotificationTrigger.calendar(
            CalendarTrigger(spec: .onCalendar("*:00"), repeats: true)
        )
        try await fixture.add("T", hourly, ScheduleOptions(late: .show, times: times))
        var covered: Set<Int64> = []
        for _ in 0..<200 {
            let span = Int64.random(in: 1...2 * Self.hour, using: &random)
            let before = fixture.server.shown.count
            switch Int.random(in: 0..<8, using: &random) {
            case 0: await fixture.sleep(span)
            case 1: await fixture.set(by: span)
            case 2: await fixture.set(by: -span)
            case 3:
                if let skipped = try? await fixture.scheduler.skip("T", preferring: AgentNames.app)
                {
                    covered.insert(skipped.skipped.seconds)
                }
            default: await fixture.pass(span)
            }
            var shown = fixture.server.shown.dropFirst(before)
            if Int.random(in: 0..<20, using: &random) == 0 {
                boots += 1
                let clock = ManualClock(boot: "boot-\(boots)", now: fixture.clock.now)
                clock.pass(span)
                fixture = try await fixture.restarted(clock)
                try await fixture.begin()
                shown += fixture.server.shown
            }
            for bubble in shown {
                let first = bubble.occurrences.first.seconds
                let last = bubble.occurrences.latest.seconds
                covered.formUnion(stride(from: first, through: last, by: Int(Self.hour)))
            }
            if try await fixture.pending() == [] { break }
        }
        #expect(try await fixture.pending() == [], "seed \(seed)")
        #expect(covered.count == times, "seed \(seed)")
    }
}
