import Foundation
import GLibBridge
import RelayServers
import TestSupport
import Testing

/// What a played ntfy, a real one and a NATS server do.
@Suite(.serialized) struct ServerTests {
    @Test func whatIsKeptComesFirstAndThenWhatIsNew() async throws {
        let server = try await RelayTestServer()
        let sender = try await TopicRecorder(server.url)
        let first = try await sender.publish("one")
        try await sender.publish("two")
        try await sender.publish("other", to: "elsewhere")
        let receiver = try await TopicRecorder(server.url)
        await receiver.follow(FollowedTopic("t"))
        try await receiver.caughtUp()
        #expect(TopicRecorder.texts(receiver.events.elements) == ["one", "two"])
        try await sender.publish("three \u{1F600} \"quoted\"")
        #expect(try await receiver.texts(3).last == "three \u{1F600} \"quoted\"")
        let later = try await TopicRecorder(server.url)
        await later.follow(FollowedTopic("t", since: first), FollowedTopic("elsewhere"))
        try await later.caughtUp(2)
        let texts = TopicRecorder.texts(later.events.elements)
        #expect(Set(texts) == ["two", "three \u{1F600} \"quoted\"", "other"])
        #expect(texts.count == 3)
        // Many topics leave a connection for what is published.
        await sender.follow(
            FollowedTopic("t"),
            FollowedTopic("elsewhere"),
            FollowedTopic("third"),
            FollowedTopic("fourth")
        )
        try await sender.caughtUp(4)
        try await sender.publish("to many", to: "third")
        // What is followed no longer does not come.
        await later.follow(FollowedTopic("elsewhere"))
        try await sender.publish("four")
        try await sender.publish("last", to: "elsewhere")
        #expect(try await later.texts(4).last == "last")
    }

    @Test func nothingIsLostWhenTheServerIsKilled() async throws {
        let server = try await RelayTestServer()
        let sender = try await TopicRecorder(server.url)
        let receiver = try await TopicRecorder(server.url)
        await receiver.follow(FollowedTopic("t"))
        try await receiver.caughtUp()
        var sent: [String] = []
        for round in 1...3 {
            try await sender.publish("before \(round)")
            try await server.kill()
            _ = await #expect(throws: RelayError.self) { try await sender.publish("lost") }
            try await server.start()
            try await sender.publish("after \(round)")
            sent += ["before \(round)", "after \(round)"]
            let count = sent.count
            let texts = try await receiver.events.wait(60, "\(count) texts") { events in
                let texts = TopicRecorder.texts(events)
                return Set(texts).count >= count ? texts : nil
            }
            #expect(Set(texts) == Set(sent))
        }
    }

    @Test func theCertificateIsChecked() async throws {
        let folder = try TemporaryFolder()
        let authority = try await TestAuthority(in: folder.path)
        let stranger = try TemporaryFolder()
        let other = try await TestAuthority(in: stranger.path)
        var setup = RelayTestServer.Setup()
        setup.certificate = try await authority.certificate("good")
        let server = try await RelayTestServer(setup)
        // First, since GIO resumes a TLS session that was good without another look.
        for authorities in [nil, other.file] {
            let client = try await TopicRecorder(server.url, authorities: authorities)
            await client.follow(FollowedTopic("t"))
            let error = try await client.failure()
            #expect(error.kind == .certificate)
            #expect(error.message.contains("CAFile="))
            let refusal = await #expect(throws: RelayError.self) { try await client.publish("x") }
            #expect(refusal?.kind == .certificate)
        }
        let client = try await TopicRecorder(server.url, authorities: authority.file)
        try await client.publish("hello")
        await client.follow(FollowedTopic("t"))
        #expect(try await client.texts(1) == ["hello"])
        for (name, host, days, word) in [
            ("host", "DNS:example.org", 2, "another host"), ("old", "IP:127.0.0.1", -1, "clock"),
        ] {
            setup.certificate = try await authority.certificate(name, for: host, days: days)
            let server = try await RelayTestServer(setup)
            let client = try await TopicRecorder(server.url, authorities: authority.file)
            await client.follow(FollowedTopic("t"))
            let error = try await client.failure()
            #expect(error.kind == .certificate)
            #expect(error.message.contains(word), "\(error)")
        }
        #expect(try !server.stored().isEmpty)
    }

