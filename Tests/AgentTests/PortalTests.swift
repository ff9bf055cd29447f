import DesktopBubbles
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// An agent inside a sandbox shows what it has through the notification portal.
@Suite struct PortalTests {
    /// A desk whose agent runs as in a sandbox.
    private struct Stage {
        let desk: Desk
        let portal: PortalDouble
        let agent: RunningProgram
        let recorder: CommandRecorder

        init(version: UInt32 = 1) async throws {
            desk = try await Desk()
            portal = try await PortalDouble(on: desk.bus, version: version)
            recorder = try await CommandRecorder(in: desk)
            try recorder.configure(["clock": "\(recorder.program) %{m}"])
            agent = try await desk.startAgent([
                "NOTIFY_SCHEDULE_PORTAL": "always",
                // gdk-pixbuf tells images by the desktop's table of file types.
                "XDG_DATA_DIRS": "\(desk.directory)/share:/usr/share",
            ])
        }

        /// Adds one and waits until it is delivered.
        func shown(_ title: String, _ arguments: String...) async throws -> PortalDouble.Added {
            let count = desk.signals("Delivered").count
            let outcome = try await desk.run(["add", title] + arguments)
            guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
            let notification = try await portal.notification(titled: title)
            _ = try await desk.waitForSignals("Delivered", count + 1)
            return notification
        }

        /// Shows one more: whatever came before has arrived then.
        func barrier() async throws { _ = try await shown("barrier") }
    }

    private static let plain = [
        "a < b & c\nd", "--open", "clock:?m=0", "--action", "A=clock:?m=1",
        "--action", "B (x)=clock:?m=2", "--reply", "Say", "--sound", "default",
        "--hint", "string:category:alarm.ringing", "--icon", "dialog-warning",
    ]

