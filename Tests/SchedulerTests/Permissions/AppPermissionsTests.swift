import AgentInterface
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What apps may do, over a real store.
@Suite struct AppPermissionsTests {
    private static let app = "org.example.Test"
    private let folder: TemporaryFolder
    private let store: Store
    private let permissions: AppPermissions

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(path: "\(folder.path)/store.sqlite")
        permissions = AppPermissions(store: store, configuration: .defaults)
    }

    @Test func whatNobodyDecidedFollowsTheConfiguration() throws {
        #expect(try permissions.status(of: Self.app) == .authorized)
        #expect(try permissions.answer(to: Self.app, options: 4) == true)
        #expect(try store.permission(of: Self.app) == nil)
    }

    @Test func aDenialCountsForAllThatAnAppAdds() throws {
        #expect(try permissions.decide(false, on: Self.app))
        #expect(try permissions.answer(to: Self.app, options: 4) == false)
        let error = #expect(throws: RequestError.self) { try permissions.check(Self.app) }
        #expect(error?.code == .notAllowed)
        #expect(try permissions.decide(true, on: Self.app))
        try permissions.check(Self.app)
    }

    @Test func theCommandLineIsAlwaysAllowed() throws {
        #expect(try !permissions.decide(true, on: AgentNames.app))
        let error = #expect(throws: RequestError.self) {
            try permissions.decide(false, on: AgentNames.app)
        }
        #expect(error?.code == .notAllowed)
        #expect(try permissions.status(of: AgentNames.app) == .authorized)
    }

    @Test func noAppHasAnEmptyName() {
        #expect(throws: RequestError.self) { try permissions.answer(to: "", options: 0) }
        #expect(throws: RequestError.self) { try permissions.decide(true, on: "") }
    }
}
