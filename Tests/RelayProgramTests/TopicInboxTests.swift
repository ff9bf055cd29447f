import NotifyCore
import RelayServers
import TestSupport
import Testing

@testable import RelayProgram

/// What is shown of the inbox's topic, and up to where it was read.
struct TopicInboxTests {
    private static let configuration = InboxConfiguration(topic: "alerts", maxPerHour: 5)

    private static func message(_ id: String, priority: Int = 3) -> ServerMessage {
        var message = ServerMessage(topic: "alerts", id: id, time: 1, text: "text \(id)")
        message.title = id
        message.priority = priority
        return message
    }

    private struct Accepted: Equatable {
        var titles: [String] = []
        var stored: [String?] = []
    }

    /// The titles of what is handed to the agent, which accepts all of it.
    private static func accepted(
        _ inbox: inout TopicInbox,
        _ actions: [TopicInbox.Action],
        now: Int64 = 0
    ) -> Accepted {
        var waiting = actions
        var accepted = Accepted()
        while !waiting.isEmpty {
            switch waiting.removeFirst() {
            case .add(let request):
                accepted.titles.append(request.content.title)
                waiting += inbox.handle(.added(.done), now: now)
            case .addLate(let late):
                accepted.titles.append(
                    late.map(\.request.content.title).joined(separator: " + ")
                )
                waiting += inbox.handle(.added(.done), now: now)
            case .store(let since): accepted.stored.append(since)
            case .begin, .log: break
            }
        }
        return accepted
    }

    @Test func theFirstStartSkipsWhatIsOld() {
        var inbox = TopicInbox(Self.configuration, isFirst: true)
        #expect(inbox.handle(.message(Self.message("a")), now: 0).isEmpty)
        #expect(inbox.handle(.disconnected, now: 0).isEmpty)
        #expect(inbox.handle(.message(Self.message("b")), now: 0).isEmpty)
        #expect(inbox.handle(.caughtUp, now: 0) == [.store("b")])
        let actions = inbox.handle(.message(Self.message("c")), now: 0)
        let shown = Self.accepted(&inbox, actions)
        #expect(shown == Accepted(titles: ["c"], stored: ["c"]))
        // A topic without messages is read from its beginning later.
        var empty = TopicInbox(Self.configuration, isFirst: true)
        #expect(empty.handle(.caughtUp, now: 0) == [.store(nil)])
    }

    @Test func whatCameMeanwhileIsShownOnceInOrder() {
        var inbox = TopicInbox(Self.configuration, isFirst: false)
        for id in ["a", "b", "a"] {
            #expect(inbox.handle(.message(Self.message(id)), now: 0).isEmpty)
        }
        let first = inbox.handle(.caughtUp, now: 0)
        let shownFirst = Self.accepted(&inbox, first)
        #expect(shownFirst == Accepted(titles: ["a", "b"], stored: ["a", "b"]))
        // After a cleared cache, all of it comes again.
        _ = inbox.handle(.disconnected, now: 0)
        for id in ["a", "b", "c"] { _ = inbox.handle(.message(Self.message(id)), now: 0) }
        let second = inbox.handle(.caughtUp, now: 0)
        let shownNext = Self.accepted(&inbox, second)
        #expect(shownNext == Accepted(titles: ["c"], stored: ["c"]))
    }

    @Test("Much of it is handed over together, each message with its text and its level")
    func muchOfItComesTogether() throws {
        var inbox = TopicInbox(
            InboxConfiguration(topic: "alerts", maxPerHour: 60),
            isFirst: false
        )
        for number in 1...40 {
            let priority = number == 2 ? 5 : 3
            _ = inbox.handle(.message(Self.message("m\(number)", priority: priority)), now: 0)
        }
        let actions = inbox.handle(.caughtUp, now: 0)
        guard case .addLate(let late)? = actions.last else {
            Issue.record("\(actions)")
            return
        }
        #expect(actions.first == .begin("m40"))
        #expect(late.map(\.request.content.title) == (1...40).map { "m\($0)" })
        #expect(late.first?.request.content.body == "text m1")
        #expect(late.first?.sent == Instant(seconds: 1))
        #expect(late[1].request.content.interruptionLevel == .timeSensitive)
        for late in late { try late.request.validate() }
        #expect(inbox.handle(.added(.done), now: 0) == [.store("m40")])
    }

    @Test("Of more than an hour has room for, the oldest of the lowest priority are dropped")
    func theUrgentOnesAreKept() {
        var inbox = TopicInbox(Self.configuration, isFirst: false)
        for number in 1...40 {
            let priority = number == 2 ? 5 : number == 40 ? 1 : 3
            _ = inbox.handle(.message(Self.message("m\(number)", priority: priority)), now: 0)
        }
        let actions = inbox.handle(.caughtUp, now: 0)
        guard case .log(let line)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(line.contains("MaxPerHour="))
        let accepted = Self.accepted(&inbox, actions)
        // What was dropped is not read again.
        #expect(accepted == Accepted(titles: ["m2 + m36 + m37 + m38 + m39"], stored: ["m40"]))
        let end = inbox.handle(.timer, now: TopicInbox.hour)
        #expect(end.first == .log("35 messages of the topic alerts were dropped"))
    }

