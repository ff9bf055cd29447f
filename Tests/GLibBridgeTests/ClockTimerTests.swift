import GLibBridge
import TestSupport
import Testing

@Suite struct ClockTimerTests {
    @Test(arguments: [ClockTimer.Clock.realTime, .bootTime])
    @GLibActor func firesAndCanBeArmedAgain(clock: ClockTimer.Clock) async throws {
        let events = Recorder<ClockTimer.Event>()
        let timer = try ClockTimer(on: clock) { events.append($0) }
        timer.arm(at: clock.now + 1000)
        #expect(try await events.next() == .due)
        timer.arm(at: clock.now + 1000)
        #expect(try await events.next() == .due)
    }

    @Test(arguments: [ClockTimer.Clock.realTime, .bootTime])
    @GLibActor func aTimeInThePastIsDueAtOnce(clock: ClockTimer.Clock) async throws {
        let events = Recorder<ClockTimer.Event>()
        let timer = try ClockTimer(on: clock) { events.append($0) }
        timer.arm(at: clock.now - 1_000_000)
        #expect(try await events.next() == .due)
        timer.arm(at: 0)
        #expect(try await events.next() == .due)
        timer.arm(at: -5)
        #expect(try await events.next() == .due)
    }

    @Test(arguments: [ClockTimer.Clock.realTime, .bootTime])
    @GLibActor func aDisarmedTimerStaysSilent(clock: ClockTimer.Clock) async throws {
        let events = Recorder<String>()
        let silent = try ClockTimer(on: clock) { _ in events.append("silent") }
        let other = try ClockTimer(on: clock) { _ in events.append("other") }
        let now = clock.now
        silent.arm(at: now + 20_000)
        silent.disarm()
        other.arm(at: now + 40_000)
        #expect(try await events.next() == "other")
        #expect(events.elements == ["other"])
    }

    @Test @GLibActor func aReleasedTimerStaysSilent() async throws {
        let events = Recorder<String>()
        var released: ClockTimer? = try ClockTimer(on: .bootTime) { _ in events.append("released") }
        let other = try ClockTimer(on: .bootTime) { _ in events.append("other") }
        let now = ClockTimer.Clock.bootTime.now
        released?.arm(at: now + 1000)
        released = nil
        other.arm(at: now + 20_000)
        #expect(try await events.next() == "other")
        #expect(events.elements == ["other"])
    }
}
