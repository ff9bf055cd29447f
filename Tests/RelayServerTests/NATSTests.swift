#if NATS
import CNATS
import GLibBridge
import TestSupport
import Testing

@testable import RelayServers

/// What the client's failures mean, and what headers are.
struct NATSFormatTests {
    @Test(arguments: [
        (NATS_CONNECTION_AUTH_FAILED, 0, RelayError.Kind.token, "TokenFile="),
        (NATS_NO_SERVER, 0, .unreachable, "network"), (NATS_TIMEOUT, 0, .unreachable, "network"),
        (NATS_SSL_ERROR, 0, .certificate, "certificate"),
        (NATS_SECURE_CONNECTION_WANTED, 0, .otherServer, "tls"),
        (NATS_SECURE_CONNECTION_REQUIRED, 0, .otherServer, "tls://"),
        (NATS_PROTOCOL_ERROR, 0, .otherServer, "Server="),
        (NATS_NO_RESPONDERS, 0, .otherServer, "jetstream"),
        (NATS_NOT_PERMITTED, 0, .topicTaken, "permissions"),
        (NATS_MAX_PAYLOAD, 0, .tooLong, "max_payload"), (NATS_ERR, 0, .server, "log"),
        (NATS_ERR, 10_023, .full, "disk"), (NATS_ERR, 10_047, .full, "max_file"),
        (NATS_ERR, 10_077, .full, "disk"), (NATS_ERR, 10_026, .tooMany, "max_consumers"),
        (NATS_ERR, 10_039, .otherServer, "account"), (NATS_ERR, 10_054, .tooLong, "MaxMessage="),
        (NATS_ERR, 10_065, .otherServer, "NOTIFY"), (NATS_ERR, 10_008, .server, "log"),
    ])
    func aFailureNamesTheWayOut(
        status: natsStatus,
        code: UInt32,
        kind: RelayError.Kind,
        word: String
    ) {
        let failure = NATSFailure(status, jsErrCode(code), text: "reason")
        let error = failure.meaning("tls://example.org", hasToken: false)
        #expect(error.kind == kind)
        #expect(error.message.contains(word), "\(error)")
        #expect((error.pause != nil) == (kind == .full || kind == .tooMany))
    }

    @Test(arguments: [
        ("20:unable to get local issuer certificate", "CAFile="),
        ("64:IP address mismatch", "another host"), ("10:certificate has expired", "clock"),
        ("9:certificate is not yet valid", "clock"), ("wrong version number", "wrong version"),
    ])
    func aCertificateNamesItsFault(reason: String, word: String) {
        let text = "SSL handshake error: \(reason)"
        let error = NATSFailure(NATS_SSL_ERROR, jsErrCode(0), text: text)
            .meaning("tls://example.org", hasToken: false)
        #expect(error.kind == .certificate)
        #expect(error.message.contains(word), "\(error)")
    }

    @Test func headersAreRead() {
        let headers = [
            "Title": "T", "Priority": "5", "Tags": "a, b,,", "Click": "https://a",
            "Actions": "view, L, https://b; http, M, https://c; view; view, N, https://d",
        ]
        let message = NATSMessage.content("hello", time: 5) { headers[$0] }
        var expected = ServerMessage(topic: "", id: "", time: 5, text: "hello")
        #expect(NATSMessage.content("hello", time: 5) { _ in nil } == expected)
        expected.title = "T"
        expected.priority = 5
        expected.tags = ["a", "b"]
        expected.click = "https://a"
        expected.links = [ServerMessage.Link(label: "L", url: "https://b")]
        #expect(message == expected)
        let other = NATSMessage.content("hello", time: 5) { $0 == "Priority" ? "9" : nil }
        #expect(other.priority == 3)
    }
}

/// What a NATS server does, and ntfy does not.
@Suite(.serialized) struct NATSServerTests {
    private static func refusal(_ client: TopicRecorder) async -> RelayError? {
        await #expect(throws: RelayError.self) { try await client.publish("x") }
    }

    @Test func aTokenIsSent() async throws {
        var setup = RelayTestServer.Setup()
        setup.token = "right"
        let server = try await RelayTestServer(setup)
        let right = try await TopicRecorder(server.url, token: "right")
        try await right.publish("hello")
        for token in ["wrong", nil] {
            let wrong = try await TopicRecorder(server.url, token: token)
            #expect(await Self.refusal(wrong)?.kind == .token)
            await wrong.follow(FollowedTopic("t"))
            #expect(try await wrong.failure().message.contains("TokenFile="))
        }
        await right.follow(FollowedTopic("t"))
        #expect(try await right.texts(1) == ["hello"])
    }

