import AgentInterface
import AgentTestSupport
import GLibBridge
import NotifyCore
import TestSupport
import Testing

private let app = "org.example.Habit"

/// The number at an app's icon, as docks and task bars hear it.
@Suite(.serialized) struct BadgeTests {
    /// A signal as it comes over the bus.
    private struct Update: Equatable, Sendable {
        let path: String
        let name: String
        let arguments: Variant

        init(_ app: String, _ hash: String, _ count: Int64) {
            path = "/com/canonical/unity/launcherentry/\(hash)"
            name = "Update"
            arguments = .tuple([
                .string("application://\(app).desktop"),
                .dictionary([
                    ("count", .int64(count)), ("count-visible", .boolean(count > 0)),
                ]),
            ])
        }

        init(_ signal: BusSignal) {
            path = signal.path
            name = signal.name
            arguments = signal.parameters
        }
    }

    private let fixture: AgentFixture
    private let updates = Recorder<Update>()
    private let subscription: BusSubscription

    @GLibActor
    init() async throws {
        fixture = try await AgentFixture()
        let updates = updates
        subscription = fixture.client.subscribe(
            to: nil,
            interface: "com.canonical.Unity.LauncherEntry"
        ) {
            updates.append(Update($0))
        }
    }

    /// The signal of the test's app; the number in the path is the hash of its URI.
    private func update(_ count: Int64) -> Update { Update(app, "2664236817", count) }

    @Test func aNumberIsToldKeptAndToldAgain() async throws {
        let first = try await fixture.startAgent()
        try await fixture.call("SetBadge", .string(app), .int32(5))
        #expect(try await updates.next(30) == update(5))
        // An app with a path as its id has no icon; a badge that is 0 again is not reported again.
        try await fixture.call("SetBadge", .string("/usr/bin/tool"), .int32(1))
        try await fixture.call("SetBadge", .string("org.example.Zero"), .int32(2))
        try await fixture.call("SetBadge", .string("org.example.Zero"), .int32(0))
        #expect(try await updates.next(30).arguments[1]?["count"]?.integer == 2)
        #expect(try await updates.next(30).arguments[1]?["count-visible"]?.boolean == false)
        try await fixture.endAgent()
        let next = try await fixture.startAgent()
        #expect(try await updates.next(30) == update(5))
        try await fixture.call("SetBadge", .string(app), .int32(0))
        #expect(try await updates.next(30) == update(0))
        withExtendedLifetime((first, next)) {}
    }

    @Test func aNotificationBringsItsNumberOnceItIsShown() async throws {
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        #expect(
            try await fixture.add(
                "later",
                for: app,
                badge: 9,
                trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
            ) == nil
        )
        #expect(try await fixture.add("now", for: app, badge: 3) == nil)
        _ = try await server.next(within: 30)
        #expect(try await updates.next(30) == update(3))
        #expect(try await fixture.add("none", for: app) == nil)
        _ = try await server.next(within: 30)
        try await fixture.add("own", "--badge", "2")
        #expect(
            try await updates.next(30)
                == Update("org.notifyschedule.NotifySchedule", "47815401", 2)
        )
        withExtendedLifetime(agent) {}
    }

    @Test func aNegativeNumberIsRefused() async throws {
        let agent = try await fixture.startAgent()
        let error = await #expect(throws: GLibError.self) {
            try await fixture.call("SetBadge", .string(app), .int32(-1))
        }
        #expect(error?.remoteName == "org.notifyschedule.Error.InvalidContent")
        #expect(error?.message == "the badge -1 is not between 0 and 2147483647; 0 hides it")
        let outcome = try await fixture.run(["add", "T", "--badge", "-1"])
        #expect(outcome.code == 65)
        #expect(updates.elements == [])
        withExtendedLifetime(agent) {}
    }
}
