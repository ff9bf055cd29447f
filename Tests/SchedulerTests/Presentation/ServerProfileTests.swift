import AgentTestSupport
import DesktopBubbles
import NotifyCore
import Testing

@testable import SchedulerAgent

/// What a server says of itself chooses how it is treated.
@Suite struct ServerProfileTests {
    /// A server's words, and what its profile has that the standard one has not.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let vendor: String
        let capabilities: [String]
        let expected: ServerProfile

        var testDescription: String { "\(name) of \(vendor)" }

        init(
            _ name: String,
            _ vendor: String,
            _ capabilities: String,
            _ change: (inout ServerProfile) -> Void
        ) {
            self.name = name
            self.vendor = vendor
            self.capabilities = capabilities.split(separator: " ").map(String.init)
            var profile = ServerProfile()
            change(&profile)
            expected = profile
        }
    }

    private static let textLimit = TextLimit(lines: 24, characters: 50)

    private static let rows: [Row] = [
        Row("gnome-shell", "GNOME", "actions body body-markup sound") {
            $0.name = "gnome-shell"
            $0.doNotDisturb = DoNotDisturbRules(.kept, .kept, .kept, .shown)
            $0.forgetsGoneSenders = true
            $0.keepsButtonsInPlace = false
            $0.maxButtons = 3
            $0.closesAfterAction = true
            $0.obeysExpiry = false
            $0.markup = .basic
            $0.playsSound = true
            $0.pace = ServerProfile.Pace(burst: 3, interval: .seconds(4))
        },
        Row("Plasma", "KDE", "actions body-markup body-hyperlinks body-images inline-reply sound") {
            $0.hasReplyField = true
            $0.name = "plasma"
            $0.doNotDisturb = DoNotDisturbRules(.kept, .kept, .kept, .shown)
            $0.forgetsGoneSenders = true
            $0.maxButtons = nil
            $0.closesAfterAction = true
            $0.markup = .all
            $0.squeezesBlanks = true
            $0.playsSound = true
        },
        Row("dunst", "knopwob", "actions body body-hyperlinks body-markup") {
            $0.name = "dunst"
            $0.choosesByMiddleClick = true
            $0.doNotDisturb = DoNotDisturbRules(.kept, .kept, .kept, .kept)
            $0.maxButtons = nil
            $0.markup = [.basic, .link]
            $0.showsAppIcon = false
        },
        Row("dunst", "knopwob", "actions body body-hyperlinks") {
            $0.name = "dunst"
            $0.choosesByMiddleClick = true
            // It reads tags where its file does not say whether it should.
            $0.markup = .basic
            $0.doNotDisturb = DoNotDisturbRules(.kept, .kept, .kept, .kept)
            $0.maxButtons = nil
            $0.showsAppIcon = false
        },
        Row("mako", "emersion", "actions body body-markup") {
            $0.name = "mako"
            $0.drawsButtons = false
            $0.doNotDisturb = DoNotDisturbRules(.hidden, .hidden, .kept, .kept)
            $0.maxButtons = nil
            $0.reversesButtons = true
            $0.markup = .basic
        },
        Row("SwayNotificationCenter", "ErikReider", "actions body-markup body-images inline-reply")
        {
            $0.name = "swaync"
            $0.doNotDisturb = DoNotDisturbRules(.kept, .kept, .kept, .shown)
            $0.maxButtons = nil
            $0.closesAfterAction = true
            $0.markup = [.basic, .image]
            $0.readsImageURIs = false
            $0.drawsIconAndImage = true
            $0.textLimit = Self.textLimit
        },
        Row("Xfce Notify Daemon", "Xfce", "actions body-markup body-hyperlinks") {
            $0.name = "xfce"
            $0.doNotDisturb = DoNotDisturbRules(.hidden, .hidden, .dropped, .shown)
            $0.maxButtons = nil
            $0.valueHidesText = true
            $0.textLimit = Self.textLimit
            $0.closesAfterAction = true
            $0.markup = [.basic, .link]
        },
        Row("Notification Daemon", "MATE", "actions body-markup sound") {
            $0.name = "mate"
            $0.doNotDisturb = DoNotDisturbRules(.hidden, .dropped, .dropped, .dropped)
            $0.maxButtons = nil
            $0.closesAfterAction = true
            $0.markup = .basic
            $0.playsSound = true
            $0.textLimit = Self.textLimit
            $0.reportsCrossAsExpiry = true
            $0.takesImageAsIcon = true
        },
        Row("Notification Daemon", "GNOME", "actions body-markup body-hyperlinks sound") {
            $0.name = "notification-daemon"
            $0.maxButtons = nil
            $0.closesAfterAction = true
            $0.markup = .basic
            $0.textLimit = TextLimit(lines: 24, characters: 32)
        },
        Row("cosmic-notifications", "System76", "body persistence actions body-markup") {
            $0.name = "cosmic"
            $0.maxButtons = nil
            $0.drawsButtons = false
            $0.closesCritical = true
            $0.closesAfterAction = true
            $0.keepsExpired = true
            $0.markup = .basic
        },
        Row("fnott", "dnkl", "body actions body-markup") {
            $0.name = "fnott"
            $0.maxButtons = nil
            $0.drawsButtons = false
            $0.markup = .basic
        },
        Row("wired", "Toqozz", "actions body body-hyperlinks icon-static") {
            $0.name = "wired"
            $0.maxButtons = nil
            $0.drawsButtons = false
            $0.readsImageURIs = false
        },
        Row("tiramisu", "Sweets", "body") { _ in },
        Row("quickshell", "quickshell", "body actions inline-reply persistence") {
            $0.name = "quickshell"
            $0.maxButtons = nil
            $0.closesAfterAction = true
            $0.keepsExpired = true
            $0.keepsButtonsInPlace = false
            $0.keepsOldButtons = true
        },
        Row("notifd", "astal", "body actions persistence") {
            $0.name = "astal"
            $0.maxButtons = nil
            $0.closesAfterAction = true
        },
        Row("notify-osd", "Canonical Ltd", "body body-markup") {
            $0.name = "notify-osd"
            $0.maxButtons = 0
            $0.closesAfterAction = true
            $0.obeysExpiry = false
            $0.mayStay = false
            $0.markup = .basic
        },
        Row("notify-osd", "Canonical Ltd", "actions body body-markup") {
            $0.name = "notify-osd"
            $0.maxButtons = 0
            $0.closesAfterAction = true
            $0.obeysExpiry = false
            $0.mayStay = false
            $0.markup = .basic
        },
        Row("lxqt-notificationd", "lxqt.org", "actions body-markup") {
            $0.name = "lxqt"
            $0.doNotDisturb = DoNotDisturbRules(.hidden, .hidden, .hidden, .hidden)
            $0.maxButtons = nil
            $0.markup = .basic
            $0.dropsRepeats = true
            $0.keepsButtonsInPlace = false
            $0.keepsOldButtons = true
            $0.textLimit = Self.textLimit
            $0.takesImageAsIcon = true
        },
        Row("cinnamon", "GNOME", "actions body-markup sound") {
            $0.name = "cinnamon"
            $0.doNotDisturb = DoNotDisturbRules(.kept, .kept, .kept, .kept)
            $0.readsImageURIs = false
            $0.maxBubbles = 10
            $0.textLimit = Self.textLimit
            $0.maxButtons = nil
            $0.closesAfterAction = true
            $0.markup = .basic
            $0.playsSound = true
        },
        Row("Budgie Notification Server", "Budgie Desktop Developers", "actions body-markup sound")
        {
            $0.name = "budgie"
            $0.doNotDisturb = DoNotDisturbRules(.kept, .kept, .kept, .kept)
            $0.maxButtons = 3
            $0.leavesOutAfterDefault = true
            $0.markup = .basic
            $0.escapesTitles = true
            $0.textLimit = Self.textLimit
            $0.readsImageURIs = false
            $0.mayStay = false
            $0.longestExpiry = 12_000
            $0.obeysExpiry = false
            $0.keepsButtonsInPlace = false
            $0.keepsOldButtons = true
            $0.startTime = 1_000
            $0.pace = ServerProfile.Pace(burst: 3, interval: .seconds(12))
        },
        Row("gnome-shell", "GNOME", "body") {
            $0.name = "gnome-shell"
            $0.doNotDisturb = DoNotDisturbRules(.kept, .kept, .kept, .shown)
            $0.forgetsGoneSenders = true
            $0.keepsButtonsInPlace = false
            $0.maxButtons = 0
            $0.closesAfterAction = true
            $0.obeysExpiry = false
            $0.pace = ServerProfile.Pace(burst: 3, interval: .seconds(4))
        },
        Row("nobody knows it", "", "actions body-markup body-images sound") {
            $0.maxButtons = nil
            $0.markup = [.basic, .image]
            $0.playsSound = true
        },
        Row("nobody knows it", "", "inline-reply") { _ in },
        Row("nobody knows it", "", "actions inline-reply") {
            $0.maxButtons = nil
            $0.hasReplyField = true
        },
        Row("", "", "") { _ in },
    ]

    @Test(arguments: rows) func aServerIsKnownByItsWords(row: Row) {
        let information = ServerInformation(
            name: row.name,
            vendor: row.vendor,
            version: "1",
            specVersion: "1.2",
            capabilities: row.capabilities
        )
        #expect(ServerProfile(for: information) == row.expected)
    }

    @Test(arguments: [
        ("43.9", false), ("45.2", false), ("46.0", true), ("49.alpha", true), ("", false),
    ])
    func theVersionTellsWhatBecomesOfButtons(version: String, keeps: Bool) {
        let shell = ServerInformation(
            name: "gnome-shell",
            vendor: "GNOME",
            version: version,
            specVersion: "1.2",
            capabilities: ["actions"]
        )
        #expect(ServerProfile(for: shell).keepsButtonsInPlace == keeps)
    }

    @Test func aServerThatSaysNothingIsTakenToDoTheLeast() {
        let profile = ServerProfile(for: nil)
        #expect(profile == ServerProfile())
        #expect(profile.maxButtons == 0)
        #expect(profile.markup == nil)
    }

    @Test func aFloodIsSpread() {
        var pacer = BubblePacer()
        pacer.follow(ServerProfile.Pace(burst: 2, interval: .microseconds(10)))
        #expect(pacer.opening(at: 100) == nil)
        pacer.noteShown(at: 100)
        #expect(pacer.opening(at: 101) == nil)
        pacer.noteShown(at: 101)
        #expect(pacer.opening(at: 102) == 110)
        // A span makes room for one, and no more.
        #expect(pacer.opening(at: 110) == nil)
        pacer.noteShown(at: 110)
        #expect(pacer.opening(at: 111) == 120)
        // After a rest there is room for a burst again, and not for more than that.
        #expect(pacer.opening(at: 1_000) == nil)
        pacer.noteShown(at: 1_000)
        pacer.noteShown(at: 1_000)
        #expect(pacer.opening(at: 1_000) == 1_010)
        pacer.follow(nil)
        #expect(pacer.opening(at: 1_000) == nil)
    }
}