    @Test func aFileOfCredentialsIsUsed() async throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/user.creds"
        let made = try await Program(path: "/usr/bin/python3").run(
            [RelayTestServer.script("nats-credentials.py"), file],
            environment: ["PATH": "/usr/bin:/bin"]
        )
        #expect(made.code == 0, "\(made)")
        var setup = RelayTestServer.Setup()
        setup.lines = [made.output]
        let server = try await RelayTestServer(setup)
        var access = ServerAccess()
        access.credentials = file
        let client = try await access.transport(to: try ServerAddress(server.url))
        try await client.publish(TopicPost(topic: "t", text: "hello"))
        #expect(await Self.refusal(try await TopicRecorder(server.url))?.kind == .token)
    }

    @Test func anAccountSeesItsOwnMessagesAlone() async throws {
        var setup = RelayTestServer.Setup()
        let permissions = "permissions: { publish: { deny: \"notify.*\" } }"
        setup.lines = [
            "accounts {",
            "A: { jetstream: enabled, users: [ { user: a, password: x }, { user: b, password: y, \(permissions) } ] }",
            "C: { jetstream: enabled, users: [ { user: c, password: z } ] }",
            "D: { users: [ { user: d, password: w } ] }", "}",
        ]
        let server = try await RelayTestServer(setup)
        let first = try await TopicRecorder(server.url, token: "a:x")
        try await first.publish("of a")
        let other = try await TopicRecorder(server.url, token: "c:z")
        try await other.publish("of c")
        await other.follow(FollowedTopic("t"))
        #expect(try await other.texts(1) == ["of c"])
        let reader = try await TopicRecorder(server.url, token: "b:y")
        await reader.follow(FollowedTopic("t"))
        #expect(try await reader.texts(1) == ["of a"])
        let denied = await Self.refusal(reader)
        #expect(denied?.kind == .topicTaken, "\(denied as Any)")
        let without = await Self.refusal(try await TopicRecorder(server.url, token: "d:w"))
        #expect(without?.kind == .otherServer)
        #expect(without?.message.contains("jetstream") == true)
        #expect(
            await Self.refusal(try await TopicRecorder(server.url, token: "a:y"))?.kind == .token
        )
    }

    @Test func whatIsPublishedTwiceIsStoredOnce() async throws {
        let server = try await RelayTestServer()
        let options = try NATSOptions(try ServerAddress(server.url), ServerAccess())
        let connection = try await within(30, "a connection") {
            try NATSConnection.open(options, events: 0).get()
        }
        let post = TopicPost(topic: "t", text: "hello")
        let ids = try await within(30, "two publications") {
            try (1...2).map { _ in try connection.publish(post, id: "one").get() }
        }
        #expect(ids[0] == ids[1])
        #expect(connection.first(after: ids[0]) == 2)
        #expect(connection.first(after: "none") == 0)
        for other in ["all", "1-0", "Ab-_9", "x"] { #expect(connection.first(after: other) == 1) }
        let client = try await TopicRecorder(server.url)
        await client.follow(FollowedTopic("t"))
        try await client.publish("last")
        #expect(try await client.texts(2) == ["hello", "last"])
    }

    /// With no more permissions than docs/relay.md names.
    @Test func muchOfItComesInOrder() async throws {
        var setup = RelayTestServer.Setup()
        setup.lines = [
            "authorization { users: [ { user: admin, password: x }, { user: device, password: y, permissions: {",
            "publish: [ \"notify.*\", \"$JS.API.STREAM.INFO.NOTIFY\", \"$JS.API.CONSUMER.CREATE.NOTIFY\",",
            "\"$JS.FC.NOTIFY.>\" ], subscribe: \"_INBOX.>\" } } ] }",
        ]
        let server = try await RelayTestServer(setup)
        try await TopicRecorder(server.url, token: "admin:x").publish("first", to: "other")
        let sender = try await TopicRecorder(server.url, token: "device:y")
        let text = String(repeating: "x", count: 4000)
        let sent = (1...2000).map { "\($0) \(text)" }
        for text in sent { try await sender.publish(text) }
        let receiver = try await TopicRecorder(server.url, token: "device:y")
        await receiver.follow(FollowedTopic("t"))
        try await receiver.caughtUp()
        #expect(TopicRecorder.texts(receiver.events.elements) == sent)
    }

    @Test func aClearedStoreIsReadFromItsStart() async throws {
        let server = try await RelayTestServer()
        let client = try await TopicRecorder(server.url)
        try await client.publish("one")
        let id = try await client.publish("two")
        try await server.clear()
        let other = try await TopicRecorder(server.url)
        for text in ["three", "four", "five"] { try await other.publish(text) }
        await other.follow(FollowedTopic("t", since: id))
        #expect(try await other.texts(3) == ["three", "four", "five"])
    }

    @Test func limitsAreNamed() async throws {
        var setup = RelayTestServer.Setup()
        setup.lines = ["max_payload: 6000"]
        let small = try await TopicRecorder(try await started(setup))
        try await small.publish("x")
        #expect(await small.server.maxMessage < 4000)
        let error = await #expect(throws: RelayError.self) {
            try await small.publish(String(repeating: "x", count: 4000))
        }
        #expect(error?.kind == .tooLong)
        #expect(error?.message.contains("max_payload") == true)
        setup = RelayTestServer.Setup()
        setup.jetStream = "max_file: 1MB"
        let full = await Self.refusal(try await TopicRecorder(try await started(setup)))
        #expect(full?.kind == .full, "\(full as Any)")
        setup = RelayTestServer.Setup()
        setup.jetStream = nil
        let none = await Self.refusal(try await TopicRecorder(try await started(setup)))
        #expect(none?.kind == .otherServer, "\(none as Any)")
        #expect(none?.message.contains("JetStream") == true)
    }

    @Test func whoeverWantsTLSGetsIt() async throws {
        let folder = try TemporaryFolder()
        let authority = try await TestAuthority(in: folder.path)
        var setup = RelayTestServer.Setup()
        setup.certificate = try await authority.certificate("good")
        let secure = try await RelayTestServer(setup)
        let plain = try await RelayTestServer()
        let error = await Self.refusal(try await TopicRecorder("tls://127.0.0.1:\(plain.port)"))
        #expect(error?.kind == .otherServer, "\(error as Any)")
        #expect(error?.message.contains("has no TLS") == true)
        // A server that wants TLS gets it, and its certificate is checked.
        let url = "nats://127.0.0.1:\(secure.port)"
        #expect(await Self.refusal(try await TopicRecorder(url))?.kind == .certificate)
        try await TopicRecorder(url, authorities: authority.file).publish("x")
    }

    private let servers = Recorder<RelayTestServer>()

    private func started(_ setup: RelayTestServer.Setup) async throws -> String {
        let server = try await RelayTestServer(setup)
        servers.append(server)
        return server.url
    }
}
#endif
