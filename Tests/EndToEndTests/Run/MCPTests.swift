import AgentInterface
import Foundation
import NotificationServer
import TestSupport
import Testing

/// `mcp`: an assistant, by the Model Context Protocol.
@Suite(.serialized) struct MCPTests {
    private static let project = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../..").standardized.path

    /// The Python with the SDK of PyPI, which `make test-mcp-sdk` sets; the versions are spoken without it otherwise.
    private static let sdk = ProcessInfo.processInfo.environment["NOTIFY_MCP_SDK"]
    private static let modes =
        sdk == nil
        ? ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]
        : ["legacy", "auto"]

    @Test(
        "An assistant adds, lists and removes its own, and has its question answered",
        arguments: modes
    )
    func session(mode: String) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Own", "--id", "up", "--in", "1h")
        let client = try Program(path: Self.sdk ?? "/usr/bin/python3").start(
            ["\(Self.project)/Tests/MCP/client.py", mode, AgentFixture.command.path, "mcp"],
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
        )
        let question = try await server.call(titled: "Deploy?", within: 60)
        #expect(question.call.appName == "MCP: Helper")
        #expect(question.call.actions.map(\.label) == ["Yes", "No"])
        await server.click(question.id, question.call.actions[1].key)
        let outcome = try await client.waitForExit()
        #expect(outcome.code == 0, "\(outcome)")
        #expect(
            outcome.output == """
                ["remind", "notify", "list", "remove", "ask"]
                ["remind", {"id": "tea", "next": 1, "remarks": []}]
                ["remind", {"id": "up", "next": 3, "remarks": []}]
                ["remind", {"error": "in \\"someday\\": a number is expected here: write one such as 90s, 1h30m or 2 days"}]
                ["remind", {"error": "\\"run\\" is no argument of this tool; there are title, subtitle, body, level, open, action, snooze, in, at, every, on, cron, rrule, starting, except, also, repeat, tz, month-end, until, times, late, before, nag, id"}]
                ["notify", {"id": "done", "next": 0, "remarks": []}]
                ["remove", {"removed": ["up"]}]
                ["list", {"delivered": [{"body": "All tests pass.", "id": "done", "title": "Done"}], "more": 0, "pending": [{"id": "tea", "title": "tea"}]}]
                ["ask", {"outcome": "answered", "text": "No"}]

                """
        )
        let done = try await server.call(titled: "Done")
        #expect(done.call.appName == "MCP: Helper")
        // The user's own request of the same identifier is still there.
        let others = try await fixture.listed("list").filter { $0.identifier == "up" }
        #expect(others.map(\.content.title) == ["Own"])
    }

    private static func start(
        _ fixture: AgentFixture,
        _ version: String? = "2025-06-18"
    ) async throws -> RunningProgram {
        let running = try AgentFixture.command.start(
            ["mcp"],
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
        )
        guard let version else { return running }
        running.write(
            #"{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"\#(version)"}}"#
                + "\n"
        )
        try await running.waitForOutput("\n", within: 30)
        return running
    }

    /// Sends a line and returns the one that comes back.
    private static func answer(_ running: RunningProgram, to line: String) async throws -> String {
        let length = running.output.utf8.count
        running.write("\(line)\n")
        let output = try await running.waitForOutput("\n", after: length, within: 30)
        return String(decoding: output.utf8.dropFirst(length).dropLast(), as: UTF8.self)
    }

    private static func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    }

    private static func error(_ code: Int, _ message: String, id: String = "null") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"message":"\#(message)"}}"#
    }

    @Test(
        "A version that is not known gets the latest one that begins so, and nothing goes before it"
    )
    func negotiation() async throws {
        let fixture = try await AgentFixture()
        let running = try await Self.start(fixture, nil)
        let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
        #expect(
            try await Self.answer(running, to: list)
                == Self.error(-32600, "send initialize before tools/list", id: "1")
        )
        let begin =
            #"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}"#
        #expect(
            try await Self.answer(running, to: begin)
                .hasPrefix(#"{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","#)
        )
        let named =
            #"{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01"}}}"#
        #expect(
            try await Self.answer(running, to: named)
                == #"{"jsonrpc":"2.0","id":3,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"supported":["2026-07-28"],"requested":"2099-01-01"}}}"#
        )
        running.closeInput()
        #expect(try await running.waitForExit().code == 0)
    }

    @Test("Messages in an array are for the one version that has them, and ask is not")
    func batches() async throws {
        let fixture = try await AgentFixture()
        let pings =
            #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},"#
            + "\(Self.call(2, "ask", #"{"question":"Q"}"#))]"
        let with = try await Self.start(fixture, "2025-03-26")
        #expect(
            try await Self.answer(with, to: pings)
                == #"[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"ask does not go into an array; send it alone"}],"isError":true}}]"#
        )
        let without = try await Self.start(fixture, "2025-06-18")
        #expect(
            try await Self.answer(without, to: pings)
                == Self.error(-32600, "a message is no array; send one object a line")
        )
    }

    private static let wrongMessages: [(line: String, answer: String)] = [
        ("nonsense", error(-32700, "this is not a value at byte 1")),
        (
            String(repeating: "x", count: 1_200_000),
            error(-32700, "a message has more than 1048576 bytes")
        ),
        (
            String(repeating: "[", count: 200),
            error(-32700, "values are nested deeper than 64 levels at byte 66")
        ),
        ("[]", error(-32600, "a message is no array; send one object a line")),
        ("{}", error(-32600, "a message is an object with jsonrpc 2.0")),
        ("5", error(-32600, "a message is an object with jsonrpc 2.0")),
        (#"{"jsonrpc":"2.0","id":1}"#, error(-32600, "method is missing, or no text", id: "1")),
        (
            #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            error(-32600, "id is no whole number, and no text of up to 256 bytes")
        ),
        (
            #"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#,
            error(-32600, "id is no whole number, and no text of up to 256 bytes")
        ),
        (
            #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
            error(-32600, "id is no whole number, and no text of up to 256 bytes")
        ),
        (
            #"{"jsonrpc":"2.0","id":"a","method":5}"#,
            error(-32600, "method is missing, or no text", id: #""a""#)
        ),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#,
            error(-32602, "the list has one page, and no cursor", id: "1")
        ),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"resources/read"}"#,
            error(-32601, #"the method \"resources/read\" is not known"#, id: "1")
        ),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#,
            error(-32602, #"the tool \"\" is not known"#, id: "1")
        ),
        (call(1, "open", "{}"), error(-32602, #"the tool \"open\" is not known"#, id: "1")),
        (call(1, "list", "[]"), error(-32602, "arguments is no object", id: "1")),
    ]

    private static let wrongCalls: [(tool: String, arguments: String, reason: String)] = [
        ("list", #"{"app":"all"}"#, #""app" is no argument of this tool; leave it out"#),
        ("remove", "{}", "ids is missing; write the identifiers of what to remove"),
        ("remove", #"{"ids":"x"}"#, "ids is no array of texts, or has more than 100 of them"),
        ("remove", #"{"ids":[1]}"#, "ids is no array of texts, or has more than 100 of them"),
        ("notify", #"{"title":5}"#, "title is a number, not a text"),
        ("notify", "{}", "the title and the body are both empty; write at least one of them"),
        (
            "notify", #"{"title":"T","level":"critical"}"#,
            "level may not be critical; write time-sensitive"
        ),
        (
            "notify", #"{"title":"T","open":"file:///etc/passwd"}"#,
            #"the URL "file:///etc/passwd" is not https, http or mailto, which are all that an assistant may open"#
        ),
        (
            "notify", #"{"title":"T","open":"MAILTO:a@b.example?Attach=/etc/passwd"}"#,
            #"the URL "MAILTO:a@b.example?Attach=/etc/passwd" attaches a file, which an assistant may not name"#
        ),
        (
            "notify", #"{"title":"T","action":["X=run:backup"]}"#,
            #"the URL "run:backup" is not https, http or mailto, which are all that an assistant may open"#
        ),
        (
            "notify", #"{"title":"T","icon":"/etc/passwd"}"#,
            #""icon" is no argument of this tool; there are title, subtitle, body, level, open, action, snooze, id"#
        ),
        (
            "remind", #"{"title":"T"}"#,
            "remind needs a time; add in, at, every, on, cron or rrule, or call notify to show it now"
        ),
        ("remind", #"{"title":"T","on":"*:*:0/5"}"#, "fires"),
        (
            "remind", #"{"sentence":"tea","in":"4m"}"#,
            "sentence goes with id alone; leave out in, or write title and a time"
        ),
        ("remind", #"{"title":"T","every":"1h","times":2.5}"#, "times is 2.5, not a whole number"),
        ("ask", "{}", "question is missing, or empty; write the question"),
        (
            "ask", #"{"question":"Q","choices":["a","a"]}"#,
            "choices has an empty text, the same one twice, or none; write each answer once"
        ),
        (
            "ask", #"{"question":"Q","choices":[]}"#,
            "choices has an empty text, the same one twice, or none; write each answer once"
        ),
        (
            "ask", #"{"question":"Q","choices":["1","2","3","4","5","6","7","8","9"]}"#,
            "choices is no array of texts, or has more than 8 of them"
        ),
        ("ask", #"{"question":"Q","timeout":"soon"}"#, "timeout"),
    ]

    @Test("An error names the arguments of the tool, and no way out that it refuses")
    func spelling() async throws {
        let fixture = try await AgentFixture()
        let running = try await Self.start(fixture)
        let cases = [
            (
                "remind", #"{"title":"T","on":"*:*:*"}"#,
                #"on "*:*:*" fires more often than once a minute; leave the seconds out"#
            ),
            (
                "remind", #"{"title":"T","in":"1h","until":"tomorrow"}"#,
                "until is for repeating notifications; add repeat true, or use every, on or cron"
            ),
            (
                "remind", #"{"title":"T","at":"17:00","month-end":true}"#,
                "month-end does not go with at; it is for on and cron, and in a rule BYMONTHDAY=-1 is the last day"
            ),
            ("remind", #"{"title":"T","repeat":true}"#, "repeat needs a time; add in"),
            (
                "remind", #"{"title":"T","in":"yesterday"}"#,
                #"in "yesterday": it is a date: write at yesterday"#
            ),
            (
                "notify", #"{"title":"T","action":["Log"]}"#,
                #"action "Log" has no URL; write it as "Label=URL""#
            ),
            (
                "notify", #"{"title":"T","level":"high"}"#,
                #"level "high" is unknown; write passive, active or time-sensitive"#
            ),
        ]
        for (tool, arguments, message) in cases {
            let answer = try await Self.answer(running, to: Self.call(7, tool, arguments))
                .replacing("\\\"", with: "\"")
            #expect(
                answer
                    == #"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"\#(message)"}],"isError":true}}"#
            )
        }
    }

    @Test("What is wrong, or not allowed, gets a reason, and nothing is shown or opened")
    func hostile() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try await Self.start(fixture)
        for (line, answer) in Self.wrongMessages {
            #expect(try await Self.answer(running, to: line) == answer, "\(line.prefix(100))")
        }
        for (tool, arguments, reason) in Self.wrongCalls {
            let answer = try await Self.answer(running, to: Self.call(7, tool, arguments))
                .replacing("\\\"", with: "\"")
            #expect(answer.hasSuffix(#""}],"isError":true}}"#), "\(answer)")
            #expect(answer.contains(reason), "\(answer)")
        }
        // Notifications and answers to nothing get none.
        running.write(
            "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\"}\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n"
        )
        #expect(
            try await Self.answer(running, to: #"{"jsonrpc":"2.0","id":"p","method":"ping"}"#)
                == #"{"jsonrpc":"2.0","id":"p","result":{}}"#
        )
        #expect(server.calls.elements.isEmpty)
        #expect(try await fixture.listed("list", "--app", "all").isEmpty)
    }

    @Test("A question is taken back where nobody waits for its answer, and others go on meanwhile")
    func questions() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try await Self.start(fixture)
        running.write(Self.call(1, "ask", #"{"question":"One\u202e?"}"#) + "\n")
        let one = try await server.next(within: 30)
        #expect(one.call.summary == "One?")
        #expect(one.call.appName == "MCP: an assistant")
        #expect(
            try await Self.answer(running, to: Self.call(1, "list", "{}"))
                == Self.error(-32600, "a request of this id waits for its answer")
        )
        running.write(Self.call(2, "ask", #"{"question":"Two?","reply":true}"#) + "\n")
        let two = try await server.next(within: 30)
        running.write(
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"# + "\n"
        )
        #expect(try await server.closings.next(30) == one.id)
        let length = running.output.utf8.count
        await server.reply(two.id, "text")
        let output = try await running.waitForOutput("\n", after: length, within: 30)
        #expect(
            String(decoding: output.utf8.dropFirst(length), as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"text"},{"type":"text","text":"{\"outcome\":\"answered\",\"text\":\"text\"}"}],"structuredContent":{"outcome":"answered","text":"text"},"isError":false}}"#
                + "\n"
        )
        running.write(Self.call(3, "ask", #"{"question":"Three?"}"#) + "\n")
        _ = try await server.call(titled: "Three?")
        let three = try #require(server.calls.elements.last)
        running.closeInput()
        #expect(try await running.waitForExit().code == 0)
        _ = try await server.closings.wait(30, "the end of the last question") {
            $0.contains(three.id) ? true : nil
        }
    }

    @Test("A standard input that is closed has ended")
    func closedInput() async throws {
        let fixture = try await AgentFixture()
        let outcome = try await Program(path: "/bin/sh").run(
            ["-c", #"exec "$0" mcp <&-"#, AgentFixture.command.path],
            environment: fixture.bus.environment,
            within: 30
        )
        #expect(outcome.code == 0, "\(outcome)")
    }

    @Test("A question goes with its assistant, also one that ends at once")
    func endAtOnce() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        for number in 1...8 {
            let running = try await Self.start(fixture)
            running.write(Self.call(1, "ask", #"{"question":"Left \#(number)?"}"#) + "\n")
            running.closeInput()
            #expect(try await running.waitForExit(within: 60).code == 0)
        }
        _ = try await server.closings.wait(30, "the end of each bubble") { closings in
            Set(closings).isSuperset(of: server.calls.elements.map(\.id)) ? true : nil
        }
        #expect(try await fixture.listed("list", "--app", "all").isEmpty)
        #expect(try await fixture.listed("list", "delivered", "--app", "all").isEmpty)
    }

    @Test(
        "What waits for a server is listed once, a long text is taken, and undo does not know it"
    )
    func withoutServer() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Own", "--id", "own", "--in", "1h")
        let running = try await Self.start(fixture)
        let body = String(repeating: "long ", count: 20_000)
        let added = try await Self.answer(
            running,
            to: Self.call(1, "notify", #"{"title":"Waiting","id":"w","body":"\#(body)"}"#)
        )
        #expect(added.contains(#""id":"w""#), "\(added.prefix(300))")
        let listed = try await Self.answer(running, to: Self.call(2, "list", "{}"))
        #expect(listed.components(separatedBy: #"{"id":"w""#).count == 2, "\(listed.prefix(300))")
        let undone = try await fixture.run(["undo"])
        #expect(undone.code == 0 && undone.output.contains("own"), "\(undone)")
        #expect(try await fixture.listed("list").map(\.identifier) == ["w"])
    }

    @Test(
        "A label begins with how a notification came, whatever the assistant calls itself",
        arguments: [
            (#"Firefox\u2800\u2003 \u2003 x"#, "MCP: Firefox x"), ("  ", "MCP: an assistant"),
            (String(repeating: "W", count: 90), "MCP: \(String(repeating: "W", count: 32))"),
        ]
    )
    func labels(name: String, label: String) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try await Self.start(fixture, nil)
        let client = #""clientInfo":{"name":"\#(name)"}"#
        let begin =
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\#(client)}}"#
        _ = try await Self.answer(running, to: begin)
        _ = try await Self.answer(running, to: Self.call(2, "notify", #"{"title":"T"}"#))
        #expect(try await server.call(titled: "T").call.appName == label)
    }
}
