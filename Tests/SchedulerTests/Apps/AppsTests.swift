import AgentInterface
import AgentTestSupport
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// What the user and the apps have said about apps, over a real store.
@Suite struct AppsTests {
    private static let app = ComponentFixture.app
    private let fixture: ComponentFixture
    private let apps: Apps
    private let badges = Recorder<String>()
    private var store: Store { fixture.store }

    init() throws {
        fixture = try ComponentFixture()
        let badges = badges
        let journal = Journal(
            store: fixture.store,
            clock: fixture.clock,
            logger: fixture.logger
        ) { event in
            guard case .badgeChanged(let app, let count) = event else { return }
            badges.append("\(app) \(count)")
        }
        apps = fixture.apps(reportingTo: journal)
    }

    // MARK: Permissions

    @Test("An app about which nobody has decided may do what the configuration says")
    func permissionOfTheConfiguration() throws {
        #expect(try apps.permission(of: Self.app) == .authorized)
        #expect(try apps.answer(to: Self.app, options: 4) == true)
        #expect(try store.permission(of: Self.app) == nil)
    }

    @Test("A denied app may add nothing until the user allows it")
    func denial() throws {
        #expect(try apps.decide(false, on: Self.app))
        #expect(try apps.answer(to: Self.app, options: 4) == false)
        let error = #expect(throws: RequestError.self) { try apps.checkPermission(of: Self.app) }
        #expect(error?.code == .notAllowed)
        #expect(try apps.decide(true, on: Self.app))
        try apps.checkPermission(of: Self.app)
    }

    @Test("A provisional app that asks for more may show bubbles where the user need not be asked")
    func provisionalPermission() throws {
        try store.set(permission: .provisional, of: Self.app)
        try apps.checkPermission(of: Self.app)
        #expect(try apps.answer(to: Self.app, options: 64 + 4) == true)
        #expect(try store.permission(of: Self.app) == .provisional)
        #expect(try apps.answer(to: Self.app, options: 4) == true)
        #expect(try store.permission(of: Self.app) == .authorized)
    }

    @Test("The command line's own app is always allowed")
    func commandLine() throws {
        #expect(try !apps.decide(true, on: AgentNames.app))
        let error = #expect(throws: RequestError.self) {
            try apps.decide(false, on: AgentNames.app)
        }
        #expect(error?.code == .notAllowed)
        #expect(try apps.permission(of: AgentNames.app) == .authorized)
    }

    @Test("No app has an empty identifier")
    func emptyIdentifier() {
        #expect(throws: RequestError.self) { try apps.answer(to: "", options: 0) }
        #expect(throws: RequestError.self) { try apps.decide(true, on: "") }
        #expect(throws: RequestError.self) { try apps.setBadge(1, of: "") }
        #expect(throws: RequestError.self) {
            try apps.settings(of: "", capabilities: nil, hasDesktopFile: false)
        }
    }

    // MARK: Settings and numbers

    @Test("The command line's own app is listed before it has anything")
    func list() throws {
        #expect(try apps.list().map(\.appID) == [AgentNames.app])
        try fixture.add(fixture.request("r", app: "zz.example.App"))
        try fixture.add(fixture.request("r", app: "aa.example.App"))
        let list = try apps.list()
        #expect(list.map(\.appID) == ["aa.example.App", AgentNames.app, "zz.example.App"])
        #expect(list.map(\.pending) == [1, 0, 1])
    }

    @Test("The number at an icon is kept and reported")
    func badge() throws {
        try apps.setBadge(3, of: Self.app)
        var request = fixture.request("r")
        request.content.badge = 4
        apps.applyBadge(of: request)
        apps.applyBadge(of: fixture.request("none"))
        apps.reportBadges()
        #expect(badges.elements == [3, 4, 4].map { "\(Self.app) \($0)" })
    }

    @Test("A number that no icon has is refused", arguments: [-1, Int64(Int32.max) + 1, .min])
    func wrongBadge(_ number: Int64) throws {
        let error = #expect(throws: RequestError.self) { try apps.setBadge(number, of: Self.app) }
        #expect(error?.code == .invalidContent)
        #expect(badges.elements == [])
    }

    // MARK: Categories

    private static func category(_ identifier: String, _ button: String) -> NotificationCategory {
        NotificationCategory(
            identifier: identifier,
            actions: [NotificationAction(identifier: button, title: button)]
        )
    }

    @Test("The categories of an app replace its earlier ones")
    func newCategories() throws {
        try apps.set([Self.category("a", "x"), Self.category("b", "y")], of: Self.app)
        try apps.set([Self.category("c", "z")], of: Self.app)
        #expect(try apps.categories(of: Self.app).map(\.identifier) == ["c"])
        #expect(try apps.allCategories(of: nil).map(\.app) == [Self.app])
        #expect(try apps.allCategories(of: Self.app).map(\.app) == [Self.app])
        #expect(try apps.allCategories(of: "org.example.Other").isEmpty)
    }

    @Test("Two categories of one name are refused, and the earlier ones stay")
    func equalCategories() throws {
        try apps.set([Self.category("a", "x")], of: Self.app)
        #expect(throws: RequestError.self) {
            try apps.set([Self.category("b", "x"), Self.category("b", "y")], of: Self.app)
        }
        #expect(try apps.categories(of: Self.app).map(\.identifier) == ["a"])
    }

    @Test("A request without buttons gets those that its category has when it is shown")
    func buttons() throws {
        var request = fixture.request("r")
        request.content.categoryIdentifier = "a"
        #expect(try apps.withButtons(request).actions == [])
        try apps.set([Self.category("a", "x")], of: Self.app)
        #expect(try apps.withButtons(request).actions.map(\.identifier) == ["x"])
        try apps.set([Self.category("a", "y")], of: Self.app)
        #expect(try apps.withButtons(request).actions.map(\.identifier) == ["y"])
        request.actions = [NotificationAction(identifier: "own", title: "Own")]
        #expect(try apps.withButtons(request).actions.map(\.identifier) == ["own"])
    }

    @Test("A damaged category costs the buttons alone")
    func damagedCategory() throws {
        try store.database.write { connection in
            try connection.run(
                "INSERT INTO category (app, identifier, record) VALUES (?, 'a', x'00')",
                Self.app
            )
        }
        var request = fixture.request("r")
        request.content.categoryIdentifier = "a"
        #expect(try apps.withButtons(request).actions == [])
        #expect(try apps.categories(of: Self.app) == [])
    }

    @Test("A category that an import replaces takes no room")
    func room() throws {
        try apps.set([Self.category("a", "x")], of: Self.app)
        #expect(try apps.checkRoom(for: ["a", "b"], of: Self.app) == 1)
        let many = (0..<RequestLimits.categories).map { "c\($0)" }
        let error = #expect(throws: RequestError.self) {
            try apps.checkRoom(for: many, of: Self.app)
        }
        #expect(error?.code == .invalidContent)
    }
}
