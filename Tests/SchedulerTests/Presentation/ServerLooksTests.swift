import AgentInterface
import DesktopBubbles
import GLibBridge
import NotifyCore
import Testing

@testable import SchedulerAgent

/// What is changed for servers that would show a bubble badly.
@Suite struct ServerLooksTests {
    private static func mapping(
        _ name: String,
        _ capabilities: String = "actions body body-markup body-hyperlinks",
        vendor: String = ""
    ) -> BubbleMapping {
        BubbleMapping(
            profile: ServerProfile(
                for: ServerInformation(
                    name: name,
                    vendor: vendor,
                    version: "1",
                    specVersion: "1.2",
                    capabilities: capabilities.split(separator: " ").map(String.init)
                )
            )
        )
    }

    private static func request(
        _ title: String = "T",
        _ body: String = "",
        actions: [NotificationAction] = [],
        open: String? = nil,
        _ bubble: BubbleOptions = BubbleOptions()
    ) -> NotificationRequest {
        NotificationRequest(
            appID: AgentNames.app,
            identifier: "id",
            content: NotificationContent(title: title, body: body),
            actions: actions,
            openURL: open,
            bubble: bubble
        )
    }

    private static let xfce = "Xfce Notify Daemon"
    private static let budgie = "Budgie Notification Server"

    @Test(
        "Where a bar would hide the text, the progress is text",
        arguments: [
            (.integer(50), "Running\n█████░░░░░ 50 %"), (.byte(9), "Running\n░░░░░░░░░░ 9 %"),
            (.integer(100), "Running\n██████████ 100 %"),
            (.integer(300), "Running\n██████████ 100 %"),
            (.integer(-1), "Running\n░░░░░░░░░░ 0 %"), (.double(33.4), "Running\n███░░░░░░░ 33 %"),
        ] as [(HintValue, String)]
    )
    func progressIsText(value: HintValue, body: String) {
        let stop = NotificationAction(identifier: "stop", title: "Stop")
        let options = BubbleOptions(hints: ["value": value])
        let request = Self.request("Make", "Running", actions: [stop], options)
        let bubble = Self.mapping(Self.xfce).bubble(for: request, replacing: 0)
        #expect(bubble.summary == "Make")
        #expect(bubble.body == body)
        #expect(bubble.actions == [Bubble.Action(key: "stop", label: "Stop")])
        #expect(!bubble.hints.contains { $0.name == "value" })
        // Elsewhere the server draws it, or ignores it; dunst draws no buttons.
        let other = Self.mapping("dunst").bubble(for: request, replacing: 0)
        #expect(other.body == "Running\nMiddle-click to choose: Stop")
        #expect(other.hints.contains { $0.name == "value" && $0.value == value.variant })
    }

    @Test("A value that is no number stays as it is") func oddValue() {
        let options = BubbleOptions(hints: ["value": .string("half")])
        let bubble = Self.mapping(Self.xfce).bubble(
            for: Self.request("T", "b", options),
            replacing: 0
        )
        #expect(bubble.body == "b")
        #expect(bubble.hints.contains { $0.name == "value" })
    }

