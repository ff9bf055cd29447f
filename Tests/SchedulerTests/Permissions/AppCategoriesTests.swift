import NotifyCore
import SQLiteBridge
import Testing

@testable import SchedulerAgent

/// The categories of apps, without a scheduler.
@Suite struct AppCategoriesTests {
    private let fixture: ComponentFixture
    private let categories: AppCategories
    private let app = ComponentFixture.app

    init() throws {
        fixture = try ComponentFixture()
        categories = AppCategories(fixture.context)
    }

    private static func category(_ identifier: String, _ button: String) -> NotificationCategory {
        NotificationCategory(
            identifier: identifier,
            actions: [NotificationAction(identifier: button, title: button)]
        )
    }

    @Test func aSetReplacesTheOneBefore() throws {
        try categories.set([Self.category("a", "x"), Self.category("b", "y")], of: app)
        try categories.set([Self.category("c", "z")], of: app)
        #expect(try categories.all(of: app).map(\.identifier) == ["c"])
        #expect(try categories.all(app: nil).map(\.app) == [app])
        #expect(try categories.all(app: "org.example.Other").isEmpty)
    }

    @Test func twoOfANameAreRefusedAndTheEarlierOnesStay() throws {
        try categories.set([Self.category("a", "x")], of: app)
        #expect(throws: RequestError.self) {
            try categories.set([Self.category("b", "x"), Self.category("b", "y")], of: app)
        }
        #expect(try categories.all(of: app).map(\.identifier) == ["a"])
    }

    @Test func aRequestHasTheButtonsOfTheMoment() throws {
        var request = fixture.request("r")
        request.content.categoryIdentifier = "a"
        #expect(try categories.resolved(request).actions == [])
        try categories.set([Self.category("a", "x")], of: app)
        #expect(try categories.resolved(request).actions.map(\.identifier) == ["x"])
        try categories.set([Self.category("a", "y")], of: app)
        #expect(try categories.resolved(request).actions.map(\.identifier) == ["y"])
        request.actions = [NotificationAction(identifier: "own", title: "Own")]
        #expect(try categories.resolved(request).actions.map(\.identifier) == ["own"])
    }

    @Test func aDamagedOneCostsTheButtonsAlone() throws {
        try fixture.store.database.write { connection in
            try connection.run(
                "INSERT INTO category (app, identifier, record) VALUES (?, 'a', x'00')",
                app
            )
        }
        var request = fixture.request("r")
        request.content.categoryIdentifier = "a"
        #expect(try categories.resolved(request).actions == [])
        #expect(try categories.all(of: app) == [])
    }

    @Test func whatIsThereAlreadyTakesNoRoom() throws {
        try categories.set([Self.category("a", "x")], of: app)
        #expect(try categories.checkRoom(for: ["a", "b"], of: app) == 1)
        let many = (0..<RequestLimits.categories).map { "c\($0)" }
        let error = #expect(throws: RequestError.self) {
            try categories.checkRoom(for: many, of: app)
        }
        #expect(error?.code == .invalidContent)
    }
}
