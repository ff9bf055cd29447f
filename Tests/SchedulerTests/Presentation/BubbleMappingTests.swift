import AgentInterface
import AgentTestSupport
import DesktopBubbles
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// A request's fields in the words of different servers.
@Suite struct BubbleMappingTests {
    private static func server(
        _ name: String,
        _ capabilities: String = "actions body body-markup"
    ) -> BubbleMapping {
        BubbleMapping(
            profile: ServerProfile(
                for: ServerInformation(
                    name: name,
                    vendor: "",
                    version: "1",
                    specVersion: "1.2",
                    capabilities: capabilities.split(separator: " ").map(String.init)
                )
            )
        )
    }

    private static func request(
        _ body: String = "",
        buttons: Int = 0,
        open: String? = nil,
        _ bubble: BubbleOptions = BubbleOptions()
    ) -> NotificationRequest {
        NotificationRequest(
            appID: AgentNames.app,
            identifier: "id",
            content: NotificationContent(title: "T", body: body),
            actions: (0..<buttons).map { number in
                NotificationAction(identifier: "a\(number + 1)", title: "\(number + 1)", url: "x:y")
            },
            openURL: open,
            bubble: bubble
        )
    }

    @Test("A private one has GNOME's scope for the user's own, whatever the caller's hints say")
    func privacyScope() {
        var request = Self.request()
        request.bubble.hints = ["x-gnome-privacy-scope": .string("system")]
        func scope(isPrivate: Bool) -> [Variant] {
            Self.server("gnome-shell").bubble(for: request, replacing: 0, isPrivate: isPrivate)
                .hints.filter { $0.name == "x-gnome-privacy-scope" }.map(\.value)
        }
        #expect(scope(isPrivate: false) == [.string("system")])
        #expect(scope(isPrivate: true) == [.string("user")])
        request.bubble.hints = [:]
        #expect(scope(isPrivate: false) == [])
        #expect(scope(isPrivate: true) == [.string("user")])
    }

    @Test("Plasma hears which machine of the relay a notification comes from, and nobody else does")
    func origin() {
        var request = Self.request("", BubbleOptions(appName: "laptop"))
        request.sender = Sender(.machine, "id")
        func origin(_ capabilities: String = "body x-kde-origin-name") -> Variant? {
            Self.server("Plasma", capabilities).bubble(for: request, replacing: 0).hints
                .first { $0.name == "x-kde-origin-name" }?.value
        }
        #expect(origin() == .string("laptop"))
        #expect(origin("body") == nil)
        request.sender = Sender(.forward)
        #expect(origin() == nil)
        request.sender = nil
        #expect(origin() == nil)
    }

