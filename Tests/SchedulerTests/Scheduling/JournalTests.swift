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

    @Test("Of what was not on the screen, the history lists what do-not-disturb has kept")
    func whatWasKeptIsMissed() throws {
        let fixture = try ComponentFixture()
        let key = RequestKey(appID: ComponentFixture.app, identifier: "r")
        fixture.journal.note(
            ["", "quiet", "kept", "suppressed", "summary", "list", "uiet", "kept,quiet"].map {
                HistoryLine(
                    at: fixture.clock.now,
                    key: key,
                    title: "T",
                    event: .delivered,
                    detail: $0
                )
            } + [HistoryLine(at: fixture.clock.now, key: key, title: "T", event: .missed)]
        )
        func details(_ selection: HistorySelection) throws -> [String] {
            try fixture.store.history(selection).reversed().map {
                "\($0.event.rawValue) \($0.detail)"
            }
        }
        #expect(
            try details(HistorySelection(events: [.missed], withUnseen: true)) == [
                "delivered quiet", "delivered kept", "delivered suppressed", "missed ",
            ]
        )
        #expect(try details(HistorySelection(events: [.missed])) == ["missed "])
        #expect(try details(HistorySelection(withUnseen: true)).count == 9)
    }

    @Test("Of what other machines do, that is written which is about what was sent")
    func whatOtherMachinesDo() throws {
        let fixture = try ComponentFixture()
        let key = RequestKey(appID: ComponentFixture.app, identifier: "r")
        func note(
            _ event: HistoryLine.Event,
            _ detail: String = "laptop",
            action: String? = nil
        ) throws {
            var given = RequestEvent(event.rawValue, of: key, title: event == .sent ? "T" : "")
            given.detail = detail
            given.action = action
            try fixture.journal.note(relayed: given, event)
        }
        try note(.answeredElsewhere, action: "yes")
        try note(.endedElsewhere)
        #expect(try fixture.store.history(HistorySelection()).isEmpty)
        try note(.sent, String(repeating: "ä", count: 10_000))
        try note(.answeredElsewhere, action: "yes")
        // The answer has ended it.
        try note(.endedElsewhere)
        try note(.sent)
        // Said again, it is written once.
        try note(.listedElsewhere)
        try note(.listedElsewhere)
        try note(.endedElsewhere)
        try note(.endedElsewhere)
        try note(.listedElsewhere)
        let lines = try fixture.store.history(HistorySelection()).reversed()
        #expect(
            lines.map(\.event) == [
                .sent, .answeredElsewhere, .sent, .listedElsewhere, .endedElsewhere,
            ]
        )
        #expect(lines.allSatisfy { $0.title == "T" })
        #expect(lines.first?.detail.utf8.count == 1_024)
    }

    /// What the user has configured is no sandbox's business.
    @Test func aSandboxHearsNoCommand() throws {
        let fixture = try ComponentFixture()
        let heard = Recorder<String>()
        let journal = Journal(
            store: fixture.store,
            clock: fixture.clock,
            logger: fixture.logger
        ) { event in
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
