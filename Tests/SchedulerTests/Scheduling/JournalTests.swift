import AgentInterface
import AgentTestSupport
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Who hears what happens.
@Suite struct JournalTests {
    @Test func eachWatcherHearsWhatItWishes() throws {
        var watchers = Watchers()
        _ = watchers.add(":1.1", for: .all, isConfined: false)
        _ = watchers.add(":1.2", for: RequestKey(appID: "a", identifier: ""), isConfined: true)
        _ = watchers.add(":1.3", for: RequestKey(appID: "a", identifier: "x"), isConfined: false)
        func names(_ app: String, _ identifier: String) -> Set<String> {
            Set(watchers.names(for: RequestKey(appID: app, identifier: identifier)))
        }
        #expect(names("a", "x") == [":1.1", ":1.2", ":1.3"])
        #expect(names("a", "y") == [":1.1", ":1.2"])
        #expect(names("b", "x") == [":1.1"])
        watchers.forget(":1.1")
        #expect(names("b", "x") == [])
    }

    @Test func aLineIsWrittenAndReported() throws {
        let fixture = try ComponentFixture()
        let key = RequestKey(appID: ComponentFixture.app, identifier: "r")
        fixture.journal.note([
            HistoryLine(at: fixture.clock.now, key: key, title: "T", event: .paused)
        ])
        #expect(fixture.reported.elements == ["paused r"])
        #expect(try fixture.store.history(HistorySelection()).map(\.event) == [.paused])
    }

    /// What the user has configured is no sandbox's business.
    @Test func aSandboxHearsNoCommand() throws {
        let fixture = try ComponentFixture()
        let heard = Recorder<String>()
        let journal = Journal(fixture.context) { event in
            guard case .happened(let event, let names) = event else { return }
            heard.append("\(names) \(event.arguments)")
        }
        try journal.addWatcher(":1.1", for: .all, isConfined: false)
        try journal.addWatcher(":1.2", for: .all, isConfined: true)
        journal.report("responded", RequestKey(appID: "a", identifier: "x"), title: "T") {
            $0.arguments = ["xdg-open"]
        }
        #expect(heard.elements == ["[\":1.1\"] [\"xdg-open\"]", "[\":1.2\"] []"])
    }
}
