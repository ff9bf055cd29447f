import AgentTestSupport
import DesktopBubbles
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What is shown again after the server or the agent has ended, or both.
@Suite struct SendReturnTests {
    private static let old = ":1.1"
    private static let new = ":1.2"

    /// What ends while a bubble is on the screen.
    enum End: CaseIterable {
        case server, agent, both
    }

    struct Row: Sendable {
        let name: String
        /// After which ends it is shown again; the agent ends on a server that then reports nothing about the bubble.
        let returns: Set<End>
        var expiry: Int32?
        var level = InterruptionLevel.active
        var hints: [String: HintValue] = [:]
        var hasButton = false
        var isVerbatim = true
    }

    private static let resident = ["resident": HintValue.boolean(true)]
    private static let transient = ["transient": HintValue.boolean(true)]

    static let rows: [Row] = [
        Row(name: "send S", returns: []),
        Row(name: "send -t -1 S", returns: [], expiry: -1),
        Row(name: "send -u low S", returns: [], level: .passive),
        Row(name: "send -e S", returns: [], hints: transient),
        Row(name: "send -t 500 S", returns: [], expiry: 500),
        Row(name: "send -A a=A S", returns: [.agent], hasButton: true),
        Row(name: "send -e -A a=A S", returns: [], hints: transient, hasButton: true),
        Row(name: "send -t 500 -A a=A S", returns: [], expiry: 500, hasButton: true),
        Row(name: "send -t 0 S", returns: [.server, .agent, .both], expiry: 0),
        Row(name: "send -t 0 -e S", returns: [], expiry: 0, hints: transient),
        Row(name: "send -u critical S", returns: [.server, .agent, .both], level: .critical),
        Row(
            name: "send -u critical -t 500 S",
            returns: [],
            expiry: 500,
            level: .critical
        ),
        Row(
            name: "send -h boolean:resident:true S",
            returns: [.server, .agent, .both],
            hints: resident
        ),
        Row(
            name: "send -h int:transient:1 -t 0 S",
            returns: [],
            expiry: 0,
            hints: ["transient": .integer(1)]
        ),
        Row(
            name: "send -h boolean:transient:false -t 0 S",
            returns: [.server, .agent, .both],
            expiry: 0,
            hints: ["transient": .boolean(false)]
        ),
        Row(name: "add S", returns: [.server, .agent, .both], isVerbatim: false),
        Row(
            name: "add -t 500 S",
            returns: [.server, .agent, .both],
            expiry: 500,
            isVerbatim: false
        ),
        Row(name: "add -e S", returns: [.agent], hints: transient, isVerbatim: false),
    ]

    @Test("What notify-send shows comes back only if the server was to keep it", arguments: rows)
    func table(row: Row) async throws {
        for end in End.allCases {
            let fixture = try await Self.fixture(after: end, of: row)
            let isBack = row.returns.contains(end)
            let owner = end == .agent ? Self.old : Self.new
            if isBack {
                let call = try await fixture.server.next("S")
                #expect(call.replaced?.id == (end == .agent ? 7 : nil), "\(row.name), \(end)")
                call.reply(.shown(owner: owner, id: 8))
            }
            try await fixture.show("barrier", as: BubbleKey(owner: owner, id: 9))
            let shown = fixture.server.calls.elements.map(\.identifier).filter { $0 == "S" }.count
            let before = end == .server ? 1 : 0
            #expect(shown - before == (isBack ? 1 : 0), "\(row.name), \(end)")
            // It stays in the list, whence it can be shown again.
            let state = try fixture.state(of: "S")
            #expect(state == (isBack ? "shown" : "listed"), "\(row.name), \(end)")
        }
    }

    /// Shows the bubble, and ends what is to end.
    private static func fixture(after end: End, of row: Row) async throws -> SchedulerFixture {
        var profile = SchedulerAgent.ServerProfile()
        profile.forgetsGoneSenders = true
        let first = try SchedulerFixture.withManualServer(profile: profile)
        try await first.scheduler.start(serverOwner: old, bus: "a bus")
        try await first.answer("S", as: BubbleKey(owner: old, id: 7)) {
            var request = NotificationRequest(
                appID: SchedulerFixture.app,
                identifier: "S",
                content: NotificationContent(title: "S", interruptionLevel: row.level),
                actions: row.hasButton ? [NotificationAction(identifier: "a", title: "A")] : [],
                bubble: BubbleOptions(hints: row.hints, expiry: row.expiry)
            )
            request.bubble.isVerbatim = row.isVerbatim
            _ = try await first.scheduler.add(request)
            await first.scheduler.deliverSoon()
        }
        switch end {
        case .server:
            await first.scheduler.handle(.ownerChanged(nil))
            await first.scheduler.handle(.ownerChanged(new))
            return first
        case .agent, .both:
            let second = try await first.successor(profile: profile)
            let owner = end == .agent ? old : new
            try await second.scheduler.start(serverOwner: owner, bus: "a bus")
            return second
        }
    }

    @Test("What send shows does not wait for room, and leaves room for the others")
    func sendDoesNotWait() async throws {
        let fixture = try SchedulerFixture()
        var profile = ServerProfile()
        profile.pace = ServerProfile.Pace(burst: 3, interval: .seconds(12))
        fixture.server.profile = profile
        try await fixture.begin()
        for number in 1...8 {
            var bubble = BubbleOptions()
            bubble.isVerbatim = true
            try await fixture.add("sent \(number)", .immediate, bubble: bubble)
        }
        #expect(fixture.shown == (1...8).map { "sent \($0)" })
        try await fixture.add("paced", .immediate)
        #expect(fixture.shown.count == 8)
    }
}
