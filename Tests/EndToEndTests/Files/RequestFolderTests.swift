import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// The folders `requests.d`, with the real agent: what comes, changes and goes.
@Suite(.serialized) struct RequestFolderTests {
    /// A fixture with configuration folders of the user's and the system's.
    private struct Setup {
        let fixture: AgentFixture
        let user: String
        let system: String

        init() async throws {
            fixture = try await AgentFixture()
            user = "\(fixture.directory)/config/notify-schedule/requests.d"
            system = "\(fixture.directory)/xdg/notify-schedule/requests.d"
            try make(user)
        }

        func make(_ folder: String) throws {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }

        func write(_ name: String, _ text: String, in folder: String? = nil) throws {
            let path = "\(folder ?? user)/\(name).conf"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            chmod(path, 0o600)
        }

        func remove(_ name: String) throws {
            try FileManager.default.removeItem(atPath: "\(user)/\(name).conf")
        }

        func start() async throws -> RunningProgram {
            try await fixture.startAgent([
                "XDG_CONFIG_DIRS": "\(fixture.directory)/xdg", "NOTIFY_SCHEDULE_LOG": "notice",
            ])
        }

        /// What is pending, as identifiers with their titles.
        func pending() async throws -> [String] {
            try await fixture.listed("list").map { "\($0.identifier) \($0.content.title)" }.sorted()
        }

        func show(_ name: String) async throws -> String {
            try await fixture.run(["show", name]).output
        }

        func doctor() async throws -> [String] {
            try await fixture.run(["doctor"]).output.split(separator: "\n").map(String.init)
                .filter { $0.contains("requests.d  ") }
        }
    }

    private static func text(_ title: String, _ more: String = "OnCalendar=2040-01-01") -> String {
        "[Request]\nTitle=\(title)\n\(more)\n"
    }

    @Test func filesComeChangeAndGoWhileTheAgentRuns() async throws {
        let setup = try await Setup()
        try setup.write("first", Self.text("One"))
        let agent = try await setup.start()
        #expect(try await setup.pending() == ["first One"])
        #expect(try await setup.show("first").contains("  file      \(setup.user)/first.conf\n"))
        try setup.write("second", Self.text("Two"))
        try await agent.waitForError("second.conf was added")
        #expect(try await setup.pending() == ["first One", "second Two"])
        try setup.write("second", Self.text("Three", "OnCalendar=2041-01-01"))
        try await agent.waitForError("2041", within: 10)
        try setup.remove("first")
        try await agent.waitForError("the request first went with its file")
        #expect(try await setup.pending() == ["second Three"])
        // Pause and skip find it as what was added by hand.
        #expect(try await setup.fixture.run(["pause", "second"]).code == 0)
        #expect(try await setup.fixture.run(["resume", "second"]).code == 0)
    }

