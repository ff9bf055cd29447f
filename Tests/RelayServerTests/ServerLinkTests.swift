import Testing

@testable import RelayServers

/// What comes next on the connection to a topic.
struct ServerLinkTests {
    private static let error = RelayError(.unreachable, "no")
    private static func message(_ id: String) -> ServerMessage {
        ServerMessage(topic: "t", id: id, time: 1, text: id)
    }

    private static func link(since: String? = nil) -> ServerLink {
        ServerLink(FollowedTopic("t", since: since))
    }

    @Test func itPollsAndThenFollowsFromTheLastMessage() {
        var link = Self.link()
        #expect(
            link.handle(.start) == [
                .poll(attempt: 1, since: "all"), .startTimer(milliseconds: 30_000),
            ]
        )
        #expect(link.handle(.start).isEmpty)
        #expect(
            link.handle(.message(attempt: 1, Self.message("a"))) == [
                .startTimer(milliseconds: 30_000), .report(.message(Self.message("a"))),
            ]
        )
        #expect(
            link.handle(.polled(attempt: 1)) == [
                .stream(attempt: 2, since: "a"), .startTimer(milliseconds: 30_000),
            ]
        )
        #expect(
            link.handle(.opened(attempt: 2)) == [
                .startTimer(milliseconds: 2_000), .report(.caughtUp(topic: "t")),
            ]
        )
        // What came while the server began to send is asked for once.
        #expect(link.handle(.alive(attempt: 2)).isEmpty)
        #expect(link.handle(.message(attempt: 2, Self.message("b"))).count == 1)
        #expect(
            link.handle(.timer(jitter: 0)) == [
                .look(attempt: 2, since: "a"), .startTimer(milliseconds: 100_000),
            ]
        )
        #expect(link.handle(.looked(attempt: 2, Self.message("b"))).isEmpty)
        #expect(
            link.handle(.looked(attempt: 2, Self.message("lost"))) == [
                .report(.message(Self.message("lost")))
            ]
        )
        #expect(link.handle(.alive(attempt: 2)) == [.startTimer(milliseconds: 100_000)])
        // What an ended attempt brings late is not used.
        #expect(link.handle(.message(attempt: 1, Self.message("x"))).isEmpty)
        #expect(link.handle(.failed(attempt: 1, Self.error, jitter: 0)).isEmpty)
        _ = link.handle(.message(attempt: 2, Self.message("b")))
        #expect(
            link.handle(.failed(attempt: 2, Self.error, jitter: 1)) == [
                .abort, .startTimer(milliseconds: 1_000),
                .report(.disconnected(topic: "t", Self.error, retryIn: 1_000)),
            ]
        )
        #expect(link.handle(.timer(jitter: 0)).first == .poll(attempt: 3, since: "b"))
    }

    @Test func thePausesGrowUntilTheServerShowsLife() {
        var link = Self.link(since: "z")
        _ = link.handle(.start)
        var pauses: [UInt32] = []
        for attempt in 1...12 {
            for case .startTimer(let pause) in link.handle(
                .failed(attempt: attempt, Self.error, jitter: 1)
            ) { pauses.append(pause) }
            _ = link.handle(.timer(jitter: 0))
        }
        #expect(pauses.prefix(4) == [1_000, 2_000, 4_000, 8_000])
        #expect(pauses.suffix(3) == [300_000, 300_000, 300_000])
        // A server that takes the connection and ends it at once is not asked more often.
        _ = link.handle(.polled(attempt: 13))
        _ = link.handle(.opened(attempt: 14))
        #expect(
            link.handle(.failed(attempt: 14, Self.error, jitter: 0))[1]
                == .startTimer(milliseconds: 150_000)
        )
        _ = link.handle(.networkChanged)
        _ = link.handle(.polled(attempt: 15))
        _ = link.handle(.opened(attempt: 16))
        _ = link.handle(.alive(attempt: 16))
        #expect(
            link.handle(.failed(attempt: 16, Self.error, jitter: 0))[1]
                == .startTimer(milliseconds: 500)
        )
    }

    @Test func silenceIsAFailure() {
        for steps in 0...2 {
            var link = Self.link()
            _ = link.handle(.start)
            if steps > 0 { _ = link.handle(.polled(attempt: 1)) }
            if steps > 1 {
                _ = link.handle(.opened(attempt: 2))
                _ = link.handle(.timer(jitter: 0))
            }
            let actions = link.handle(.timer(jitter: 0))
            #expect(actions.first == .abort)
            guard case .report(.disconnected(_, let error, _))? = actions.last else {
                Issue.record("\(actions)")
                continue
            }
            #expect(error.kind == .unreachable)
        }
    }

    @Test func whatTheServerAsksForIsKept() {
        var link = Self.link()
        _ = link.handle(.start)
        let error = RelayError(.tooMany, "no", pause: 40_000)
        #expect(
            link.handle(.failed(attempt: 1, error, jitter: 0))[1]
                == .startTimer(milliseconds: 40_000)
        )
        // Nor does another network change that.
        #expect(link.handle(.networkChanged).isEmpty)
        #expect(link.handle(.timer(jitter: 0)).first == .poll(attempt: 2, since: "all"))
    }

    @Test func aStoppedLinkStaysSilent() {
        var link = Self.link()
        #expect(link.handle(.stop).isEmpty)
        _ = link.handle(.start)
        #expect(link.handle(.stop) == [.abort, .stopTimer])
        #expect(link.handle(.polled(attempt: 1)).isEmpty)
        #expect(link.handle(.timer(jitter: 0)).isEmpty)
        #expect(link.handle(.failed(attempt: 1, Self.error, jitter: 0)).isEmpty)
    }
}
