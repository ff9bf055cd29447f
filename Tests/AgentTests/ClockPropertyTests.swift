import AgentInterface
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
        1...(ProcessInfo.processInfo.environment["NOTIFY_LONG_TESTS"] == "1" ? 200 : 8)
    }

    @Test(arguments: seeds)
    func nothingIsLostDoubledOrEarly(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let zone = ManualZone()
        var desk = try await VirtualDesk(zone: zone).begin()
        var boots = 1
        let hourly = NotificationTrigger.calendar(
            CalendarTrigger(spec: .onCalendar("*:00"), repeats: true)
        )
        try await desk.add("hourly", hourly, ScheduleOptions(late: .show))
        try await desk.add(
            "grid",
            .timeInterval(microseconds: 37 * 60_000_000, repeats: true),
            ScheduleOptions(late: .show)
        )
        for number in 0..<6 {
            let seconds = Int64.random(in: 1...40 * Self.hour, using: &random)
            try await desk.add(
                "once \(number)",
                .timeInterval(microseconds: seconds * 1_000_000, repeats: false)
            )
        }
        for _ in 0..<60 {
            let span = Int64.random(in: 1...2 * Self.hour, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0: await desk.sleep(span)
            case 1: await desk.set(by: span)
            case 2: await desk.set(by: -span)
            case 3:
                let offset = Int64.random(in: -12...12, using: &random)
                zone.change(to: FixedZone(identifier: "UTC\(offset)", offset: offset * 3_600))
                await desk.scheduler.handle(ClockEvent.zoneChanged)
            case 4:
                boots += 1
                let clock = ManualClock(boot: "boot-\(boots)", now: desk.clock.now)
                clock.pass(span)
                desk = try await desk.restarted(clock)
                try await desk.begin()
            case 5:
                await desk.scheduler.handle(BubbleEvent.ownerChanged(nil))
                await desk.pass(span)
                await desk.serverReady()
            default: await desk.pass(span)
            }
        }
        for _ in 0..<50 { await desk.pass(Self.hour) }
        let deliveries = try await desk.scheduler.history("", app: "", limit: 1_000)
            .map { line in try HistoryEntry(record: line) }
            .filter { $0.event == "delivered" }

        let once = deliveries.map(\.key.identifier).filter { $0.hasPrefix("once") }
        #expect(once.sorted() == (0..<6).map { "once \($0)" }, "seed \(seed)")
        let dates = deliveries.filter { $0.key.identifier == "hourly" }.compactMap(\.scheduled)
        #expect(Set(dates).count == dates.count, "seed \(seed): a date came twice")
        #expect(dates.allSatisfy { $0.seconds % 3_600 == 0 }, "seed \(seed)")
        for delivery in deliveries {
            let scheduled = delivery.scheduled ?? .distantFuture
            #expect(delivery.date >= scheduled, "seed \(seed): \(delivery) is early")
        }
        // Nothing sleeps: an hourly one is never further away than an hour.
        let pending = try await desk.scheduler.pending(app: nil).map { entry in
            try PendingRequest(entry: entry)
        }
        #expect(pending.count == 2, "seed \(seed)")
        for request in pending {
            let left = request.due.microseconds - desk.clock.now.microseconds
            #expect((0...Self.hour * 3 * 1_000_000).contains(left), "seed \(seed): \(request.due)")
        }
    }

    /// What has a number of times covers as many dates, however the clock is set in between.
    @Test(arguments: seeds)
    func timesAreCountedRight(seed: UInt64) async throws {
        let times = 60
        var random = SeededRandom(seed: seed &+ 1_000)
        var desk = try await VirtualDesk().begin()
        var boots = 1
        let hourly = NotificationTrigger.calendar(
            CalendarTrigger(spec: .onCalendar("*:00"), repeats: true)
        )
        try await desk.add("T", hourly, ScheduleOptions(late: .show, times: times))
        var covered: Set<Int64> = []
        for _ in 0..<200 {
            let span = Int64.random(in: 1...2 * Self.hour, using: &random)
            let before = desk.server.shown.count
            switch Int.random(in: 0..<8, using: &random) {
            case 0: await desk.sleep(span)
            case 1: await desk.set(by: span)
            case 2: await desk.set(by: -span)
            case 3:
                if let skipped = try? await desk.scheduler.skip("T", preferring: AgentNames.app) {
                    covered.insert(skipped.skipped.seconds)
                }
            default: await desk.pass(span)
            }
            var shown = desk.server.shown.dropFirst(before)
            if Int.random(in: 0..<20, using: &random) == 0 {
                boots += 1
                let clock = ManualClock(boot: "boot-\(boots)", now: desk.clock.now)
                clock.pass(span)
                desk = try await desk.restarted(clock)
                try await desk.begin()
                shown += desk.server.shown
            }
            for bubble in shown {
                let first = bubble.occurrences.first.seconds
                let last = bubble.occurrences.latest.seconds
                covered.formUnion(stride(from: first, through: last, by: Int(Self.hour)))
            }
            if try await desk.pending() == [] { break }
        }
        #expect(try await desk.pending() == [], "seed \(seed)")
        #expect(covered.count == times, "seed \(seed)")
    }
}
