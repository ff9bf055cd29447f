import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// The folders `requests.d`, with the real agent: what comes, changes and goes.
@Suite(.serialized) struct RequestFolderTests {
    /// A desk with configuration folders of the user's and the system's.
    private struct Stage {
        let desk: Desk
        let user: String
        let system: String

        init() async throws {
            desk = try await Desk()
            user = "\(desk.directory)/config/notify-schedule/requests.d"
            system = "\(desk.directory)/xdg/notify-schedule/requests.d"
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
            try await desk.startAgent([
                "XDG_CONFIG_DIRS": "\(desk.directory)/xdg", "NOTIFY_SCHEDULE_LOG": "notice",
            ])
        }

        /// What is pending, as identifiers with their titles.
        func pending() async throws -> [String] {
            try await desk.listed("list").map { "\($0.identifier) \($0.content.title)" }.sorted()
        }

        func show(_ name: String) async throws -> String {
            try await desk.run(["show", name]).output
        }

        func doctor() async throws -> [String] {
            try await desk.run(["doctor"]).output.split(separator: "\n").map(String.init)
                .filter { $0.contains("requests.d  ") }
        }
    }

    private static func text(_ title: String, _ more: String = "OnCalendar=2040-01-01") -> String {
        "[Request]\nTitle=\(title)\n\(more)\n"
    }

    @Test func filesComeChangeAndGoWhileTheAgentRuns() async throws {
        let stage = try await Stage()
        try stage.write("first", Self.text("One"))
        let agent = try await stage.start()
        #expect(try await stage.pending() == ["first One"])
        #expect(try await stage.show("first").contains("  file      \(stage.user)/first.conf\n"))
        try stage.write("second", Self.text("Two"))
        try await agent.waitForError("second.conf was taken up")
        #expect(try await stage.pending() == ["first One", "second Two"])
        try stage.write("second", Self.text("Three", "OnCalendar=2041-01-01"))
        try await agent.waitForError("2041", within: 10)
        try stage.remove("first")
        try await agent.waitForError("the request first went with its file")
        #expect(try await stage.pending() == ["second Three"])
        // Pause and skip find it as what was added by hand.
        #expect(try await stage.desk.run(["pause", "second"]).code == 0)
        #expect(try await stage.desk.run(["resume", "second"]).code == 0)
    }