    @Test("Where somebody else speaks, no desktop file names the agent in place of the label")
    func aLabelIsNotHidden() {
        var request = Self.request("", BubbleOptions(appName: "build1 via ssh"))
        func entry() -> Variant? {
            Self.server("gnome-shell").bubble(for: request, replacing: 0).hints
                .first { $0.name == "desktop-entry" }?.value
        }
        // The user's own.
        #expect(entry() == .string(AgentNames.app))
        request.appID = AgentNames.forwardedApp
        #expect(entry() == nil)
        request.bubble.appName = nil
        #expect(entry() == .string(AgentNames.app))
        // An app with a desktop file of its own keeps it.
        request.bubble.appName = "Example"
        var mapping = Self.server("gnome-shell")
        mapping.looks = AppLooks(name: "E", icon: "", desktopEntry: AgentNames.forwardedApp)
        let hints = mapping.bubble(for: request, replacing: 0).hints
        #expect(
            hints.first { $0.name == "desktop-entry" }?.value == .string(AgentNames.forwardedApp)
        )
    }

    @Test(
        "A click opens nothing where no program receives it, so that there is no button for it",
        arguments: [
            (AgentNames.app, false), (AgentNames.requestFilesApp, false), (RelayClient.app, false),
            (AgentNames.forwardedApp, false), (AgentNames.inboxApp, false),
            ("org.example.App", true),
        ]
    )
    func onlyAnAppReceivesClicks(app: String, isThere: Bool) {
        for server in ["gnome-shell", "Plasma", "Xfce Notify Daemon", "dunst"] {
            var request = Self.request(buttons: 1)
            request.appID = app
            let keys = Self.server(server).bubble(for: request, replacing: 0).actions.map(\.key)
            #expect(keys == (isThere ? ["default", "a1"] : ["a1"]), "\(server)")
            request.openURL = "x:y"
            let opening = Self.server(server).bubble(for: request, replacing: 0).actions
            #expect(opening.map(\.key) == ["default", "a1"], "\(server)")
        }
    }

    @Test(
        "More buttons than a server shows, its last one leads to the next ones",
        arguments: [
            // The number of actions, of places, and the page.
            (3, 3, 0, "1 2 3"), (4, 3, 0, "1 2 More…"), (4, 3, 1, "3 4 More…"),
            (4, 3, 2, "1 2 More…"), (5, 3, 2, "5 More…"), (5, 2, 4, "5 More…"),
            (5, 1, 3, "1"), (5, nil, 0, "1 2 3 4 5"), (5, 0, 0, ""),
        ] as [(Int, Int?, Int, String)]
    )
    func pages(buttons: Int, room: Int?, page: Int, labels: String) {
        var mapping = Self.server("dunst")
        mapping.profile.maxButtons = room
        mapping.profile.reversesButtons = false
        let request = Self.request(buttons: buttons)
        let actions = mapping.bubble(for: request, page: page, replacing: 0).actions
        #expect(actions.map(\.label).joined(separator: " ") == labels)
        // The keys that notify-send sent are all that its caller knows.
        var verbatim = request
        verbatim.bubble.isVerbatim = true
        let sent = mapping.bubble(for: verbatim, page: page, replacing: 0).actions.map(\.label)
        #expect(sent == request.actions.prefix(room ?? buttons).map(\.title))
    }

    @Test(
        "Hints for images have the names of the server's version, as in libnotify",
        arguments: [
            ("1.2", "image-path", "image-data", ""), ("1.3", "image-path", "image-data", ""),
            ("2.0", "image-path", "image-data", ""), ("", "image-path", "image-data", ""),
            ("x", "image-path", "image-data", ""), ("1.1", "image_path", "image_data", ""),
            ("1.1.4", "image_path", "image_data", ""), ("1.10", "image-path", "image-data", ""),
            ("1.0", nil, "icon_data", "face"), ("1", nil, "icon_data", "face"),
            ("0.9", nil, "icon_data", "face"), ("0.3.1", nil, "icon_data", "face"),
        ] as [(String, String?, String, String)]
    )
    func hintsForImages(version: String, path: String?, data: String, icon: String) {
        var bubble = Bubble(appName: "a", summary: "S")
        bubble.hints = [
            .init("image-path", .string("face")), .init("image-data", .string("pixels")),
            .init("urgency", .byte(1)),
        ]
        let named = bubble.naming(images: ImageHints(ofVersion: version))
        #expect(named.hints.map(\.name) == [path, data, "urgency"].compactMap { $0 })
        #expect(named.icon == icon)
        bubble.icon = "own"
        #expect(bubble.naming(images: ImageHints(ofVersion: version)).icon == "own")
    }

    @Test("A hint that the caller has named for that version stays, once")
    func aHintIsSentOnce() {
        var bubble = Bubble(appName: "a", summary: "S")
        bubble.hints = [
            .init("image-path", .string("one")), .init("image_path", .string("two")),
        ]
        let named = bubble.naming(images: ImageHints(ofVersion: "1.1"))
        #expect(named.hints == [.init("image_path", .string("two"))])
    }

    @Test(arguments: [
        (
            "gnome-shell", 5,
            ["default=Open", "a1=1", "a2=2", "\(WireAction.more.identifier)=More…"]
        ),
        ("gnome-shell", 2, ["default=Open", "a1=1", "a2=2"]),
        ("Plasma", 5, ["default=Open", "a1=1", "a2=2", "a3=3", "a4=4", "a5=5"]),
        ("dunst", 2, ["default=Open", "a1=1", "a2=2"]),
        ("mako", 3, ["default=Open", "a3=3", "a2=2", "a1=1"]),
        ("Xfce Notify Daemon", 1, ["default=Open", "a1=1"]),
        ("notify-osd", 2, []),
        ("somebody's", 4, ["default=Open", "a1=1", "a2=2", "a3=3", "a4=4"]),
    ])
    func aServerGetsTheButtonsThatItShows(server: String, count: Int, expected: [String]) {
        let bubble = Self.server(server).bubble(
            for: Self.request(buttons: count, open: "x:y"),
            replacing: 0
        )
        #expect(bubble.actions.map { "\($0.key)=\($0.label)" } == expected)
    }

    @Test(
        "A bubble without drawn buttons names them, and says which click chooses one",
        arguments: [
            ("mako", nil, ["default=Choose…", "a2=2", "a1=1"], "Click to choose: 1, 2"),
            (
                "cosmic-notifications", nil, ["default=Choose…", "a1=1", "a2=2"],
                "Click to choose: 1, 2"
            ),
            ("cosmic-notifications", "x:y", ["default=Open", "a1=1", "a2=2"], nil),
            ("dunst", nil, ["a1=1", "a2=2"], "Middle-click to choose: 1, 2"),
            // A middle click opens the URL.
            ("dunst", "x:y", ["default=Open", "a1=1", "a2=2"], nil),
            ("Plasma", nil, ["a1=1", "a2=2"], nil),
        ] as [(String, String?, [String], String?)]
    )
    func menus(server: String, url: String?, expected: [String], note: String?) {
        let bubble = Self.server(server).bubble(
            for: Self.request(buttons: 2, open: url),
            replacing: 0
        )
        #expect(bubble.actions.map { "\($0.key)=\($0.label)" } == expected)
        let last = bubble.body.split(separator: "\n").last.map(String.init)
        #expect(last == note || note == nil && !bubble.body.contains("to choose"))
    }

    /// A middle click would choose the action of the click then, which closes.
    @Test func aQuestionForAPermissionNamesNoMiddleClickWhereNoButtonsAreDrawn() {
        var request = Self.request(buttons: 2)
        request.identifier = NotificationRequest.permissionQuestion
        var mapping = Self.server("dunst")
        #expect(mapping.bubble(for: request, replacing: 0).body == "Middle-click to choose: 1, 2")
        mapping.profile.drawsButtons = false
        #expect(mapping.bubble(for: request, replacing: 0).body == "")
    }

    @Test func aServerWithoutActionsGetsNone() {
        let bubble = Self.server("gnome-shell", "body").bubble(
            for: Self.request(buttons: 2, open: "x:y"),
            replacing: 0
        )
        #expect(bubble.actions == [])
    }

    @Test(arguments: [
        ("gnome-shell", "actions body", "a  b & <c>\n\nd", "a  b & <c>\n\nd"),
        ("gnome-shell", "body-markup", "a  b & <c>\n\nd", "a  b &amp; &lt;c&gt;\n\nd"),
        (
            "Plasma", "body-markup", "a  b & <c>\n\n\nd\n  e\tf",
            "a &#160;b &amp; &lt;c&gt;\n&#160;\n&#160;\nd\n&#160;&#160;e&#160;f"
        ),
        ("Plasma", "body", "a  b", "a  b"),
    ])
    func aBodyIsSaidInTheServersWay(
        server: String,
        capabilities: String,
        body: String,
        expected: String
    ) {
        let bubble = Self.server(server, capabilities).bubble(
            for: Self.request(body),
            replacing: 0
        )
        #expect(bubble.body == expected)
    }

    @Test(arguments: [
        ("body-markup body-hyperlinks body-images", "<b>x</b> <a href=\"x:y\">l</a>\nlate &lt;"),
        ("body-markup", "<b>x</b> l (x:y)\nlate &lt;"),
        ("body", "x l (x:y)\nlate <"),
    ])
    func markupIsReducedAndTheAgentsOwnWordsAreText(capabilities: String, expected: String) {
        let bubble = Self.server("somebody's", capabilities).bubble(
            for: Self.request(
                "<b>x</b> <a href=\"x:y\">l</a>",
                BubbleOptions(hasMarkup: true)
            ),
            note: "late <",
            replacing: 0
        )
        #expect(bubble.body == expected)
    }

    @Test func iconAndHintsAreTheCallers() {
        let options = BubbleOptions(
            appName: "backup",
            icon: "/a.png",
            hints: ["value": .integer(42), "category": .string("transfer.complete")]
        )
        let bubble = Self.server("Plasma").bubble(for: Self.request("", options), replacing: 7)
        #expect(
            bubble
                == Bubble(
                    appName: "backup",
                    replacesID: 7,
                    icon: "/a.png",
                    summary: "T",
                    body: "",
                    actions: [],
                    hints: [
                        Bubble.Hint("urgency", .byte(1)),
                        Bubble.Hint("desktop-entry", .string(AgentNames.app)),
                        Bubble.Hint("suppress-sound", .boolean(true)),
                        Bubble.Hint("category", .string("transfer.complete")),
                        Bubble.Hint("value", .int32(42)),
                        Bubble.Hint("image-path", .string("/a.png")),
                    ],
                    expiry: .standard
                )
        )
    }

    @Test(
        arguments: [
            ("Plasma", nil, .standard), ("Plasma", 0, .never), ("Plasma", 900, .milliseconds(900)),
            ("notify-osd", 0, .standard), ("dunst", -1, .standard),
        ] as [(String, Int32?, Bubble.Expiry)]
    )
    func aBubbleGoesWhenItIsAskedTo(server: String, expiry: Int32?, expected: Bubble.Expiry) {
        let request = Self.request("", BubbleOptions(expiry: expiry))
        #expect(Self.server(server).bubble(for: request, replacing: 0).expiry == expected)
    }

    /// A bubble with or without a trigger, and whether it stays.
    struct Staying: Sendable {
        var server = "dunst"
        var capabilities = "actions body"
        var stay = AgentConfiguration.StayChoice.scheduled
        var trigger = NotificationTrigger.timeInterval(microseconds: 1_000_000, repeats: false)
        var options = BubbleOptions()
        var presentation: PresentationOptions?
        let expected: Bubble.Expiry
    }

    private static let transient = BubbleOptions(hints: ["transient": .boolean(true)])

    @Test(arguments: [
        Staying(expected: .never),
        Staying(trigger: .immediate, expected: .standard),
        Staying(capabilities: "actions body persistence", expected: .standard),
        Staying(server: "notify-osd", expected: .standard),
        Staying(options: BubbleOptions(expiry: 900), expected: .milliseconds(900)),
        Staying(options: BubbleOptions(expiry: -1), expected: .standard),
        Staying(options: transient, expected: .standard),
        Staying(presentation: [.banner], expected: .standard),
        Staying(presentation: [.banner, .list], expected: .never),
        Staying(stay: .never, expected: .standard),
        Staying(stay: .never, options: BubbleOptions(expiry: 0), expected: .never),
        Staying(stay: .always, expected: .never),
        Staying(stay: .always, trigger: .immediate, expected: .never),
        Staying(capabilities: "body persistence", stay: .always, expected: .never),
        Staying(stay: .always, options: transient, expected: .standard),
        Staying(stay: .always, options: BubbleOptions(expiry: 900), expected: .milliseconds(900)),
    ])
    func whatWasScheduledStaysWhereNoListKeepsIt(row: Staying) {
        var mapping = Self.server(row.server, row.capabilities)
        mapping.stay = row.stay
        var request = Self.request("", row.options)
        request.trigger = row.trigger
        let bubble = mapping.bubble(for: request, presentation: row.presentation, replacing: 0)
        #expect(bubble.expiry == row.expected)
    }

    @Test func theSummaryOfWhatWasScheduledStays() {
        let summary = LateSummary.request(
            for: [],
            now: Instant(seconds: 1_800_000_000),
            in: FixedZone.utc
        )
        #expect(Self.server("dunst").bubble(for: summary, replacing: 0).expiry == .never)
    }

    @Test(
        "A critical one stays on every server that lets it, unless the user says otherwise",
        arguments: [
            ("notification-daemon", .never), ("Xfce Notify Daemon", .never),
            ("dunst", .never), ("gnome-shell", .never), ("notify-osd", .standard),
            ("budgie-desktop", .milliseconds(12_000)),
        ] as [(String, Bubble.Expiry)]
    )
    func criticalStays(server: String, expiry: Bubble.Expiry) {
        var request = Self.request()
        request.content.interruptionLevel = .critical
        var mapping = Self.server(server)
        #expect(mapping.bubble(for: request, replacing: 0).expiry == expiry)
        request.bubble.expiry = 2_000
        #expect(mapping.bubble(for: request, replacing: 0).expiry == .milliseconds(2_000))
        request.bubble.expiry = nil
        mapping.stay = .never
        #expect(mapping.bubble(for: request, replacing: 0).expiry == .standard)
    }

    @Test(
        "What is urgent does not expire while do-not-disturb hides it",
        arguments: [
            ("mako", InterruptionLevel.critical, true), ("mako", .timeSensitive, true),
            ("mako", .active, false), ("dunst", .critical, true), ("gnome-shell", .critical, false),
            ("notification-daemon", .critical, false),
        ]
    )
    func expiryUnderDoNotDisturb(server: String, level: InterruptionLevel, stays: Bool) {
        var request = Self.request()
        request.content.interruptionLevel = level
        var mapping = Self.server(server)
        mapping.stay = .never
        #expect(mapping.bubble(for: request, replacing: 0).expiry == .standard)
        mapping.isQuiet = true
        #expect(mapping.bubble(for: request, replacing: 0).expiry == (stays ? .never : .standard))
        request.bubble.hints["transient"] = .boolean(true)
        #expect(mapping.bubble(for: request, replacing: 0).expiry == .standard)
    }

    @Test("A server that draws no image gets it as the icon", arguments: [true, false])
    func imageAsIcon(takesImageAsIcon: Bool) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/picture.png"
        try SamplePicture.write(to: folder.path, as: "picture.png")
        var profile = ServerProfile()
        profile.takesImageAsIcon = takesImageAsIcon
        var attachment = SamplePicture.attachment()
        attachment.source = .path(path)
        let request = NotificationRequest(
            appID: AgentNames.app,
            identifier: "one",
            content: NotificationContent(title: "T", attachments: [attachment])
        )
        let bubble = BubbleMapping(profile: profile, looks: .built)
            .bubble(for: request, replacing: 0)
        #expect((bubble.icon == path) == takesImageAsIcon)
        #expect(bubble.hints.contains { $0.name == "image-path" } == !takesImageAsIcon)
    }
}
