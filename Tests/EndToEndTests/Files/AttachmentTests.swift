import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// Files that go along with requests: taken whole or not at all, shown, and gone with the request.
@Suite(.serialized) struct AttachmentTests {
    private static func write(_ data: Data, _ path: String) throws {
        try data.write(to: URL(fileURLWithPath: path))
    }

    private static func attachment(
        _ name: String = "p.png",
        type: String = "public.png",
        file: Int32 = 0
    ) -> [(key: String, value: Variant)] {
        [
            ("identifier", .string("1")), ("name", .string(name)), ("type", .string(type)),
            ("file", .handle(file)),
        ]
    }

    /// It shows nothing for a URI.
    @Test func swayncGetsThePathOfAPicture() async throws {
        let setup = try await AttachmentFixture()
        let server = try await FakeNotificationServer(on: setup.fixture.bus, as: .swaync)
        try await setup.fixture.add("Cat", "--attach", setup.picture)
        let hint = try await server.next(within: 30).call.hint("image-path")?.string
        #expect(hint == setup.kept.first)
        #expect(hint?.hasPrefix("/") == true)
    }

    @Test func aPictureIsCopiedShownAndGoesWhenTheUserDismissesIt() async throws {
        let setup = try await AttachmentFixture()
        let server = try await FakeNotificationServer(on: setup.fixture.bus, as: .gnomeShell)
        try await setup.fixture.add("Cat", "--attach", setup.picture, "--id", "cat")
        let id = try await server.next(within: 30).id
        let path = try #require(setup.kept.first)
        #expect(setup.kept.count == 1)
        #expect(path.hasSuffix("/a b%.png"))
        let hint = server.calls.elements[0].call.hint("image-path")?.string
        #expect(
            hint == "file://" + path.replacing("%", with: "%25").replacing(" ", with: "%20")
        )
        #expect(FileManager.default.contentsEqual(atPath: path, andPath: setup.picture))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try await setup.fixture.waitForDeliveries()
        let shown = try await setup.fixture.run(["show", "cat"])
        #expect(shown.output.contains("  attached  \(path) (public.png)\n"))
        let json = try await setup.fixture.run(["show", "cat", "--json"])
        #expect(json.output.contains(#""type" : "public.png""#), "\(json.output)")
        #expect(json.output.contains("a%20b%25.png"), "\(json.output)")
        await server.close(id, .dismissed)
        _ = try await setup.fixture.waitForResponses()
        try await setup.waitUntilKept([])
        #expect(FileManager.default.fileExists(atPath: setup.picture))
    }

    @Test func aFileStaysAsLongAsAnyRequestHasIt() async throws {
        let setup = try await AttachmentFixture(picture: "one.png")
        let server = try await FakeNotificationServer(on: setup.fixture.bus, as: .gnomeShell)
        let two = "\(setup.fixture.directory)/two.png"
        try Self.write(SamplePicture.start, two)
        func names() -> [String] {
            setup.kept.map { URL(fileURLWithPath: $0).lastPathComponent }.sorted()
        }
        try await setup.fixture.add("Cat", "--attach", setup.picture, "--id", "cat")
        try await setup.fixture.waitForDeliveries()
        // The delivered one keeps its own while another is pending under its name.
        try await setup.fixture.add("Cat", "--attach", two, "--in", "1h", "--id", "cat")
        #expect(names() == ["one.png", "two.png"])
        // A request that shows it once more shares it.
        #expect(try await setup.fixture.run(["snooze", "cat", "1h"]).code == 0)
        #expect(names() == ["one.png", "two.png"])
        try await setup.fixture.add("Cat", "--in", "2h", "--id", "cat")
        // What was replaced can be undone, with its file.
        #expect(names() == ["one.png", "two.png"])
        try await setup.fixture.add("Dog", "--attach", two, "--in", "2h", "--id", "dog")
        #expect(try await setup.fixture.run(["remove", "--forever", "cat.snoozed"]).code == 0)
        #expect(try await setup.fixture.run(["remove", "--forever", "--all"]).code == 0)
        // Nothing is kept of what is removed for ever, of earlier changes neither.
        try await setup.waitUntilKept([])
        withExtendedLifetime(server) {}
    }

    @Test func whatACrashLeftGoesAtTheNextStart() async throws {
        let setup = try await AttachmentFixture()
        try await setup.fixture.add("Cat", "--attach", setup.picture, "--in", "1h", "--id", "cat")
        try await setup.fixture.add("Dog", "--attach", setup.picture, "--in", "1h", "--id", "dog")
        let kept = setup.kept
        try await setup.fixture.endAgent()
        let stray = "\(setup.folder)/stray"
        try FileManager.default.createDirectory(
            atPath: stray,
            withIntermediateDirectories: true
        )
        try Self.write(SamplePicture.start, "\(stray)/half.png")
        try FileManager.default.removeItem(atPath: kept[0])
        #expect(try await setup.fixture.listed("list").count == 2)
        try await setup.waitUntilKept(["a b%.png"])
        #expect(setup.kept == [kept[1]])
        // What has lost its file is shown without it.
        let server = try await FakeNotificationServer(on: setup.fixture.bus, as: .gnomeShell)
        #expect(try await setup.fixture.run(["edit", "cat", "--in", "1s"]).code == 0)
        #expect(try await setup.fixture.run(["edit", "dog", "--in", "1s"]).code == 0)
        _ = try await server.waitForCalls(2, within: 30)
        let hints = server.calls.elements.map { $0.call.hint("image-path") != nil }
        #expect(hints.count { $0 } == 1)
    }

    @Test func whatCannotBeAttachedIsRefusedAndNothingIsKept() async throws {
        let setup = try await AttachmentFixture()
        let folder = setup.fixture.directory
        try Self.write(Data([1, 2, 3]), "\(folder)/text.png")
        try Self.write(SamplePicture.start + Data(count: 10_485_760), "\(folder)/large.png")
        try Self.write(Data([0xFF]), "\(folder)/noise.txt")
        #expect(mkfifo("\(folder)/pipe.png", 0o600) == 0)
        let advice = "name an image, a sound or a video"
        #expect(symlink("loop.png", "\(folder)/loop.png") == 0)
        let endings =
            "aiff, aif, wav, mp3, m4a, jpg, jpeg, gif, png, mpg, mpeg, m2v, mpg2, mp4, m4v, avi"
        for (path, message) in [
            ("\(folder)/none.png", "cannot be read: No such file or directory; \(advice)"),
            ("\(folder)/loop.png", "cannot be read: Too many levels of symbolic links; \(advice)"),
            (folder, "is a folder; attach a file"),
            (
                "\(folder)/pipe.png",
                "is not a regular file; attach a file"
            ),
            ("/dev/zero", "is not a regular file; attach a file"),
            ("\(folder)/noise.txt", "has a type that cannot be attached; supported: \(endings)"),
            ("\(folder)/text.png", "is not a PNG file; it is damaged or of another type"),
            (
                "\(folder)/large.png",
                "has 10485768 bytes; an image can have at most 10485760; attach a smaller one"
            ),
        ] {
            let outcome = try await setup.fixture.run(["add", "T", "--attach", path])
            #expect(outcome.code == 65)
            #expect(
                outcome.error
                    == "notify-schedule: --attach \"\(path)\" \(message)\n"
            )
        }
        let many = Array(repeating: ["--attach", setup.picture], count: 11).flatMap { $0 }
        let outcome = try await setup.fixture.run(["add", "T"] + many)
        #expect(outcome.code == 65)
        #expect(outcome.error.contains("11 times; a notification can have at most 10 files"))
        #expect(setup.kept == [])
    }

    @Test func aCallerThatDoesNotCheckIsRefusedByTheAgent() async throws {
        let setup = try await AttachmentFixture(size: 100_000)
        let agent = try await setup.fixture.startAgent()
        let fixture = setup.fixture
        func refusal(
            _ attachments: [[(key: String, value: Variant)]],
            _ files: [OpenFile],
            title: String = "T"
        ) -> String? {
            do {
                _ = try setup.add("bad", attachments, files, title: title)
                return nil
            } catch {
                return (error as? GLibError)?.remoteName
            }
        }
        let invalid = "org.notifyschedule.Error.InvalidAttachment"
        let malformed = "org.notifyschedule.Error.Malformed"
        let picture = try OpenFile(reading: setup.picture)
        #expect(mkfifo("\(fixture.directory)/pipe", 0o600) == 0)
        let writing = open("\(fixture.directory)/new.png", O_WRONLY | O_CREAT, 0o600)
        let own = "org.notifyschedule.Error.InvalidContent"
        var path = Self.attachment()
        path[3] = ("path", .string("/etc/passwd"))
        for (attachments, files, name) in [
            ([Self.attachment()], [try OpenFile(reading: "\(fixture.directory)/pipe")], invalid),
            ([Self.attachment()], [try OpenFile(reading: "/dev/zero")], invalid),
            ([Self.attachment()], [try OpenFile(reading: fixture.directory)], invalid),
            ([Self.attachment()], [OpenFile(adopting: writing)], invalid),
            ([Self.attachment()], [try OpenFile(reading: "/proc/self/status")], invalid),
            ([Self.attachment(type: "public.executable")], [picture], invalid),
            ([Self.attachment(type: "public.jpeg")], [picture], invalid),
            ([Self.attachment(file: 1)], [picture], malformed),
            ([Self.attachment(file: -1)], [picture], malformed),
            ([Self.attachment()], [], malformed), ([path], [picture], malformed),
            (Array(repeating: Self.attachment(), count: 11), [picture], invalid),
            ([Self.attachment(), Self.attachment(file: 7)], [picture], malformed),
        ] {
            #expect(refusal(attachments, files) == name, "\(attachments)")
        }
        // What is refused for another reason keeps no file either.
        #expect(refusal([Self.attachment()], [picture], title: "\u{1B}") == own)
        #expect(setup.kept == [])
        #expect(try fixture.agentID() == agent.id)
        // Descriptors are closed on every path; the last one may be on its way out still.
        let before = try Self.descriptors(of: agent.id)
        for _ in 0..<20 {
            _ = refusal([Self.attachment(file: 2)], [picture, picture])
            _ = try setup.add("good", [Self.attachment()], [picture, picture])
        }
        #expect(try Self.descriptors(of: agent.id) < before + 10)
        try await setup.waitUntilKept(["p.png"])
    }

    private static func descriptors(of process: Int32) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }

    @Test(
        arguments: [
            ("a\nb\u{1}.png", "a_b_.png"), ("../../x.png", "x.png"), ("/", "attachment"),
            ("..", "attachment"), ("", "attachment"),
            (
                String(repeating: "ä", count: 200) + ".png",
                String(repeating: "ä", count: 98) + ".png"
            ),
        ]
    )
    func aNameFromOutsideIsOneComponent(name: String, kept: String) async throws {
        let setup = try await AttachmentFixture()
        let agent = try await setup.fixture.startAgent()
        defer { withExtendedLifetime(agent) {} }
        let file = try OpenFile(reading: setup.picture)
        let reply = try setup.add("r", [Self.attachment(name), Self.attachment(name)], [file])
        let paths = reply?["attachments"]?.strings ?? []
        #expect(paths.count == 2)
        #expect(Set(paths) == Set(setup.kept))
        let names = paths.map { URL(fileURLWithPath: $0).lastPathComponent }
        #expect(names == [kept, "2-\(kept)"])
    }
}