    @Test func whatDoesNotHoldKeepsWhatWasThereAndIsNamed() async throws {
        let setup = try await Setup()
        try setup.write("good", Self.text("Good"))
        let agent = try await setup.start()
        #expect(try await setup.doctor() == ["ok       requests.d      no problems"])
        try setup.write("good", Self.text("Good", "OnCalendr=Tue"))
        try setup.write("other", "[Request]\nTitle=T\nOnCalendar=Tue 25:00\n")
        let file = "\(setup.user)/good.conf"
        try await agent.waitForError("other.conf:3: OnCalendar \"Tue 25:00\"")
        try await agent.waitForError(
            "\(file):3: [Request] has no key OnCalendr; did you mean OnCalendar?"
        )
        #expect(try await setup.pending() == ["good Good"])
        let lines = try await setup.doctor()
        #expect(lines.count == 2)
        #expect(
            lines.first
                == "warning  requests.d      \(file):3: [Request] has no key OnCalendr; did you mean OnCalendar?"
        )
        // Corrected with other comments it is the same request still.
        try setup.write("good", "# A comment.\n" + Self.text("Good"))
        try setup.remove("other")
        try await setup.fixture.endAgent(SIGTERM)
        let second = try await setup.start()
        #expect(try await setup.doctor() == ["ok       requests.d      no problems"])
        #expect(!second.error.contains("was added"))
        #expect(try await setup.pending() == ["good Good"])
    }

    /// A disk that is not mounted yet must not take requests away.
    @Test func aLinkToNothingAndANameThatIsNoTextAreNamed() async throws {
        let setup = try await Setup()
        try setup.write("a", Self.text("Kept"))
        let first = try await setup.start()
        #expect(try await setup.pending() == ["a Kept"])
        try await setup.fixture.endAgent(SIGTERM)
        try setup.remove("a")
        let link = "\(setup.user)/a.conf"
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: "/nonexistent/a.conf"
        )
        let bytes = Array("\(setup.user)/".utf8) + [0xFF] + Array(".conf".utf8) + [0]
        let odd = bytes.map(CChar.init(bitPattern:)).withUnsafeBufferPointer { name in
            name.baseAddress.map { creat($0, 0o600) } ?? -1
        }
        try #require(odd >= 0)
        close(odd)
        let second = try await setup.start()
        #expect(try await setup.pending() == ["a Kept"])
        #expect(
            try await setup.doctor() == [
                "warning  requests.d      \(setup.user)/\u{FFFD}.conf: the name is not valid UTF-8; "
                    + "rename the file",
                "warning  requests.d      \(link) is a link to a file that does not exist",
            ]
        )
        withExtendedLifetime((first, second)) {}
    }

    @Test func theUsersFileTakesThePlaceOfTheSystems() async throws {
        let setup = try await Setup()
        try setup.make(setup.system)
        for name in ["a", "b", "c", "d"] {
            try setup.write(name, Self.text("System"), in: setup.system)
        }
        try setup.write("a", Self.text("User"))
        try setup.write("b", "\n")
        try FileManager.default.createSymbolicLink(
            atPath: "\(setup.user)/c.conf",
            withDestinationPath: "/dev/null"
        )
        let agent = try await setup.start()
        #expect(try await setup.pending() == ["a User", "d System"])
        #expect(try await setup.doctor() == ["ok       requests.d      no problems"])
        try setup.remove("a")
        try await agent.waitForError("\(setup.system)/a.conf was added", within: 10)
        try setup.write("d", Self.text("Off", "OnCalendar=Tue\nEnabled=false"))
        try await agent.waitForError("the request d went with its file")
        #expect(try await setup.pending() == ["a System"])
    }

    @Test func whatWasShownOrCountedStaysSoOverARestart() async throws {
        let setup = try await Setup()
        let server = try await FakeNotificationServer(on: setup.fixture.bus, as: .dunst)
        try setup.write("once", Self.text("Once", "In=1s"))
        try setup.write("often", Self.text("Often", "OnCalendar=daily\nTimes=5"))
        let first = try await setup.start()
        _ = try await server.call(titled: "Once")
        try await setup.fixture.waitForDeliveries()
        #expect(try await setup.fixture.run(["skip", "often"]).code == 0)
        let shown = try await setup.show("often")
        #expect(shown.contains("1 of 5 dates"))
        try await setup.fixture.endAgent(SIGTERM)
        let second = try await setup.start()
        try await setup.fixture.barrier(server)
        #expect(server.count(titled: "Once") == 1)
        #expect(try await setup.show("often").contains("1 of 5 dates"))
        // What was removed by hand stays so until the file changes.
        let name = "\(AgentNames.requestFilesApp)/often"
        #expect(try await setup.pending() == ["often Often"])
        #expect(try await setup.fixture.run(["show", name]).code == 0)
        let all = ["remove", "--all", "--app", AgentNames.requestFilesApp]
        #expect(try await setup.fixture.run(all).code == 0)
        try setup.write("other", Self.text("Other"))
        try await second.waitForError("other.conf was added")
        #expect(try await setup.pending() == ["other Other"])
        try setup.write("often", Self.text("Often", "OnCalendar=daily\nTimes=6"))
        try await second.waitForError("often.conf was added")
        #expect(try await setup.pending() == ["often Often", "other Other"])
        withExtendedLifetime(first) {}
    }

    @Test func whatOthersMayWriteIsNotUsedAndNothingGoesForIt() async throws {
        let setup = try await Setup()
        try setup.write("mine", Self.text("Mine"))
        try setup.write("theirs", Self.text("Theirs"))
        chmod("\(setup.user)/theirs.conf", 0o666)
        let agent = try await setup.start()
        #expect(try await setup.pending() == ["mine Mine"])
        try await agent.waitForError(
            "\(setup.user)/theirs.conf is not used: others can write it; run chmod go-w on it"
        )
        chmod(setup.user, 0o777)
        try setup.write("mine", Self.text("Changed"))
        try await agent.waitForError("\(setup.user) is not used: others can write it")
        #expect(try await setup.pending() == ["mine Mine"])
        let folder = try await setup.doctor()
        #expect(folder.contains { $0.contains("\(setup.user) is not used") })
    }

    @Test func aFolderThatComesLaterIsSeen() async throws {
        let setup = try await Setup()
        try FileManager.default.removeItem(atPath: setup.user)
        let agent = try await setup.start()
        #expect(try await setup.pending() == [])
        try setup.make(setup.user)
        try setup.write("late", Self.text("Late"))
        try await agent.waitForError("late.conf was added")
        try FileManager.default.removeItem(atPath: setup.user)
        try await agent.waitForError("the request late went with its file")
        #expect(try await setup.pending() == [])
    }
}
