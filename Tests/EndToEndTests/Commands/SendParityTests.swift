import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// Command lines that go through the installed notify-send and through `send`: what the server gets, what
/// is printed and the status are the same.
@Suite(.serialized) struct SendParityTests {
    /// A command line, and what the user does once the bubble is there.
    struct Row: Sendable {
        enum Play: Sendable {
            case nothing
            case click(String)
            case close(ClosedReason)
        }

        let words: [String]
        var play = Play.nothing

        init(_ words: String..., play: Play = .nothing) {
            self.words = words
            self.play = play
        }
    }

    /// What a program left, with the bubble's number taken out.
    private struct Left: Equatable {
        let call: NotifyCall?
        let output: String
        let firstLine: String
        let status: TestSupport.ExitStatus
    }

    /// The hints that the agent adds, or that its process gives.
    static let agentsHints: Set<String> = ["desktop-entry", "sender-pid"]
    static let notifySend = Program(path: "/usr/bin/notify-send")
    private static let encoding = ["LC_ALL": "C.UTF-8"]

    private static let good: [Row] = [
        Row("Summary"),
        Row("Summary", "Body"),
        Row("Summary", ""),
        Row(" "),
        Row("Ünïcode ✓ 日本語 🎉", "Grüße\u{301}"),
        Row("a & b < c", "<b>bold</b> & <i>it</i> &amp; &lt; <nonsense"),
        Row("S", #"line\nnext\ttab\\back\"quote\101\r"#),
        Row(#"S\n"#, #"\x"#),
        Row("S\ntwo lines", "B\ntwo\tlines"),
        Row("bell \u{7} escape \u{1B}[1m", "\u{1B}"),
        Row("-u", "low", "S"),
        Row("--urgency=low", "S"),
        Row("--urgency", "CRITICAL", "S"),
        Row("-u", "Normal", "-u", "low", "S"),
        Row("-t", "5000", "S"),
        Row("-t", "0", "S"),
        Row("-t", "-1", "S"),
        Row("-t", "-500", "S"),
        Row("-t", "0x10", "S"),
        Row("-t", "010", "S"),
        Row("-t", "2147483647", "S"),
        Row("--expire-time=7", "S"),
        Row("-a", "My App", "S"),
        Row("-a", "", "S"),
        Row("--app-name=Ü", "S"),
        Row("-c", "email.arrived", "S"),
        Row("-c", "a,b,c", "S"),
        Row("-c", "", "S"),
        Row("-e", "S"),
        Row("-et", "9", "S"),
        Row("-h", "int:value:42", "S"),
        Row("-h", "int:value:12abc", "S"),
        Row("-h", "int:x:4294967297", "S"),
        Row("-h", "INT:x:1", "S"),
        Row("-h", "double:x:1.5e3", "S"),
        Row("-h", "double:x:2abc", "S"),
        Row("-h", "string:x:with:colons:in:it", "S"),
        Row("-h", "string:x:", "S"),
        Row("-h", "string:x-canonical-private-synchronous:volume", "S"),
        Row("-h", "string:desktop-entry:firefox", "S"),
        Row("-h", "string:image-path:/tmp/x.png", "S"),
        Row("-h", "string:sound-name:bell", "S"),
        Row("-h", "byte:x:200", "S"),
        Row("-h", "byte:urgency:2", "S"),
        Row("-h", "byte:x:abc", "S"),
        Row("-h", "byte:x:4294967296", "S"),
        Row("-h", "boolean:x:true", "S"),
        Row("-h", "boolean:x:TRUE", "S"),
        Row("-h", "boolean:x:1", "S"),
        Row("-h", "boolean:x:0", "S"),
        Row("-h", "boolean:x:yes", "S"),
        Row("-h", "boolean:transient:false", "-e", "S"),
        Row("-h", "boolean:suppress-sound:true", "S"),
        Row("-h", "variant:x:[1,2]", "S"),
        Row("-h", "variant:x:uint16 7", "S"),
        Row("-h", "variant:x:{'a': <1>}", "S"),
        Row("-h", "variant:x:'text'", "S"),
        Row("-h", "variant:x:<<5>>", "S"),
        Row("-h", "variant:x:1e300", "S"),
        Row("-h", "string:x:1", "-h", "string:x:", "S"),
        Row("-h", "int:x:1", "-h", "int:x:2", "-h", "string:y:z", "S"),
        Row("-c", "one", "-h", "string:category:two", "S"),
        Row("-p", "S"),
        Row("-pu", "low", "S", "B"),
        Row("S", "-p", "B", "-t", "3"),
        Row("-r", "77", "S"),
        Row("-p", "-r", "77", "S"),
        Row("-r", "0", "S"),
        Row("-pr", "-5", "S"),
        Row("--", "-S", "-B"),
        Row("S", "--", "-p"),
        Row("--", "S", "-p"),
        Row("-", "S"),
        Row("-w", "S", play: .close(.dismissed)),
        Row("-w", "S", play: .close(.expired)),
        Row("--wait", "-p", "S", play: .close(.closedByCall)),
        Row("-A", "yes=Yes", "S", play: .click("yes")),
        Row("-A", "Yes", "-A", "No", "S", play: .click("1")),
        Row("-A", "a=b=c", "S", play: .click("a")),
        Row("-A", " a = Label ", "S", play: .click("a")),
        Row("-A", "default=Open", "-A", "x=X", "S", play: .click("default")),
        Row("-A", "x=Ü ✓", "-A", "y=Y", "-A", "z=Z", "-A", "q=Q", "S", play: .click("q")),
        Row("-A", "yes=Yes", "S", play: .close(.dismissed)),
        Row("-p", "-A", "settings=S", "-A", "No", "S", "B", play: .click("settings")),
        Row("-wA", "x=y", "S", play: .click("x")),
        Row("-A", "=Label", "S"),
        Row("-A", "name=", "S"),
        Row("-A", "=Label", "-A", "n=L", "S", play: .click("n")),
    ]

    private static let wrong: [Row] = [
        Row(),
        Row("a", "b", "c"),
        Row("-u", "bad", "S"),
        Row("-u", "", "S"),
        Row("-ulow", "S"),
        Row("-t2147483647", "S"),
        Row("-pulow", "S"),
        Row("-u"),
        Row("--urgency", "S"),
        Row("--urg", "low", "S"),
        Row("--urgenc=low", "S"),
        Row("-t", "abc", "S"),
        Row("-t", "5s", "S"),
        Row("-t", "1e3", "S"),
        Row("-t", "", "S"),
        Row("-t", "99999999999", "S"),
        Row("-t", "2147483648", "S"),
        Row("-t", "-2147483649", "S"),
        Row("-t", "99999999999999999999999", "S"),
        Row("--expire-time=x", "S"),
        Row("-t"),
        Row("-r", "abc", "S"),
        Row("-r", "4294967295", "S"),
        Row("-r"),
        Row("-a"),
        Row("-h", "S"),
        Row("-h", "bad", "S"),
        Row("-h", "int:x", "S"),
        Row("-h", "float:x:1", "S"),
        Row("-h", "int:x:-1", "S"),
        Row("-h", "int:x:abc", "S"),
        Row("-h", "int:x:", "S"),
        Row("-h", "double:x:.5", "S"),
        Row("-h", "double:x:-1", "S"),
        Row("-h", "byte:x:256", "S"),
        Row("-h", "byte:x:-1", "S"),
        Row("-h", "variant:x:[", "S"),
        Row("-h", "variant:x:1 2", "S"),
        Row("-h", "bad", "-h", "int:x:abc", "S"),
        Row("-p", "-h", "int:x:abc", "S"),
        Row("-p", "-r", "9", "-h", "bad", "S"),
        Row("-Z", "S"),
        Row("-pZ", "S"),
        Row("--nonsense", "S"),
        Row("--print-id=yes", "-Z", "S"),
        Row("-w=3", "S"),
        Row("-p"),
        Row("-e", "--"),
    ]

    @Test(arguments: [true, false]) func bothDoTheSame(isShown: Bool) async throws {
        let rows = isShown ? Self.good : Self.wrong
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        var different = 0
        for row in rows {
            let expected = try await Self.run(Self.notifySend, row.words, row, fixture, server)
            let result = try await Self.run(
                AgentFixture.command,
                ["send"] + row.words,
                row,
                fixture,
                server
            )
            if result != expected { different += 1 }
            #expect(result == expected, "\(row.words)")
            #expect((expected.call != nil) == isShown, "\(row.words)")
        }
        #expect(different == 0)
    }

    @Test func theServersRefusalIsTheSame() async throws {
        let fixture = try await AgentFixture()
        let name = "org.freedesktop.Notifications.Error.ExcessNotificationGeneration"
        let server = try await FakeNotificationServer(
            on: fixture.bus,
            behaviour: .fail(name: name, message: "too many")
        )
        for words in [["S"], ["-p", "S"], ["-pr", "3", "S"]] {
            let row = Row()
            let expected = try await Self.run(Self.notifySend, words, row, fixture, server)
            let result = try await Self.run(
                AgentFixture.command,
                ["send"] + words,
                row,
                fixture,
                server
            )
            #expect(result == expected)
            #expect(result.status == .code(1))
            #expect(result.firstLine == "GDBus.Error:\(name): too many")
        }
        // Nothing is kept for later.
        #expect(try await fixture.listed("list").isEmpty)
    }

    @Test func aServerWithoutButtonsIsToldOfTheSame() async throws {
        let fixture = try await AgentFixture()
        var profile = ServerProfile.standard
        profile.capabilities = ["body"]
        let server = try await FakeNotificationServer(on: fixture.bus, as: profile)
        let row = Row("-p", "-A", "x=X", "S")
        let expected = try await Self.run(Self.notifySend, row.words, row, fixture, server)
        let result = try await Self.run(
            AgentFixture.command,
            ["send"] + row.words,
            row,
            fixture,
            server
        )
        #expect(result == expected)
        #expect(result.status == .code(1))
        #expect(result.call?.actions == [])
    }

    @Test(arguments: [["S"], ["-p", "S"], ["-p", "-r", "8", "S"]])
    func withoutAServerBothFail(words: [String]) async throws {
        let fixture = try await AgentFixture()
        let environment = fixture.bus.environment(timeZone: "UTC", Self.encoding)
        let expected = try await Self.notifySend.run(words, environment: environment)
        let result = try await AgentFixture.command.run(["send"] + words, environment: environment)
        #expect(result.status == expected.status)
        #expect(result.status == .code(1))
        #expect(result.output == expected.output)
        #expect(Self.firstLine(result.error) == Self.firstLine(expected.error))
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.barrier(server)
        #expect(server.count(titled: "S") == 0)
    }

    private static func run(
        _ program: Program,
        _ words: [String],
        _ row: Row,
        _ fixture: AgentFixture,
        _ server: FakeNotificationServer
    ) async throws -> Left {
        let before = server.calls.elements.count
        let running = try program.start(
            words,
            environment: fixture.bus.environment(timeZone: "UTC", encoding)
        )
        running.closeInput()
        if case .nothing = row.play {
        } else {
            let received = try await server.calls.wait(30, "the bubble of \(words)") { calls in
                calls.count > before ? calls.last : nil
            }
            switch row.play {
            case .nothing: break
            case .click(let key): await server.click(received.id, key)
            case .close(let reason): await server.close(received.id, reason)
            }
        }
        let outcome = try await running.waitForExit(within: 30)
        let received = server.calls.elements.dropFirst(before)
        #expect(received.count <= 1)
        var call = received.last?.call
        let hints = (call?.hints ?? []).filter { hint in
            !agentsHints.contains(hint.name) || row.words.contains { $0.contains(hint.name) }
        }
        call?.sender = ""
        call?.hints = hints.sorted { $0.name < $1.name }
        let number = received.last.map { "\($0.id)\n" }
        let isNumbered = number.map { outcome.output.hasPrefix($0) } ?? false
        return Left(
            call: call,
            output: isNumbered
                ? "NUMBER\n" + outcome.output.dropFirst(number?.count ?? 0) : outcome.output,
            firstLine: firstLine(outcome.error),
            status: outcome.status
        )
    }

    /// The first line that is not a library's warning.
    private static func firstLine(_ text: String) -> String {
        text.split(separator: "\n").map(String.init).first {
            !$0.isEmpty && !$0.contains("-WARNING **")
        } ?? ""
    }
}
