import AgentInterface
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
        let stage = try await AttachmentStage()
        let server = try await ServerDouble(on: stage.desk.bus, as: .swaync)
        try await stage.desk.add("Cat", "--attach", stage.picture)
        let hint = try await server.next(within: 30).call.hint("image-path")?.string
        #expect(hint == stage.kept.first)
        #expect(hint?.hasPrefix("/") == true)
    }

    @Test func aPictureIsCopiedShownAndGoesWhenTheUserDismissesIt() async throws {
        let stage = try await AttachmentStage()
        let server = try await ServerDouble(on: stage.desk.bus, as: .gnomeShell)
        try await stage.desk.add("Cat", "--attach", stage.picture, "--id", "cat")
        let id = try await server.next(within: 30).id
        let path = try #require(stage.kept.first)
        #expect(stage.kept.count == 1)
        #expect(path.hasSuffix("/a b%.png"))
        let hint = server.calls.elements[0].call.hint("image-path")?.string
        #expect(
            hint == "file://" + path.replacing("%", with: "%25").replacing(" ", with: "%20")
        )
        #expect(FileManager.default.contentsEqual(atPath: path, andPath: stage.picture))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        _ = try await stage.desk.waitForSignals("Delivered")
        let shown = try await stage.desk.run(["show", "cat"])
        #expect(shown.output.contains("  attached  \(path) (public.png)\n"))
        let json = try await stage.desk.run(["show", "cat", "--json"])
        #expect(json.output.contains(#""type" : "public.png""#), "\(json.output)")
        #expect(json.output.contains("a%20b%25.png"), "\(json.output)")
        await server.close(id, .dismissed)
        _ = try await stage.desk.waitForSignals("Responded")
        try await stage.waitUntilKept([])
        #expect(FileManager.default.fileExists(atPath: stage.picture))
    }

    @Test func aFileStaysAsLongAsAnyRequestHasIt() async throws {
        let stage = try await AttachmentStage(picture: "one.png")
        let server = try await ServerDouble(on: stage.desk.bus, as: .gnomeShell)
        let two = "\(stage.desk.directory)/two.png"
        try Self.write(AttachmentStage.png, two)
        func names() -> [String] {
            stage.kept.map { URL(fileURLWithPath: $0).lastPathComponent }.sorted()
        }
        try await stage.desk.add("Cat", "--attach", stage.picture, "--id", "cat")
        _ = try await stage.desk.waitForSignals("Delivered")
        // The delivered one keeps its own while another is pending under its name.
        try await stage.desk.add("Cat", "--attach", two, "--in", "1h", "--id", "cat")
        #expect(names() == ["one.png", "two.png"])
        // A request that shows it once more shares it.
        #expect(try await stage.desk.run(["snooze", "cat", "1h"]).code == 0)
        #expect(names() == ["one.png", "two.png"])
        try await stage.desk.add("Cat", "--in", "2h", "--id", "cat")
        try await stage.waitUntilKept(["one.png"])
        try await stage.desk.add("Dog", "--attach", two, "--in", "2h", "--id", "dog")
        #expect(try await stage.desk.run(["remove", "cat.snoozed"]).code == 0)
        try await stage.waitUntilKept(["two.png"])
        #expect(try await stage.desk.run(["remove", "--all"]).code == 0)
        try await stage.waitUntilKept([])
        withExtendedLifetime(server) {}
    }

    @Test func whatACrashLeftGoesAtTheNextStart() async throws {
        let stage = try await AttachmentStage()
        try await stage.desk.add("Cat", "--attach", stage.picture, "--in", "1h", "--id", "cat")
        try await stage.desk.add("Dog", "--attach", stage.picture, "--in", "1h", "--id", "dog")
        let kept = stage.kept
        try await stage.desk.endAgent()
        let stray = "\(stage.folder)/stray"
        try FileManager.default.createDirectory(
            atPath: stray,
            withIntermediateDirectories: true
        )
        try Self.write(AttachmentStage.png, "\(stray)/half.png")
        try FileManager.default.removeItem(atPath: kept[0])
        #expect(try await stage.desk.listed("list").count == 2)
        try await stage.waitUntilKept(["a b%.png"])
        #expect(stage.kept == [kept[1]])
        // What has lost its file is shown without it.
        let server = try await ServerDouble(on: stage.desk.bus, as: .gnomeShell)
        #expect(try await stage.desk.run(["snooze", "cat", "1s"]).code == 0)
        #expect(try await stage.desk.run(["snooze", "dog", "1s"]).code == 0)
        _ = try await server.waitForCalls(2, within: 30)
        let hints = server.calls.elements.map { $0.call.hint("image-path") != nil }
        #expect(hints.count { $0 } == 1)
    }

    @Test func whatCannotBeAttachedIsRefusedAndNothingIsKept() async throws {
        let stage = try await AttachmentStage()
        let folder = stage.desk.directory
        try Self.write(Data([1, 2, 3]), "\(folder)/text.png")
        try Self.write(AttachmentStage.png + Data(count: 10_485_760), "\(folder)/large.png")
        try Self.write(Data([0xFF]), "\(folder)/noise.txt")
        #expect(mkfifo("\(folder)/pipe.png", 0o600) == 0)
        #expect(symlink("loop.png", "\(folder)/loop.png") == 0)
        let endings =
            "aiff, aif, wav, mp3, m4a, jpg, jpeg, gif, png, mpg, mpeg, m2v, mpg2, mp4, m4v, avi"
        for (path, message) in [
            ("\(folder)/none.png", "cannot be read: No such file or directory"),
            ("\(folder)/loop.png", "cannot be read: Too many levels of symbolic links"),
            (folder, "is a folder; attach a file"),
            (
                "\(folder)/pipe.png",
                "is a pipe, a device or something else that is no file; attach a file"
            ),
            ("/dev/zero", "is a pipe, a device or something else that is no file; attach a file"),
            ("\(folder)/noise.txt", "is of no type that can be attached; offered are \(endings)"),
            (
                "\(folder)/text.png",
                "does not begin as a file of type public.png does; it is damaged, or bears another "
                    + "type's name"
            ),
            (
                "\(folder)/large.png",
                "has 10485768 bytes, more than the 10485760 that an image may have; attach a smaller one"
            ),
        ] {
            let outcome = try await stage.desk.run(["add", "T", "--attach", path])
            #expect(outcome.code == 65)
            #expect(
                outcome.error
                    == "notify-schedule: --attach: the attachment \"\(path)\" \(message)\n"
            )
        }
        let many = Array(repeating: ["--attach", stage.picture], count: 11).flatMap { $0 }
        let outcome = try await stage.desk.run(["add", "T"] + many)
        #expect(outcome.code == 65)
        #expect(outcome.error.contains("11 times, more than the 10 files"))
        #expect(stage.kept == [])
    }

    @Test func aCallerThatDoesNotCheckIsRefusedByTheAgent() async throws {
        let stage = try await AttachmentStage(size: 100_000)
        let agent = try await stage.desk.startAgent()
        let desk = stage.desk
        func refusal(
            _ attachments: [[(key: String, value: Variant)]],
            _ files: [OpenFile],
            title: String = "T"
        ) -> String? {
            do {
                _ = try stage.add("bad", attachments, files, title: title)
                return nil
            } catch {
                return (error as? GLibError)?.remoteName
            }
        }
        let invalid = "org.notifyschedule.Error.InvalidAttachment"
        let malformed = "org.notifyschedule.Error.Malformed"
        let picture = try OpenFile(reading: stage.picture)
        #expect(mkfifo("\(desk.directory)/pipe", 0o600) == 0)
        let writing = open("\(desk.directory)/new.png", O_WRONLY | O_CREAT, 0o600)
        let own = "org.notifyschedule.Error.InvalidContent"
        var path = Self.attachment()
        path[3] = ("path", .string("/etc/passwd"))
        for (attachments, files, name) in [
            ([Self.attachment()], [try OpenFile(reading: "\(desk.directory)/pipe")], invalid),
            ([Self.attachment()], [try OpenFile(reading: "/dev/zero")], invalid),
            ([Self.attachment()], [try OpenFile(reading: desk.directory)], invalid),
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
        #expect(refusal([Self.attachment()], [picture], title: "") == own)
        #expect(stage.kept == [])
        #expect(try desk.agentID() == agent.id)
        // Descriptors are closed on every path; the last one may be on its way out still.
        let before = try Self.descriptors(of: agent.id)
        for _ in 0..<20 {
            _ = refusal([Self.attachment(file: 2)], [picture, picture])
            _ = try stage.add("good", [Self.attachment()], [picture, picture])
        }
        #expect(try Self.descriptors(of: agent.id) < before + 10)
        try await stage.waitUntilKept(["p.png"])
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
        let stage = try await AttachmentStage()
        let agent = try await stage.desk.startAgent()
        defer { withExtendedLifetime(agent) {} }
        let file = try OpenFile(reading: stage.picture)
        let reply = try stage.add("r", [Self.attachment(name), Self.attachment(name)], [file])
        let paths = reply?["attachments"]?.strings ?? []
        #expect(paths.count == 2)
        #expect(Set(paths) == Set(stage.kept))
        let names = paths.map { URL(fileURLWithPath: $0).lastPathComponent }
        #expect(names == [kept, "2-\(kept)"])
    }
}
