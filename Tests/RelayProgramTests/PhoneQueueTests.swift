import RelayServers
import Testing

@testable import RelayProgram

/// What waits for the phone's topic.
struct PhoneQueueTests {
    private static let error = RelayError(.unreachable, "no network")
    private static func post(_ text: String) -> TopicPost { TopicPost(topic: "p", text: text) }

    @Test func messagesGoOneAtATime() {
        var queue = PhoneQueue()
        #expect(queue.handle(.post(Self.post("a")), now: 0) == [.publish(Self.post("a"))])
        #expect(queue.handle(.post(Self.post("b")), now: 0).isEmpty)
        #expect(queue.handle(.published, now: 0) == [.publish(Self.post("b"))])
        #expect(queue.handle(.published, now: 0).isEmpty)
        #expect(queue.nextWake == nil)
    }

    @Test func theServersPauseIsKept() {
        var queue = PhoneQueue()
        _ = queue.handle(.post(Self.post("a")), now: 0)
        let tooMany = RelayError(.tooMany, "wait", pause: 40_000)
        #expect(queue.handle(.failed(tooMany), now: 0).count == 1)
        #expect(queue.problem == "wait")
        #expect(queue.nextWake == 40_000_000)
        #expect(queue.handle(.timer, now: 39_999_999).isEmpty)
        #expect(queue.handle(.timer, now: 40_000_000) == [.publish(Self.post("a"))])
        // The same reason is not logged twice, and pauses grow.
        #expect(queue.handle(.failed(Self.error), now: 40_000_000).count == 1)
        #expect(queue.nextWake == 44_000_000)
        _ = queue.handle(.timer, now: 44_000_000)
        #expect(queue.handle(.failed(Self.error), now: 44_000_000).isEmpty)
        #expect(queue.nextWake == 52_000_000)
        _ = queue.handle(.timer, now: 52_000_000)
        #expect(queue.handle(.published, now: 52_000_000).isEmpty)
        #expect(queue.problem == nil)
    }

    @Test func afterAnHourItIsDropped() {
        var queue = PhoneQueue()
        var now: Int64 = 0
        var attempts = 0
        var actions = queue.handle(.post(Self.post("a")), now: now)
        while actions.contains(.publish(Self.post("a"))) {
            attempts += 1
            actions = queue.handle(.failed(Self.error), now: now)
            guard let wake = queue.nextWake else { break }
            now = wake
            actions = queue.handle(.timer, now: now)
        }
        #expect((10...30).contains(attempts))
        #expect(now >= PhoneQueue.maxAge)
        #expect(actions.count == 1)
        #expect(queue.nextWake == nil)
    }

    @Test func onlySoManyWait() {
        var queue = PhoneQueue()
        var logged = 0
        for number in 1...PhoneQueue.maxWaiting + 10 {
            for case .log in queue.handle(.post(Self.post("\(number)")), now: 0) { logged += 1 }
        }
        #expect(logged == 10)
        // The first one was on its way; the next ten made room.
        #expect(queue.handle(.published, now: 0) == [.publish(Self.post("12"))])
    }

    @Test func whatIsTooLongIsNotTriedAgain() {
        var queue = PhoneQueue()
        _ = queue.handle(.post(Self.post("a")), now: 0)
        _ = queue.handle(.post(Self.post("b")), now: 0)
        let actions = queue.handle(.failed(RelayError(.tooLong, "too long")), now: 0)
        #expect(actions.last == .publish(Self.post("b")))
        #expect(actions.count == 2)
    }
}