    @Test("The log of a flood names the reason: the limit, or an agent that takes nothing")
    func theReasonIsNamed() {
        var inbox = TopicInbox(
            InboxConfiguration(topic: "alerts", maxPerHour: 3_600),
            isFirst: false
        )
        _ = inbox.handle(.caughtUp, now: 0)
        var logged: [String] = []
        for number in 1...200 {
            for case .log(let line) in inbox.handle(
                .message(Self.message("m\(number)")),
                now: 0
            ) {
                logged.append(line)
            }
        }
        #expect(logged.count == 1)
        #expect(logged.first?.contains("wait for the agent, which takes none") == true)
        #expect(logged.first?.contains("MaxPerHour") == false)
        let report = InboxMessage.report(
            dropped: [.waiting: 3],
            limit: 60,
            last: "x",
            from: "alerts"
        )
        #expect(report.content.title == "3 messages were dropped")
        #expect(report.content.body.hasPrefix("The agent took none"))
    }

    @Test func aFloodIsCountedAndReportedOnce() {
        var inbox = TopicInbox(Self.configuration, isFirst: false)
        _ = inbox.handle(.caughtUp, now: 0)
        var logged: [String] = []
        var titles: [String] = []
        for number in 1...2_000 {
            let now = Int64(number) * 1_000_000
            var actions = inbox.handle(.message(Self.message("m\(number)")), now: now)
            while !actions.isEmpty {
                switch actions.removeFirst() {
                case .add(let request):
                    titles.append(request.content.title)
                    actions += inbox.handle(.added(.done), now: now)
                case .log(let line): logged.append(line)
                case .addLate, .begin, .store: break
                }
            }
        }
        #expect(titles == ["m1", "m2", "m3", "m4", "m5"])
        #expect(logged.count == 1)
        // The hour began with the first one.
        let end = 1_000_000 + TopicInbox.hour
        #expect(inbox.nextWake == end)
        let actions = inbox.handle(.timer, now: end)
        #expect(actions.first == .log("1995 messages of the topic alerts were dropped"))
        let shown = Self.accepted(&inbox, actions)
        #expect(shown == Accepted(titles: ["1995 messages were dropped"], stored: ["m2000"]))
        #expect(inbox.nextWake == nil)
        // What came in an absence counts with all its messages.
        for id in ["1", "2", "3", "4", "5"] {
            _ = inbox.handle(.message(Self.message("a\(id)")), now: end)
            _ = inbox.handle(.added(.done), now: end)
        }
        _ = inbox.handle(.disconnected, now: end)
        for id in ["1", "2", "3", "4"] {
            _ = inbox.handle(.message(Self.message("b\(id)")), now: end)
        }
        _ = inbox.handle(.caughtUp, now: end)
        let next = inbox.handle(.timer, now: end + TopicInbox.hour)
        #expect(next.first == .log("4 messages of the topic alerts were dropped"))
        _ = inbox.handle(.added(.done), now: end + TopicInbox.hour)
        let later = inbox.handle(.message(Self.message("next")), now: end + TopicInbox.hour)
        let shownLater = Self.accepted(&inbox, later)
        #expect(shownLater == Accepted(titles: ["next"], stored: ["next"]))
    }

    @Test func whatTheAgentCannotTakeNowIsTriedAgain() {
        var inbox = TopicInbox(Self.configuration, isFirst: false)
        _ = inbox.handle(.caughtUp, now: 0)
        let first = inbox.handle(.message(Self.message("a")), now: 0)
        #expect(first.first == .begin("a") && first.count == 2)
        #expect(inbox.handle(.added(.later("no agent")), now: 0).count == 1)
        #expect(inbox.handle(.message(Self.message("b")), now: 1).isEmpty)
        #expect(inbox.nextWake == 1_000_000)
        #expect(inbox.handle(.timer, now: 1_000_000) == first)
        _ = inbox.handle(.added(.later("no agent")), now: 1_000_000)
        #expect(inbox.nextWake == 3_000_000)
        // A new agent is asked at once.
        let again = inbox.handle(.agentStarted, now: 1_500_000)
        #expect(again == first)
        let shownAgain = Self.accepted(&inbox, again)
        #expect(shownAgain == Accepted(titles: ["a", "b"], stored: ["a", "b"]))
    }

    @Test func whatTheAgentMayHaveIsHandedOnceMoreAlone() {
        for (begun, titles) in [
            ("m1", ["m1", "m2 + m3 + m4 + m5 + m6 + m7"]),
            ("m5", ["m1 + m2 + m3 + m4 + m5", "m6", "m7"]),
            ("gone", ["m1 + m2 + m3 + m4 + m5 + m6 + m7"]),
        ] {
            let configuration = InboxConfiguration(topic: "alerts", maxPerHour: 10)
            var inbox = TopicInbox(configuration, isFirst: false, begun: begun)
            var actions: [TopicInbox.Action] = []
            for number in 1...7 {
                actions += inbox.handle(.message(Self.message("m\(number)")), now: 0)
            }
            actions += inbox.handle(.caughtUp, now: 0)
            #expect(Self.accepted(&inbox, actions).titles == titles)
        }
    }

    @Test func whatTheAgentRefusesIsLeftOut() {
        var inbox = TopicInbox(Self.configuration, isFirst: false)
        _ = inbox.handle(.caughtUp, now: 0)
        _ = inbox.handle(.message(Self.message("a")), now: 0)
        let actions = inbox.handle(.added(.refused("no permission")), now: 0)
        #expect(actions.last == .store("a"))
        guard case .log(let line)? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(line.contains("no permission"))
    }
}
