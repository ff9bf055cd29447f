import NotifyCore
import Testing

@testable import RelayServers

/// Addresses, lines and refusals.
struct NtfyFormatTests {
    @Test(arguments: [
        ("https://ntfy.example.org", "https://ntfy.example.org", false),
        ("HTTPS://ntfy.example.org:8443/base/", "https://ntfy.example.org:8443/base", false),
        ("http://127.0.0.1:2586/", "http://127.0.0.1:2586", true),
        ("http://localhost", "http://localhost", true),
        ("http://[::1]:80", "http://[::1]:80", true),
        ("tls://nats.example.org/", "tls://nats.example.org", false),
        ("nats://127.0.0.1:4222", "nats://127.0.0.1:4222", true),
    ])
    func anAddressIsRead(text: String, url: String, isLoopback: Bool) throws {
        let address = try ServerAddress(text)
        #expect(address.url == url)
        #expect(address.isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", "ntfy.example.org", "ftp://example.org", "https://", "https://a b", "https://a?x",
        "https://user@host", "https://host:0", "https://host:x", "https://[::1", "https://a#b",
        "http://example.org", "http://127.0.0.1.example.org", "http://1270.0.0.1", "://", "https:",
        "nats://nats.example.org", "tls://a/b", "tls://token@a",
    ])
    func otherAddressesAreRefused(text: String) {
        #expect(throws: RequestError.self) { try ServerAddress(text) }
    }

    @Test func plainHTTPIsForThisMachine() {
        let error = #expect(throws: RequestError.self) { try ServerAddress("http://example.org") }
        #expect(error?.message.contains("TLS") == true)
    }

    private static func line(_ text: String) -> NtfyLine? { NtfyLine(Array(text.utf8)) }

    @Test func linesAreRead() {
        #expect(Self.line(#"{"id":"x","time":1,"event":"open","topic":"t"}"#) == .open)
        #expect(Self.line(#"{"id":"x","time":1,"event":"keepalive","topic":"t"}"#) == .keepAlive)
        #expect(Self.line(#"{"event":"new in 2030"}"#) == .keepAlive)
        var message = ServerMessage(topic: "t", id: "Ab-_9", time: 5, text: "hello")
        #expect(
            Self.line(
                #"{"id":"Ab-_9","time":5,"expires":9,"event":"message","topic":"t","message":"hello"}"#
            ) == .message(message)
        )
        message.title = "T"
        message.priority = 5
        message.tags = ["a"]
        message.click = "https://a"
        message.links = [ServerMessage.Link(label: "L", url: "https://b")]
        #expect(
            Self.line(
                #"{"id":"Ab-_9","time":5,"event":"message","topic":"t","message":"hello","title":"T","priority":5,"#
                    + #""tags":["a",1],"click":"https://a","actions":[{"action":"view","label":"L","url":"https://b"},"#
                    + #"{"action":"http","label":"M","url":"https://c"},{"action":"view"},7]}"#
            ) == .message(message)
        )
    }

    @Test(arguments: [
        "", "hello", "<html>", "[]", "{}", #"{"event":"message"}"#,
        #"{"id":"../x","time":1,"event":"message","topic":"t","message":"m"}"#,
        #"{"id":"","time":1,"event":"message","topic":"t","message":"m"}"#,
        #"{"id":"a","time":"1","event":"message","topic":"t","message":"m"}"#,
    ])
    func otherLinesAreNot(text: String) {
        #expect(Self.line(text) == nil)
    }

    @Test func piecesBecomeLines() {
        var splitter = LineSplitter(maxSize: 4)
        func lines(_ text: String) -> [String]? {
            splitter.lines(with: Array(text.utf8))?.map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(lines("ab") == [])
        #expect(lines("cd\n\ne") == ["abcd"])
        #expect(lines("\nf\ng\n") == ["e", "f", "g"])
        #expect(lines("abcde") == nil)
    }

    @Test(arguments: [
        (401, RelayError.Kind.token, "TokenFile="), (403, .topicTaken, "Token="),
        (413, .tooLong, "message-size-limit"), (429, .tooMany, "wait"), (507, .full, "disk"),
        (503, .server, "log"), (302, .otherServer, "Server="), (404, .otherServer, "Server="),
    ])
    func aRefusalNamesTheWayOut(status: UInt32, kind: RelayError.Kind, word: String) {
        for pause in [nil, UInt32(7_000)] {
            let error = NtfyRequests.meaning(
                status: status,
                code: 0,
                reason: " (reason)",
                pause: pause,
                hasToken: false
            )
            #expect(error.kind == kind)
            #expect(error.message.contains(word))
            if status == 429 { #expect(error.pause == pause ?? 10_000) }
        }
    }

    @Test func aMessageBecomesJSON() throws {
        var message = TopicPost(topic: "t", text: "a \"b\"\n\u{1F600}")
        let plain = try JSONValue(parsing: NtfyServer.json(message))
        #expect(plain["message"] == .string(message.text))
        #expect(plain["title"] == nil)
        message.title = "T"
        message.priority = 4
        message.click = "https://a"
        let full = try JSONValue(parsing: NtfyServer.json(message))
        #expect(full["title"] == .string("T"))
        #expect(full["priority"] == .integer(4))
        #expect(full["click"] == .string("https://a"))
    }
}
