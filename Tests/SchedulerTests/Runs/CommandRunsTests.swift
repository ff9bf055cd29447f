import NotifyCore
import Testing

@testable import SchedulerAgent

/// When commands are started, and what is reported of them.
@Suite struct CommandRunsTests {
    private static func row(_ id: Int64) -> RunRow {
        RunRow(
            id: id,
            run: RunIntent(
                key: RequestKey(appID: "a", identifier: "\(id)"),
                title: "",
                command: "c",
                scheduled: Instant(seconds: id)
            )
        )
    }

    @Test func aFoundRunIsStartedOnceAndItsEndReportedOnce() {
        var runs = CommandRuns()
        #expect(runs.handle(.found([Self.row(1)])) == [.start(Self.row(1))])
        #expect(runs.handle(.found([Self.row(1), Self.row(2)])) == [.start(Self.row(2))])
        #expect(runs.last == 2)
        #expect(runs.handle(.ended(1, .status(3))) == [.report(Self.row(1), .status(3))])
        #expect(runs.handle(.ended(1, .status(3))) == [])
        // The store may have failed to remove it.
        #expect(runs.handle(.found([Self.row(1)])) == [])
    }

    @Test func whatAnEarlierAgentBeganIsReportedAndNotStarted() {
        var runs = CommandRuns()
        let rows = [Self.row(3), Self.row(4)]
        #expect(runs.handle(.restored(rows)) == rows.map { .report($0, .unknown) })
        #expect(runs.handle(.found(rows)) == [])
        #expect(runs.handle(.found([Self.row(5)])) == [.start(Self.row(5))])
    }

    @Test func commandsOverTheMaximumWaitForTheEndOfOne() {
        var runs = CommandRuns()
        let count = Int64(CommandRuns.maxUnderWay)
        let rows = (1...count + 2).map(Self.row)
        #expect(runs.handle(.found(rows)) == rows.prefix(Int(count)).map { .start($0) })
        #expect(
            runs.handle(.ended(2, .status(0)))
                == [.report(Self.row(2), .status(0)), .start(Self.row(count + 1))]
        )
        #expect(
            runs.handle(.ended(1, .signal(9)))
                == [.report(Self.row(1), .signal(9)), .start(Self.row(count + 2))]
        )
        #expect(runs.handle(.ended(3, .unknown)) == [.report(Self.row(3), .unknown)])
    }

    @Test func aWaitStatusIsAStatusOrASignal() {
        #expect(RunEnd(waitStatus: 0).isSuccess)
        #expect(RunEnd(waitStatus: 3 << 8) == .status(3))
        #expect(RunEnd(waitStatus: 9) == .signal(9))
        #expect(RunEnd(waitStatus: 0x80 | 11) == .signal(11))
    }
}