    @Test(
        "A long text leaves room for the buttons, and its notes stay",
        arguments: [Self.xfce, "Notification Daemon", "lxqt-notificationd", "mate"]
    )
    func aLongTextIsCut(server: String) {
        let lines = (1...60).map { "line \($0) & more" }.joined(separator: "\n")
        let mapping = Self.mapping(server)
        let bubble = mapping.bubble(for: Self.request("T", lines), note: "late", replacing: 0)
        let shown = bubble.body.split(separator: "\n")
        #expect(shown.count == 25)
        #expect(shown.dropLast().last == "line 24 &amp; more…")
        #expect(shown.last == "late")
        let word = String(repeating: "long ", count: 1_000)
        let wide = mapping.bubble(for: Self.request(word, word), replacing: 0)
        // The bubbles of notification-daemon are narrower.
        let columns = server == "Notification Daemon" ? 32 : 50
        #expect((columns * 24 - 5...columns * 24 + 1).contains(wide.body.count))
        #expect(wide.body.hasSuffix("…"))
        #expect((columns * 3 - 5...columns * 3 + 1).contains(wide.summary.count))
        #expect(wide.summary.hasSuffix("…"))
        // A subtitle is part of it.
        var request = Self.request("T", lines)
        request.content.subtitle = "First"
        #expect(
            mapping.bubble(for: request, replacing: 0).body.split(separator: "\n").last
                == "line 23 &amp; more…"
        )
    }

    @Test(
        "A server that shortens a text itself gets the whole",
        arguments: ["gnome-shell", "Plasma", "x"]
    )
    func aLongTextIsWhole(server: String) {
        let lines = (1...60).map { "line \($0)" }.joined(separator: "\n")
        let bubble = Self.mapping(server).bubble(for: Self.request(lines, lines), replacing: 0)
        #expect(bubble.summary == lines)
        #expect(bubble.body == lines)
    }

    @Test("Markup with links has no tags that the server shows as text") func links() {
        let options = BubbleOptions(hasMarkup: true)
        let request = Self.request("T", "<b>x</b> <a href=\"x:y\">l</a>", options)
        let bubble = Self.mapping("Notification Daemon", vendor: "GNOME").bubble(
            for: request,
            replacing: 0
        )
        #expect(bubble.body == "<b>x</b> l (x:y)")
    }

    @Test("An icon is sent once where icon and image are drawn side by side") func iconOnce() {
        let request = Self.request("T", "", BubbleOptions(icon: "/a.png"))
        let bubble = Self.mapping("SwayNotificationCenter").bubble(for: request, replacing: 0)
        #expect(bubble.icon == "/a.png")
        #expect(!bubble.hints.contains { $0.name == "image-path" })
    }

    @Test("dunst gets the icon that was asked for, and not that of the app") func dunstIcon() {
        let mapping = Self.mapping("dunst")
        #expect(mapping.bubble(for: Self.request(), replacing: 0).icon == "")
        let asked = Self.request("T", "", BubbleOptions(icon: "face-smile"))
        #expect(mapping.bubble(for: asked, replacing: 0).icon == "face-smile")
        #expect(
            Self.mapping("mako").bubble(for: Self.request(), replacing: 0).icon == AgentNames.app
        )
    }

    @Test("Budgie shows the title, three buttons and the picture") func budgie() {
        let actions = (1...4).map { NotificationAction(identifier: "a\($0)", title: "\($0)") }
        let request = Self.request(
            "R&D <now>",
            "a & b",
            actions: actions,
            open: "x:y",
            BubbleOptions(icon: "/a.png", expiry: 0)
        )
        let mapping = Self.mapping(Self.budgie, "actions body body-markup sound")
        let bubble = mapping.bubble(for: request, replacing: 0)
        #expect(bubble.summary == "R+D ‹now>")
        #expect(bubble.body == "a &amp; b")
        // It leaves out what comes after the click on the bubble.
        #expect(
            bubble.actions.map(\.key) == ["a1", "a2", WireAction.more.identifier, "default"]
        )
        #expect(bubble.hints.contains(Bubble.Hint("image-path", .string("/a.png"))))
        #expect(bubble.expiry == .milliseconds(12_000))
        // Without a body it would show the name of the app as the title.
        #expect(mapping.bubble(for: Self.request("Tea"), replacing: 0).body == "\u{200B}")
    }

    @Test("Bubbles carry the name of the desktop file") func name() {
        #expect(
            Self.mapping("Plasma").bubble(for: Self.request(), replacing: 0).appName
                == "Notify Schedule"
        )
    }

    @Test("A key that belongs to another action of the bubble has a mark") func markedKeys() {
        let stop = NotificationAction(identifier: "action-1", title: "Stop")
        let log = NotificationAction(identifier: "action-1", title: "Log", url: "file:///log")
        #expect(WireAction.key(of: stop) == "action-1")
        let marked = WireAction.key(of: stop, isMarked: true)
        #expect(marked != "action-1")
        #expect(marked != WireAction.key(of: log, isMarked: true))
        #expect(WireAction.isMarked(marked))
        for identifier in ["default", "settings", "inline-reply", "action:x", "a#b"] {
            let action = NotificationAction(identifier: identifier, title: "T")
            let key = WireAction.key(of: action)
            #expect(WireAction.identifier(ofKey: key) == identifier)
            #expect(!WireAction.isMarked(key))
            let name = WireAction.identifier(ofKey: WireAction.key(of: action, isMarked: true))
            #expect(name == WireAction.markedName(of: action))
        }
    }
}
