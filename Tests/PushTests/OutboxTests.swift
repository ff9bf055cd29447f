import Testing

@testable import PushMessages

/// The way of stored messages to the agent, without a bus.
@Suite struct OutboxTests {
    @Test func messagesGoOneByOneInOrder() {
        var outbox = Outbox()
        #expect(outbox.handle(.stored(id: 1, app: "a")) == [.deliver(id: 1)])
        #expect(outbox.handle(.stored(id: 2, app: "a")) == [])
        #expect(outbox.handle(.stored(id: 3, app: "b")) == [])
        // An app with many messages does not keep back those of others.
        #expect(outbox.handle(.answered(id: 1, .accepted)) == [.finish(id: 1), .deliver(id: 3)])
        #expect(outbox.handle(.answered(id: 3, .accepted)) == [.finish(id: 3), .deliver(id: 2)])
        #expect(!outbox.isEmpty)
        #expect(outbox.handle(.answered(id: 2, .accepted)) == [.finish(id: 2)])
        #expect(outbox.isEmpty)
    }

    @Test func whatTheAgentRefusesIsDropped() {
        var outbox = Outbox()
        _ = outbox.handle(.stored(id: 1, app: "a"))
        let actions = outbox.handle(.answered(id: 1, .refused("no aps")))
        #expect(actions.last == .finish(id: 1))
        #expect(outbox.isEmpty)
    }

    @Test func whatTheAgentCannotTakeIsTriedAgain() {
        var outbox = Outbox()
        _ = outbox.handle(.stored(id: 1, app: "a"))
        _ = outbox.handle(.stored(id: 2, app: "a"))
        _ = outbox.handle(.stored(id: 3, app: "b"))
        // The other app does not wait.
        #expect(outbox.handle(.answered(id: 1, .later("full"))).last == .deliver(id: 3))
        #expect(
            outbox.handle(.answered(id: 3, .later("full"))).last
                == .startTimer(milliseconds: 1_000)
        )
        #expect(outbox.handle(.stored(id: 4, app: "a")) == [])
        #expect(outbox.handle(.timer) == [.deliver(id: 1)])
        #expect(outbox.handle(.answered(id: 1, .accepted)) == [.finish(id: 1), .deliver(id: 3)])
        #expect(outbox.handle(.answered(id: 3, .accepted)) == [.finish(id: 3), .deliver(id: 2)])
        #expect(outbox.handle(.answered(id: 2, .accepted)) == [.finish(id: 2), .deliver(id: 4)])
    }

    @Test func whatIsNotAllowedIsTriedABoundedNumberOfTimes() {
        var outbox = Outbox()
        #expect(outbox.handle(.stored(id: 1, app: "a")) == [.deliver(id: 1)])
        var tries = 1
        while case .startTimer? = outbox.handle(.answered(id: 1, .notAllowed("who?"))).last {
            #expect(!outbox.isEmpty)
            #expect(outbox.handle(.timer) == [.deliver(id: 1)])
            tries += 1
            guard tries < 100 else { break }
        }
        #expect(tries == 12)
        // It stays stored, and the program may end.
        #expect(outbox.isEmpty)
        #expect(outbox.handle(.timer) == [])
        #expect(outbox.handle(.stored(id: 2, app: "b")) == [.deliver(id: 2)])
        #expect(outbox.handle(.answered(id: 2, .accepted)) == [.finish(id: 2)])
        // Another message of the app is one more try, and another agent is all of them.
        #expect(outbox.handle(.stored(id: 3, app: "a")) == [.deliver(id: 1)])
        _ = outbox.handle(.answered(id: 1, .notAllowed("who?")))
        #expect(outbox.isEmpty)
        #expect(outbox.handle(.agentStarted) == [.deliver(id: 1)])
        #expect(outbox.handle(.answered(id: 1, .accepted)) == [.finish(id: 1), .deliver(id: 3)])
        #expect(outbox.handle(.answered(id: 3, .accepted)) == [.finish(id: 3)])
    }

    @Test func pausesGrowToFiveMinutes() {
        var outbox = Outbox()
        _ = outbox.handle(.stored(id: 1, app: "a"))
        var pauses: [UInt32] = []
        for _ in 0..<12 {
            let actions = outbox.handle(.answered(id: 1, .later("none")))
            guard case .startTimer(let milliseconds)? = actions.last else { return }
            pauses.append(milliseconds)
            #expect(outbox.handle(.timer) == [.deliver(id: 1)])
        }
        #expect(pauses.first == 1_000 && pauses.last == 300_000)
        #expect(pauses == pauses.sorted())
    }

    @Test func aNewAgentIsTriedAtOnce() {
        var outbox = Outbox()
        #expect(outbox.handle(.agentStarted) == [])
        _ = outbox.handle(.stored(id: 1, app: "a"))
        _ = outbox.handle(.answered(id: 1, .later("none")))
        #expect(outbox.handle(.agentStarted) == [.deliver(id: 1)])
        // The timer of before ends while the message is under way.
        #expect(outbox.handle(.timer) == [])
        #expect(outbox.handle(.answered(id: 7, .accepted)) == [])
        #expect(outbox.handle(.answered(id: 1, .accepted)) == [.finish(id: 1)])
    }

    @Test func idleTimeBeginsAgainWithWork() {
        var idle = IdleCounter(milliseconds: 30)
        #expect(idle.note() == 30)
        #expect(idle.note() == nil)
        #expect(idle.end(isIdle: true) == .wait(30))
        #expect(idle.end(isIdle: false) == .wait(30))
        #expect(idle.note() == nil)
        #expect(idle.end(isIdle: true) == .wait(30))
        #expect(idle.end(isIdle: true) == .idle)
    }
}
