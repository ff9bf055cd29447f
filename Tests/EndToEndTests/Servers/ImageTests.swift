import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// Images reach each server in the way that it takes them, and bad ones hurt nothing else.
@Suite struct ImageTests {
    /// A fixture with a picture of 512 x 300 pixels.
    private struct Setup {
        let fixture: AgentFixture
        let server: FakeNotificationServer
        let agent: RunningProgram
        let picture: String

        init(specVersion: String = "1.2", as profile: ServerProfile = .standard) async throws {
            fixture = try await AgentFixture()
            var profile = profile
            profile.identity.specVersion = specVersion
            server = try await FakeNotificationServer(on: fixture.bus, as: profile)
            // gdk-pixbuf tells images by the desktop's table of file types.
            let data = "\(fixture.directory)/share:/usr/share"
            agent = try await fixture.startAgent(["XDG_DATA_DIRS": data])
            picture = "\(fixture.directory)/picture.png"
            try await paint("512x300", to: picture)
        }

        func paint(_ size: String, to path: String) async throws {
            let outcome = try await Program(path: "/usr/bin/convert").run(
                ["-size", size, "xc:#ff8000", "-define", "png:color-type=2", path],
                environment: [:],
                within: 60
            )
            guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
        }

        func shown(_ arguments: String...) async throws -> NotifyCall {
            let outcome = try await fixture.run(["add", "T", "B", "--action", "A=x:1"] + arguments)
            guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
            return try await server.next(within: 30).call
        }
    }

    @Test(arguments: [("1.1", "image_data"), ("1.0", "icon_data"), ("0.9", "icon_data")])
    func aServerWithoutPathsGetsPixels(version: String, hint: String) async throws {
        let setup = try await Setup(specVersion: version)
        let call = try await setup.shown("--attach", setup.picture)
        #expect(call.hint("image-path") == nil)
        let image = try #require(call.hint(hint))
        // Width, height, row stride, alpha, bits, channels.
        #expect((0..<6).map { image[$0]?.description } == ["256", "150", "768", "false", "8", "3"])
        let bytes = try #require(image[6]?.bytes)
        #expect(bytes.count == 768 * 150)
        #expect(Array(bytes.prefix(3)) == [0xFF, 0x80, 0x00])
    }