    @Test func version1GetsTheFieldsThatItHas() async throws {
        let stage = try await Stage()
        let outcome = try await stage.desk.run(["add", "T"] + Self.plain)
        #expect(outcome.code == 0, "\(outcome)")
        let notification = try await stage.portal.notification(titled: "T").notification
        #expect(
            notification.description == """
                {'title': <'T'>, 'body': <'a < b & c\\nd'>, \
                'icon': <('themed', <['dialog-warning']>)>, 'priority': <'normal'>, \
                'default-action': <'choose'>, 'default-action-target': <'default'>, 'buttons': <[\
                {'label': <'A'>, 'action': <'choose'>, 'target': <'action-1'>}, \
                {'label': <'B (x)'>, 'action': <'choose'>, 'target': <'action-2'>}, \
                {'label': <'Reply'>, 'action': <'choose'>, 'target': <'reply'>}]>}
                """
        )
    }

    @Test func version2GetsMore() async throws {
        let stage = try await Stage(version: 2)
        let outcome = try await stage.desk.run(["add", "T"] + Self.plain)
        #expect(outcome.code == 0, "\(outcome)")
        let notification = try await stage.portal.notification(titled: "T").notification
        #expect(
            notification.description == """
                {'title': <'T'>, 'body': <'a < b & c\\nd'>, \
                'icon': <('themed', <['dialog-warning']>)>, 'sound': <'default'>, \
                'priority': <'normal'>, \
                'default-action': <'choose'>, 'default-action-target': <'default'>, 'buttons': <[\
                {'label': <'A'>, 'action': <'choose'>, 'target': <'action-1'>}, \
                {'label': <'B (x)'>, 'action': <'choose'>, 'target': <'action-2'>}, \
                {'label': <'Reply'>, 'action': <'choose'>, 'target': <'inline-reply'>, \
                'purpose': <'im.reply-with-text'>}]>, 'category': <'im.received'>}
                """
        )
    }

    @Test(arguments: [
        (1, "{'title': <'T'>, 'body': <'x & y (x:y)'>, 'priority': <'normal'>}"),
        (
            2,
            """
            {'title': <'T'>, 'markup-body': <'<b>x</b> &amp; <a href="x:y">y</a>'>, \
            'sound': <'silent'>, 'priority': <'normal'>, 'category': <'alarm.ringing'>}
            """
        ),
    ])
    func markupIsSaidInThePortalsWay(version: UInt32, expected: String) async throws {
        let stage = try await Stage(version: version)
        let notification = try await stage.shown(
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
        let stage = try await Stage()
        #expect(try await stage.shown("T", "--level", level).text("priority") == priority)
    }

    /// A category that the portal does not know would have it refuse the whole notification.
    @Test func whatThePortalDoesNotKnowIsLeftOut() async throws {
        let stage = try await Stage(version: 2)
        let hint = "string:category:transfer.complete"
        let notification = try await stage.shown("T", "--hint", hint, "--hint", "int:value:3")
        #expect(
            notification.notification.description
                == "{'title': <'T'>, 'sound': <'silent'>, 'priority': <'normal'>}"
        )
    }

    @Test(arguments: [UInt32(1), 2])
    func aChoiceOpensItsURLOnce(version: UInt32) async throws {
        let stage = try await Stage(version: version)
        let buttons = ["--open", "clock:?m=0", "--action", "A=clock:?m=1"]
        let first = try await stage.shown("First", buttons[0], buttons[1], buttons[2], buttons[3])
        let second = try await stage.shown("Second", buttons[0], buttons[1], "--id", "second")
        try await stage.portal.choose(first.id, "action-1")
        try await stage.portal.choose(first.id, "action-1")
        _ = try await stage.portal.removed.wait(30) { $0.contains(first.id) ? true : nil }
        try await stage.portal.choose("somebody-elses", "action-1")
        try await stage.portal.choose(second.id, "default")
        _ = try await stage.desk.waitForSignals("Responded", 2)
        #expect(try await stage.recorder.expectCalls(["1"], ["0"]))
        #expect(try await stage.desk.listed("list", "delivered") == [])
        #expect(stage.portal.removed.elements == [first.id, second.id])
    }

    @Test func aTypedReplyIsTheResponse() async throws {
        let stage = try await Stage(version: 2)
        let notification = try await stage.shown("T", "--reply", "Say")
        try await stage.portal.choose(notification.id, "inline-reply", text: "yes & no")
        let response = try await stage.desk.waitForSignals("Responded")[0]
        #expect(response.details?["userText"]?.string == "yes & no")
    }

    @Test func whatIsReplacedKeepsItsIDAndWhatIsRemovedGoes() async throws {
        let stage = try await Stage(version: 2)
        let first = try await stage.shown("First", "--id", "one")
        let second = try await stage.shown("Second", "--id", "one")
        let other = try await stage.shown("Other", "--id", "two")
        #expect(second.id == first.id)
        #expect(second.text("display-hint") == "['show-as-new']")
        #expect(other.id != first.id)
        #expect(try await stage.desk.run(["remove", "one"]).code == 0)
        _ = try await stage.portal.removed.wait(30) { $0 == [first.id] ? true : nil }
    }

    @Test func whatWasThereComesBackOnceWithThePortal() async throws {
        let stage = try await Stage()
        _ = try await stage.shown("T", "--action", "A=clock:?m=1")
        await stage.portal.stop()
        try await stage.portal.start()
        let again = try await stage.portal.notifications(titled: "T", 2)
        // The desktop has the old one still, and the portal does not know of it.
        #expect(again[1].id == again[0].id)
        try await stage.barrier()
        #expect(stage.portal.added.elements.map(\.title) == ["T", "T", "barrier"])
        try await stage.portal.choose(again[1].id, "action-1")
        #expect(try await stage.recorder.expectCalls(["1"]))
    }

    /// Some versions tell of a choice to nobody but the sender, which has left the bus.
    @Test func anotherAgentTakesOverWhatIsOnTheScreen() async throws {
        let stage = try await Stage()
        let first = try await stage.shown("T", "--action", "A=clock:?m=1")
        try await stage.desk.endAgent()
        let agent = try await stage.desk.startAgent(["NOTIFY_SCHEDULE_PORTAL": "always"])
        defer { withExtendedLifetime(agent) {} }
        let again = try await stage.portal.notifications(titled: "T", 2)
        #expect(again[1].id == first.id)
        try await stage.portal.choose(first.id, "action-1")
        #expect(try await stage.recorder.expectCalls(["1"]))
    }

    @Test func withoutAPortalWhatIsDueWaits() async throws {
        let stage = try await Stage()
        await stage.portal.stop()
        let doctor = try await within(30, "the agent's word of it") {
            while true {
                let doctor = try await stage.desk.run(["doctor"])
                if doctor.code == 1 { return doctor }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        #expect(
            doctor.output.contains("no notification portal answers; what is due waits for one\n")
        )
        try await stage.desk.add("T")
        try await stage.portal.start()
        _ = try await stage.portal.notification(titled: "T")
    }

    @Test func aRefusalIsInTheHistory() async throws {
        let stage = try await Stage()
        await stage.portal.setBehaviour(.fail("Showing notifications is not allowed"))
        try await stage.desk.add("T", "--id", "one")
        _ = try await stage.portal.notification(titled: "T")
        await stage.portal.setBehaviour(.accept)
        try await stage.barrier()
        let history = try await stage.desk.run(["show", "one"]).output
        #expect(history.contains("Showing notifications is not allowed"))
        #expect(stage.portal.added.elements.count == 2)
    }

    @Test func commandsAnswerWhileThePortalHangs() async throws {
        let stage = try await Stage()
        try await stage.barrier()
        await stage.portal.setBehaviour(.hang)
        try await stage.desk.add("Stuck", "--id", "stuck")
        _ = try await stage.portal.notification(titled: "Stuck")
        #expect(try await stage.desk.listed("show", "stuck").map(\.state) == ["delivering"])
        #expect(stage.desk.signals("Delivered").count == 1)
        await stage.portal.release()
        _ = try await stage.desk.waitForSignals("Delivered", 2)
        #expect(stage.portal.added.elements.map(\.title) == ["barrier", "Stuck"])
    }

    @Test func anAnswerAfterTheDeadlineIsHeard() async throws {
        let bus = try await PrivateBus()
        let portal = try await PortalDouble(on: bus)
        let client = PortalClient(connection: try bus.connect(), patience: 200)
        let (subscriptions, owner) = await client.listen()
        await portal.setBehaviour(.hang)
        let outcome = await client.show(PortalNotification(title: "T"), number: 7)
        #expect(outcome == .timedOut(ticket: 1))
        await portal.release()
        var events = client.events.makeAsyncIterator()
        #expect(
            await events.next()
                == .lateReply(ticket: 1, outcome: .shown(owner: try #require(owner), id: 7))
        )
        withExtendedLifetime(subscriptions) {}
    }

    @Test func aPictureGoesAsASquarePNG() async throws {
        let stage = try await Stage()
        let picture = "\(stage.desk.directory)/picture.jpg"
        let painted = try await Program(path: "/usr/bin/convert").run(
            ["-size", "512x300", "xc:#ff8000", picture],
            environment: [:],
            within: 60
        )
        #expect(painted.code == 0, "\(painted)")
        let icon = try await stage.shown("T", "--attach", picture).notification["icon"]
        #expect(icon?[0]?.string == "bytes")
        let bytes = try #require(icon?[1]?.unboxed?.bytes)
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        // Width and height of its first chunk.
        #expect(Array(bytes[16..<24]) == [0, 0, 1, 0, 0, 0, 1, 0])
    }

    @Test(arguments: [UInt32(1), 2])
    func theCommandsSayWhatThePortalDoesNotTell(version: UInt32) async throws {
        let stage = try await Stage(version: version)
        _ = try await stage.shown("T", "--id", "one")
        let doctor = try await stage.desk.run(["doctor"])
        #expect(doctor.code == 0)
        #expect(
            doctor.output.contains(
                "ok       portal          the notification portal, version \(version); "
                    + "it does not tell what became of a notification\n"
            )
        )
        #expect(!doctor.output.contains("server  "))
        let shown = try await stage.desk.run(["show", "one"])
        #expect(
            shown.output.contains(
                "  bubble    handed to the notification portal, which does not tell what became of it\n"
            )
        )
        let list = try await stage.desk.run(["list", "delivered"])
        #expect(
            list.error
                == "the notification portal does not tell what became of a notification; it is listed "
                + "until you choose an action, or dismiss or remove it here\n"
        )
        #expect(try await stage.desk.listed("show", "one").map(\.state) == ["shown"])
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
        wish: String,
        isFlatpak: Bool,
        snap: String?,
        program: String,
        expected: Bool
    ) {
        let isWanted = PortalUse.isWanted(
            wish: wish,
            isFlatpak: isFlatpak,
            snapFolder: snap,
            program: program
        )
        #expect(isWanted == expected)
    }
}
