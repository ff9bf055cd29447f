import AgentInterface
import Foundation
import GLibBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// An agent inside a sandbox shows what it has through the notification portal.
@Suite struct PortalTests {
    private static let plain = [
        "a < b & c\nd", "--open", "clock:?m=0", "--action", "A=clock:?m=1",
        "--action", "B (x)=clock:?m=2", "--reply", "Say", "--sound", "default",
        "--hint", "string:category:alarm.ringing", "--icon", "dialog-warning",
    ]

    @Test(
        arguments: [
            (1, "", "'target': <'reply'>}]>}"),
            (
                2, "'sound': <'default'>, ",
                """
                'target': <'inline-reply'>, 'purpose': <'im.reply-with-text'>}]>, \
                'category': <'im.received'>}
                """
            ),
        ] as [(UInt32, String, String)]
    )
    func aVersionGetsTheFieldsThatItHas(version: UInt32, sound: String, end: String) async throws {
        let setup = try await PortalFixture(version: version)
        let outcome = try await setup.fixture.run(["add", "T"] + Self.plain)
        #expect(outcome.code == 0, "\(outcome)")
        let notification = try await setup.portal.notification(titled: "T").notification
        #expect(
            notification.description == """
                {'title': <'T'>, 'body': <'a < b & c\\nd'>, \
                'icon': <('themed', <['dialog-warning']>)>, \(sound)'priority': <'normal'>, \
                'default-action': <'choose'>, 'default-action-target': <'default'>, 'buttons': <[\
                {'label': <'A'>, 'action': <'choose'>, 'target': <'action-1'>}, \
                {'label': <'B (x)'>, 'action': <'choose'>, 'target': <'action-2'>}, \
                {'label': <'Reply'>, 'action': <'choose'>, \(end)
                """
        )
    }

    @Test(
        arguments: [
            (1, "{'title': <'T'>, 'body': <'x & y (x:y)'>, 'priority': <'normal'>}"),
            (
                2,
                """
                {'title': <'T'>, 'markup-body': <'<b>x</b> &amp; <a href="x:y">y</a>'>, \
                'sound': <'silent'>, 'priority': <'normal'>, 'category': <'alarm.ringing'>}
                """
            ),
        ] as [(UInt32, String)]
    )
    func markupIsSaidInThePortalsWay(version: UInt32, expected: String) async throws {
        let setup = try await PortalFixture(version: version)
        let notification = try await setup.shown(
            "T",
            "<b>x</b> &amp; <a href=\"x:y\">y</a>",
            "--markup",
            "--hint",
            "string:category:alarm.ringing"
        )
        #expect(notification.notification.description == expected)
    }

    @Test(arguments: [
        ("passive", "'low'"), ("active", "'normal'"), ("time-sensitive", "'high'"),
        ("critical", "'urgent'"),
    ])
    func levelsAreItsPriorities(level: String, priority: String) async throws {
        let setup = try await PortalFixture()
        #expect(try await setup.shown("T", "--level", level).text("priority") == priority)
    }

    /// A category that the portal does not know would have it refuse the whole notification.
    @Test func whatThePortalDoesNotKnowIsLeftOut() async throws {
        let setup = try await PortalFixture(version: 2)
        let hint = "string:category:transfer.complete"
        let notification = try await setup.shown("T", "--hint", hint, "--hint", "int:value:3")
        #expect(
            notification.notification.description
                == "{'title': <'T'>, 'sound': <'silent'>, 'priority': <'normal'>}"
        )
    }

    @Test(arguments: [UInt32(1), 2])
    func aChoiceOpensItsURLOnce(version: UInt32) async throws {
        let setup = try await PortalFixture(version: version)
        let buttons = ["--open", "clock:?m=0", "--action", "A=clock:?m=1"]
        let first = try await setup.shown("First", buttons[0], buttons[1], buttons[2], buttons[3])
        let second = try await setup.shown("Second", buttons[0], buttons[1], "--id", "second")
        try await setup.portal.choose(first.id, "action-1")
        try await setup.portal.choose(first.id, "action-1")
        _ = try await setup.portal.removed.wait(30) { $0.contains(first.id) ? true : nil }
        try await setup.portal.choose("somebody-elses", "action-1")
        try await setup.portal.choose(second.id, "default")
        #expect(try await setup.recorder.expectCallsInAnyOrder([["1"], ["0"]]))
        _ = try await setup.portal.removed.wait(30) { $0.contains(second.id) ? true : nil }
        #expect(setup.portal.removed.elements == [first.id, second.id])
        #expect(try await setup.fixture.listed("list", "delivered") == [])
    }

    @Test func aTypedReplyIsTheResponse() async throws {
        let setup = try await PortalFixture(version: 2)
        let notification = try await setup.shown("T", "--reply", "Say")
        try await setup.portal.choose(notification.id, "inline-reply", text: "yes & no")
        let response = try await setup.fixture.waitForResponses()[0]
        #expect(response.userText == "yes & no")
    }

    @Test func whatIsReplacedKeepsItsIDAndWhatIsRemovedGoes() async throws {
        let setup = try await PortalFixture(version: 2)
        let first = try await setup.shown("First", "--id", "one")
        let second = try await setup.shown("Second", "--id", "one")
        let other = try await setup.shown("Other", "--id", "two")
        #expect(second.id == first.id)
        #expect(second.text("display-hint") == "['show-as-new']")
        #expect(other.id != first.id)
        #expect(try await setup.fixture.run(["remove", "one"]).code == 0)
        _ = try await setup.portal.removed.wait(30) { $0 == [first.id] ? true : nil }
    }

    @Test(
        "Version 2 hears what is for the list alone, what is private, and what rings until it is seen",
        arguments: [
            (2, ["--level", "passive"], "['tray']", ""),
            (2, ["--level", "passive", "--transient"], "['transient']", ""),
            (2, ["--private"], "['hide-content-on-lock-screen']", ""),
            (
                2, ["--level", "passive", "--private"], "['tray', 'hide-content-on-lock-screen']",
                ""
            ), (2, ["--nag", "5m"], "", "'alarm.ringing'"),
            (1, ["--level", "passive", "--private"], "", ""), (1, ["--nag", "5m"], "", ""),
        ] as [(UInt32, [String], String, String)]
    )
    func hints(version: UInt32, options: [String], hint: String, category: String) async throws {
        let setup = try await PortalFixture(version: version)
        #expect(try await setup.fixture.run(["add", "T"] + options).code == 0)
        let notification = try await setup.portal.notification(titled: "T")
        #expect(notification.text("display-hint") == hint)
        #expect(notification.text("category") == category)
    }

    @Test("Version 2 gets a picture and the file of a sound as descriptors that it can seal")
    func descriptors() async throws {
        let setup = try await PortalFixture(version: 2)
        let (picture, sound, bytes) = try await setup.writeMedia()
        let shown = try await setup.shown("T", "--attach", picture, "--sound", sound)
        #expect(shown.notification["icon"]?[0]?.string == "file-descriptor")
        #expect(shown.notification["sound"]?[0]?.string == "file-descriptor")
        #expect(shown.files.count == 2)
        #expect(shown.files.first?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
        #expect(shown.files.last == bytes)
        // What the portal does not play is the desktop's own.
        let other = "\(setup.fixture.directory)/bell.flac"
        try Data("fLaC".utf8).write(to: URL(filePath: other))
        #expect(try await setup.shown("Other", "--sound", other).text("sound") == "'default'")
    }

    @Test func aPictureGoesAsASquarePNG() async throws {
        let setup = try await PortalFixture()
        let picture = "\(setup.fixture.directory)/picture.jpg"
        let painted = try await Program(path: "/usr/bin/convert").run(
            ["-size", "512x300", "xc:#ff8000", picture],
            environment: [:],
            within: 60
        )
        #expect(painted.code == 0, "\(painted)")
        let icon = try await setup.shown("T", "--attach", picture).notification["icon"]
        #expect(icon?[0]?.string == "bytes")
        let bytes = try #require(icon?[1]?.unboxed?.bytes)
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        // Width and height of its first chunk.
        #expect(Array(bytes[16..<24]) == [0, 0, 1, 0, 0, 0, 1, 0])
    }

    @Test(arguments: [UInt32(1), 2])
    func theCommandsSayWhatThePortalDoesNotTell(version: UInt32) async throws {
        let setup = try await PortalFixture(version: version)
        _ = try await setup.shown("T", "--id", "one")
        let doctor = try await setup.fixture.run(["doctor"])
        #expect(doctor.code == 0)
        #expect(
            doctor.output.contains(
                "ok       portal          the notification portal, version \(version); "
                    + "it does not report what happens to a notification\n"
            )
        )
        #expect(!doctor.output.contains("server  "))
        let shown = try await setup.fixture.run(["show", "one"])
        #expect(
            shown.output.contains(
                "  bubble    sent to the notification portal, which does not report what happens to it\n"
            )
        )
        let list = try await setup.fixture.run(["list", "delivered"])
        #expect(
            list.error
                == "the notification portal does not report what happens to a notification; it is listed "
                + "until you choose an action, or dismiss or remove it here\n"
        )
        #expect(try await setup.fixture.listed("show", "one").map(\.state) == ["shown"])
    }

    @Test(
        arguments: [
            ("", true, nil, "/app/bin/x", true), ("never", true, nil, "/app/bin/x", false),
            ("", false, "/snap/n/1", "/snap/n/1/bin/x", true),
            ("", false, "/snap/n/1", "/snap/n/11/bin/x", false),
            ("", false, "/snap/code/1", "/usr/bin/x", false),
            ("", false, "", "/usr/bin/x", false),
            ("always", false, nil, "/usr/bin/x", true), ("", false, nil, "/usr/bin/x", false),
        ] as [(String, Bool, String?, String, Bool)]
    )
    func aSandboxIsKnownByItsMarks(
        setting: String,
        isFlatpak: Bool,
        snap: String?,
        program: String,
        expected: Bool
    ) {
        let isWanted = PortalUse.isWanted(
            setting: setting,
            isFlatpak: isFlatpak,
            snapFolder: snap,
            program: program
        )
        #expect(isWanted == expected)
    }
}
