import AgentInterface
import AgentTestSupport
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What callers see of apps, without a scheduler.
@Suite struct AppSettingsTests {
    private let fixture: ComponentFixture
    private let settings: AppSettings
    private let badges = Recorder<String>()

    init() throws {
        fixture = try ComponentFixture()
        let badges = badges
        let journal = Journal(fixture.context) { event in
            guard case .badgeChanged(let app, let count) = event else { return }
            badges.append("\(app) \(count)")
        }
        let permissions = AppPermissions(store: fixture.store, configuration: .defaults)
        settings = AppSettings(fixture.context, permissions: permissions, journal: journal)
    }

    @Test func theCommandLineIsListedBeforeItHasAnything() throws {
        #expect(try settings.apps().map(\.appID) == [AgentNames.app])
        try fixture.add(fixture.request("r", app: "zz.example.App"))
        try fixture.add(fixture.request("r", app: "aa.example.App"))
        let apps = try settings.apps()
        #expect(apps.map(\.appID) == ["aa.example.App", AgentNames.app, "zz.example.App"])
        #expect(apps.map(\.pending) == [1, 0, 1])
    }

    @Test func theNumberAtAnIconIsKeptAndReported() throws {
        try settings.setBadge(3, of: ComponentFixture.app)
        var request = fixture.request("r")
        request.content.badge = 4
        settings.applyBadge(of: request)
        settings.applyBadge(of: fixture.request("none"))
        settings.reportBadges()
        #expect(badges.elements == [3, 4, 4].map { "\(ComponentFixture.app) \($0)" })
    }

    @Test(arguments: [-1, Int64(Int32.max) + 1, .min])
    func aNumberThatNoIconHasIsRefused(_ number: Int64) throws {
        let error = #expect(throws: RequestError.self) {
            try settings.setBadge(number, of: ComponentFixture.app)
        }
        #expect(error?.code == .invalidContent)
        #expect(badges.elements == [])
    }

    @Test func anAppNeedsAnIdentifier() {
        #expect(throws: RequestError.self) { try settings.setBadge(1, of: "") }
        #expect(throws: RequestError.self) {
            try settings.settings(of: "", capabilities: nil, hasDesktopFile: false)
        }
    }
}