    @Test func whatDoesNotHoldKeepsWhatWasThereAndIsNamed() async throws {
        let stage = try await Stage()
        try stage.write("good", Self.text("Good"))
        let agent = try await stage.start()
        #expect(try await stage.doctor() == ["ok       requests.d      nothing wrong"])
        try stage.write("good", Self.text("Good", "OnCalendr=Tue"))
        try stage.write("other", "[Request]\nTitle=T\nOnCalendar=Tue 25:00\n")
        let file = "\(stage.user)/good.conf"
        try await agent.waitForError("other.conf:3: OnCalendar \"Tue 25:00\"")
        try await agent.waitForError(
            "\(file):3: [Request] has no key OnCalendr; did you mean OnCalendar?"
        )
        #expect(try await stage.pending() == ["good Good"])
        let lines = try await stage.doctor()
        #expect(lines.count == 2)
        #expect(
            lines.first
                == "warning  requests.d      \(file):3: [Request] has no key OnCalendr; did you mean OnCalendar?"
        )
        // Corrected with other comments it is the same request still.
        try stage.write("good", "# A comment.\n" + Self.text("Good"))
        try stage.remove("other")
        try await stage.desk.endAgent(SIGTERM)
        let second = try await stage.start()
        #expect(try await stage.doctor() == ["ok       requests.d      nothing wrong"])
        #expect(!second.error.contains("was taken up"))
        #expect(try await stage.pending() == ["good Good"])
    }

    /// A disk that is not mounted yet must not take requests away.
    @Test func aLinkToNothingAndANameThatIsNoTextAreNamed() async throws {
        let stage = try await Stage()
        try stage.write("a", Self.text("Kept"))
        let first = try await stage.start()
        #expect(try await stage.pending() == ["a Kept"])
        try await stage.desk.endAgent(SIGTERM)
        try stage.remove("a")
        let link = "\(stage.user)/a.conf"
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: "/nonexistent/a.conf"
        )
        let bytes = Array("\(stage.user)/".utf8) + [0xFF] + Array(".conf".utf8) + [0]
        let odd = bytes.map(CChar.init(bitPattern:)).withUnsafeBufferPointer { name in
            name.baseAddress.map { creat($0, 0o600) } ?? -1
        }
        try #require(odd >= 0)
        close(odd)
        let second = try await stage.start()
        #expect(try await stage.pending() == ["a Kept"])
        #expect(
            try await stage.doctor() == [
                "warning  requests.d      \(stage.user)/\u{FFFD}.conf: the name is not valid UTF-8; "
                    + "rename the file",
                "warning  requests.d      \(link) is a link to a file that is not there",
            ]
        )
        withExtendedLifetime((first, second)) {}
    }

    @Test func theUsersFileTakesThePlaceOfTheSystems() async throws {
        let stage = try await Stage()
        try stage.make(stage.system)
        for name in ["a", "b", "c", "d"] {
            try stage.write(name, Self.text("System"), in: stage.system)
        }
        try stage.write("a", Self.text("User"))
        try stage.write("b", "\n")
        try FileManager.default.createSymbolicLink(
            atPath: "\(stage.user)/c.conf",
            withDestinationPath: "/dev/null"
        )
        let agent = try await stage.start()
        #expect(try await stage.pending() == ["a User", "d System"])
        #expect(try await stage.doctor() == ["ok       requests.d      nothing wrong"])
        try stage.remove("a")
        try await agent.waitForError("\(stage.system)/a.conf was taken up", within: 10)
        try stage.write("d", Self.text("Off", "OnCalendar=Tue\nEnabled=false"))
        try await agent.waitForError("the request d went with its file")
        #expect(try await stage.pending() == ["a System"])
    }

    @Test func whatWasShownOrCountedStaysSoOverARestart() async throws {
        let stage = try await Stage()
        let server = try await ServerDouble(on: stage.desk.bus, as: .dunst)
        try stage.write("once", Self.text("Once", "In=1s"))
        try stage.write("often", Self.text("Often", "OnCalendar=daily\nTimes=5"))
        let first = try await stage.start()
        _ = try await server.call(titled: "Once")
        _ = try await stage.desk.waitForSignals("Delivered")
        #expect(try await stage.desk.run(["skip", "often"]).code == 0)
        let shown = try await stage.show("often")
        #expect(shown.contains("1 of 5 dates"))
        try await stage.desk.endAgent(SIGTERM)
        let second = try await stage.start()
        try await stage.desk.barrier(server)
        #expect(server.count(titled: "Once") == 1)
        #expect(try await stage.show("often").contains("1 of 5 dates"))
        // What was removed by hand stays so until the file changes.
        let name = "\(AgentNames.requestFilesApp)/often"
        #expect(try await stage.pending() == ["often Often"])
        #expect(try await stage.desk.run(["show", name]).code == 0)
        let all = ["remove", "--all", "--app", AgentNames.requestFilesApp]
        #expect(try await stage.desk.run(all).code == 0)
        try stage.write("other", Self.text("Other"))
        try await second.waitForError("other.conf was taken up")
        #expect(try await stage.pending() == ["other Other"])
        try stage.write("often", Self.text("Often", "OnCalendar=daily\nTimes=6"))
        try await second.waitForError("often.conf was taken up")
        #expect(try await stage.pending() == ["often Often", "other Other"])
        withExtendedLifetime(first) {}
    }

    @Test func whatOthersMayWriteIsNotUsedAndNothingGoesForIt() async throws {
        let stage = try await Stage()
        try stage.write("mine", Self.text("Mine"))
        try stage.write("theirs", Self.text("Theirs"))
        chmod("\(stage.user)/theirs.conf", 0o666)
        let agent = try await stage.start()
        #expect(try await stage.pending() == ["mine Mine"])
        try await agent.waitForError(
            "\(stage.user)/theirs.conf is not used: others may write it; run chmod go-w on it"
        )
        chmod(stage.user, 0o777)
        try stage.write("mine", Self.text("Changed"))
        try await agent.waitForError("\(stage.user) is not used: others may write it")
        #expect(try await stage.pending() == ["mine Mine"])
        let folder = try await stage.doctor()
        #expect(folder.contains { $0.contains("\(stage.user) is not used") })
    }

    @Test func aFolderThatComesLaterIsSeen() async throws {
        let stage = try await Stage()
        try FileManager.default.removeItem(atPath: stage.user)
        let agent = try await stage.start()
        #expect(try await stage.pending() == [])
        try stage.make(stage.user)
        try stage.write("late", Self.text("Late"))
        try await agent.waitForError("late.conf was taken up")
        try FileManager.default.removeItem(atPath: stage.user)
        try await agent.waitForError("the request late went with its file")
        #expect(try await stage.pending() == [])
    }
}