    /// The server never answers a call that names an image otherwise where there is an icon, and there always is one.
    @Test("Cinnamon gets an image by its path, and the name of an icon as the icon alone")
    func cinnamonGetsPaths() async throws {
        let setup = try await Setup(as: .cinnamon)
        let uri = "file://\(setup.picture)"
        let rows: [(arguments: [String], icon: String?, image: String?)] = [
            (["--icon", "alarm-symbolic"], "alarm-symbolic", nil),
            (["--icon", setup.picture], setup.picture, setup.picture),
            (["--icon", uri], nil, setup.picture),
            (["--attach", setup.picture], nil, nil),
            (["--hint", "string:image-path:\(uri)"], nil, setup.picture),
            (["--hint", "string:image-path:alarm-symbolic"], nil, nil),
            (["--icon", "alarm-symbolic", "--attach", setup.picture], "alarm-symbolic", nil),
        ]
        for (number, row) in rows.enumerated() {
            let title = "T\(number)"
            let outcome = try await setup.fixture.run(["add", title] + row.arguments)
            #expect(outcome.code == 0, "\(outcome)")
            let call = try await setup.server.call(titled: title).call
            if let icon = row.icon { #expect(call.icon == icon) }
            let image = call.hint("image-path")?.string
            if row.arguments.contains("--attach") {
                // The agent's own copy of it.
                #expect(image?.hasPrefix("/") == true && image?.hasSuffix(".png") == true)
            } else {
                #expect(image == row.image)
            }
        }
        let sent = try await setup.fixture.run([
            "send", "-p", "-i", "alarm-symbolic", "-h", "string:image-path:\(uri)", "Sent",
        ])
        #expect(sent.code == 0, "\(sent)")
        try await setup.fixture.waitForDeliveries(rows.count + 1)
    }

    @Test func aSmallPictureIsNotBlownUp() async throws {
        let setup = try await Setup(specVersion: "1.1")
        let small = "\(setup.fixture.directory)/small.png"
        try await setup.paint("3x2", to: small)
        let image = try #require(try await setup.shown("--icon", small).hint("image_data"))
        #expect(image[0]?.integer == 3)
        #expect(image[1]?.integer == 2)
    }

    @Test func anIconOfTheThemeIsLeftToTheServer() async throws {
        let setup = try await Setup(specVersion: "1.1")
        let call = try await setup.shown("--icon", "dialog-warning")
        #expect(call.icon == "dialog-warning")
        #expect(call.hint("image_data") == nil)
        #expect(call.hint("image_path")?.string == "dialog-warning")
        #expect(call.hint("image-path") == nil)
    }

    @Test(arguments: ["no image", "too large", "too many pixels", "damaged", "a folder"])
    func aBadIconIsLeftOutAndTheRestIsShown(kind: String) async throws {
        let setup = try await Setup()
        let path = "\(setup.fixture.directory)/icon.png"
        let picture = try Data(contentsOf: URL(fileURLWithPath: setup.picture))
        // The file is good when the request is added.
        try picture.write(to: URL(fileURLWithPath: path))
        try await setup.fixture.add("T", "B", "--in", "1h", "--id", "later", "--icon", path)
        let reason: String
        switch kind {
        case "no image":
            try Data("<html>".utf8).write(to: URL(fileURLWithPath: path))
            reason = "is no image"
        case "too large":
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.truncate(atOffset: 60_000_000)
            try file.close()
            reason = "has 60000000 bytes, more than the 50000000 allowed"
        case "too many pixels":
            try await setup.paint("9000x1", to: path)
            reason = "has 9000 x 1 pixels, more than 8192 a side"
        case "damaged":
            try picture.prefix(3).write(to: URL(fileURLWithPath: path))
            reason = "is no image"
        default:
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true
            )
            reason = "is not a file"
        }
        #expect(try await setup.fixture.run(["edit", "later", "--in", "1s"]).code == 0)
        let call = try await setup.server.next(within: 30).call
        #expect(call.summary == "T")
        #expect(call.body == "B")
        #expect(call.hint("image-path") == nil)
        #expect(call.icon == "org.notifyschedule.NotifySchedule")
        try await setup.agent.waitForError(reason, within: 30)
    }

    @Test func aDamagedPictureIsLeftOutWhereItsPixelsAreWanted() async throws {
        let setup = try await Setup(specVersion: "1.1")
        let half = "\(setup.fixture.directory)/half.png"
        let picture = try Data(contentsOf: URL(fileURLWithPath: setup.picture))
        try picture.prefix(50).write(to: URL(fileURLWithPath: half))
        let call = try await setup.shown("--attach", half)
        #expect(call.body == "B")
        #expect(call.hints.allSatisfy { !$0.name.contains("image") })
        try await setup.agent.waitForError("an image is left out", within: 30)
    }

    @Test func afterAHangingFileTheBubbleComesWithoutIt() async throws {
        let setup = try await Setup()
        // Nobody writes into it: who opens it to read waits.
        let pipe = "\(setup.fixture.directory)/pipe.png"
        try FileManager.default.copyItem(atPath: setup.picture, toPath: pipe)
        try await setup.fixture.add("T", "B", "--in", "1h", "--id", "later", "--icon", pipe)
        try FileManager.default.removeItem(atPath: pipe)
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(try await setup.fixture.run(["edit", "later", "--in", "1s"]).code == 0)
        let call = try await setup.server.next(within: 30).call
        #expect(call.summary == "T")
        #expect(call.hint("image-path") == nil)
    }
}