    @Test func aServerThatIsNotThereIsNamed() async throws {
        let server = try await RelayTestServer()
        try await server.kill()
        let client = try await TopicRecorder(server.url)
        await client.follow(FollowedTopic("t"))
        let error = try await client.failure()
        #expect(error.kind == .unreachable)
        #expect(error.message.contains(server.url))
        let scheme = RelayTestServer.engine == .nats ? "tls" : "https"
        let unknown = try await TopicRecorder("\(scheme)://no-such-host.invalid")
        await unknown.follow(FollowedTopic("t"))
        #expect(try await unknown.failure().kind == .unreachable)
        await #expect(throws: RelayError.self) {
            try await TopicRecorder(server.url, authorities: "/nonexistent")
        }
    }

    @Test func aMessageThatIsTooLongIsRefused() async throws {
        let server = try await RelayTestServer()
        let client = try await TopicRecorder(server.url)
        let longest = String(repeating: "x", count: 4095)
        try await client.publish(longest)
        let error = await #expect(throws: RelayError.self) {
            try await client.publish(longest + "x")
        }
        #expect(error?.kind == .tooLong)
        await client.follow(FollowedTopic("t"))
        #expect(try await client.texts(1) == [longest])
    }
}

/// What only a played server does on demand.
@Suite(.serialized) struct ServerFaultTests {
    @Test func aLostConnectionIsOpenedAgain() async throws {
        let server = try await RelayTestServer()
        let client = try await TopicRecorder(server.url)
        await client.follow(FollowedTopic("t"))
        try await client.caughtUp()
        try await server.fault("drop")
        #expect(try await client.failure().kind == .unreachable)
        try await client.publish("meanwhile")
        try await client.caughtUp(2)
        #expect(TopicRecorder.texts(client.events.elements) == ["meanwhile"])
    }

    @Test func whatTheServerAsksForIsKept() async throws {
        let server = try await RelayTestServer()
        try await server.fault("status 2 429 1")
        let client = try await TopicRecorder(server.url)
        await client.follow(FollowedTopic("t"))
        let error = try await client.failure()
        #expect(error.kind == .tooMany)
        #expect(error.pause == 1_000)
        let refused = await #expect(throws: RelayError.self) { try await client.publish("x") }
        #expect(refused?.kind == .tooMany)
        // The next one waits for as long as the server has asked.
        let start = ClockTimer.Clock.bootTime.now
        try await client.publish("y")
        #expect(ClockTimer.Clock.bootTime.now - start >= 900_000)
        #expect(try await client.texts(1) == ["y"])
    }

    @Test(arguments: [
        ("401", RelayError.Kind.token), ("403", .topicTaken), ("404", .otherServer),
        ("413", .tooLong), ("500", .server), ("507", .full), ("302", .otherServer),
    ])
    func aRefusalHasItsMeaning(status: String, kind: RelayError.Kind) async throws {
        let server = try await RelayTestServer()
        let client = try await TopicRecorder(server.url)
        try await server.fault("status 1 \(status)")
        let error = await #expect(throws: RelayError.self) { try await client.publish("x") }
        #expect(error?.kind == kind)
        try await server.fault("status 1 \(status)")
        await client.follow(FollowedTopic("t"))
        #expect(try await client.failure().kind == kind)
    }

    @Test func aTokenIsSent() async throws {
        var setup = RelayTestServer.Setup()
        setup.token = "tk_right"
        let server = try await RelayTestServer(setup)
        let right = try await TopicRecorder(server.url, token: "tk_right")
        try await right.publish("hello")
        for (token, kind) in [("tk_wrong", RelayError.Kind.token), (nil, .topicTaken)] {
            let wrong = try await TopicRecorder(server.url, token: token)
            let error = await #expect(throws: RelayError.self) { try await wrong.publish("x") }
            #expect(error?.kind == kind)
        }
        await right.follow(FollowedTopic("t"))
        #expect(try await right.texts(1) == ["hello"])
    }

    @Test func whatComesWhileAStreamBeginsIsNotLost() async throws {
        let server = try await RelayTestServer()
        try await server.fault("race")
        let client = try await TopicRecorder(server.url)
        await client.follow(FollowedTopic("t"))
        try await client.caughtUp()
        #expect(try await client.texts(1) == ["raced"])
        try await client.publish("after")
        #expect(try await client.texts(2) == ["raced", "after"])
    }

    @Test func aClearedCacheIsReadFromItsStart() async throws {
        let server = try await RelayTestServer()
        let client = try await TopicRecorder(server.url)
        let id = try await client.publish("one")
        try await server.fault("clear")
        try await client.publish("two")
        await client.follow(FollowedTopic("t", since: id))
        #expect(try await client.texts(1) == ["two"])
    }
}
