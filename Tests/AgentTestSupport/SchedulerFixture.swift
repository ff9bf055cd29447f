package import AgentInterface
import DesktopBubbles
import Logging
package import NotifyCore
import Synchronization
package import TestSupport

@testable package import SchedulerAgent

/// A scheduler whose clock, zone, apps and notification server belong to the test; its store is a real file.
///
/// The server answers at once, so that a call of the scheduler returns when all that follows is done. With
/// ``withManualServer(_:profile:configuration:questionTime:answerTime:appStartTime:serverTime:pushResources:open:ask:isLocked:run:report:)`` the
/// test answers each call.
package final class SchedulerFixture: Sendable {
    /// The name of the notification server.
    package static let owner = ":1.9"
    /// The app whose requests a test adds without naming one, where it answers for the server.
    package static let app = "org.example.Test"
    /// The connection that watches everything, where the test answers for the server.
    package static let watcher = ":0.1"
    /// 2027-01-15 08:00:00 UTC, a Friday.
    package static let start = Instant(seconds: 1_800_000_000)

    /// What the scheduler reaches beside the server.
    package struct Surroundings: Sendable {
        var configuration = ConfigurationSource.defaults
        var questionTime: Duration = .seconds(600)
        var answerTime: Duration = .seconds(30)
        var appStartTime: Duration = .seconds(10)
        var serverTime: Duration = .seconds(2)
        /// The test has the store tried again itself: on a busy machine a short time would be over too early.
        var storeRetryTime: Duration = .seconds(600)
        var extensionTime: Duration = .seconds(600)
        var maxSummarised = 10_000
        var isQuiet = false
        var isWatched = false
        var open: @Sendable (String, String?) async throws(RequestError) -> [String] = { _, _ in []
        }
        var ask: @Sendable (ReplyPrompt, String?) async -> ReplyAnswer = { _, _ in .cancelled }
        var isLocked: @Sendable () async -> Bool = { false }
        var run: @Sendable (String) async -> RunEnd = { _ in .status(0) }
        var checkCommand: @Sendable (String) throws(RequestError) -> Void = { _ in }
        var pushResources = PushResources()
        var report: @Sendable (AgentSignal) -> Void = { _ in }
    }

    package let clock: ManualClock
    package let zone: ManualZone
    package let server: FakePresenter
    package let apps = FakeApps()
    package let scheduler: Agent
    /// The store with which it began.
    package let store: Store
    /// What a watcher of everything receives of deliveries and responses, in order.
    package let reports = Recorder<RequestEvent>()
    /// Who receives each of these.
    package let audiences = Recorder<[String]>()
    /// The numbers at icons, as `APP NUMBER`.
    package let badges = Recorder<String>()
    /// How often free memory was to be returned to the system.
    package let memoryReturns = Recorder<Bool>()
    /// The folder of the store.
    private let folder: String
    /// The folder that goes with this fixture and those after it on the same store.
    private let own: TemporaryFolder?
    private let surroundings: Surroundings

    private init(
        clock: ManualClock,
        zone: ManualZone,
        server: FakePresenter,
        place: (path: String, own: TemporaryFolder?),
        store: Store?,
        _ surroundings: Surroundings
    ) throws {
        self.clock = clock
        self.zone = zone
        self.server = server
        (folder, own) = place
        self.surroundings = surroundings
        self.store = try store ?? Store(path: "\(place.path)/store.sqlite")
        var watchers = Watchers()
        if surroundings.isWatched { _ = watchers.add(Self.watcher, for: .all, isConfined: false) }
        let (reports, audiences, badges) = (reports, audiences, badges)
        let memoryReturns = memoryReturns
        scheduler = Agent(
            executor: QueueExecutor(),
            store: self.store,
            clock: clock,
            zones: Self.zones(zone),
            logger: surroundings.isQuiet
                ? Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                : Logger(label: "test"),
            limits: AgentLimits(
                maxSummarised: surroundings.maxSummarised,
                questionTime: surroundings.questionTime,
                answerTime: surroundings.answerTime,
                appStartTime: surroundings.appStartTime,
                storeRetryTime: surroundings.storeRetryTime,
                extensionTime: surroundings.extensionTime,
                extensionGrace: .zero,
                serverTime: surroundings.serverTime
            ),
            peers: AgentPeers(
                presenter: server,
                apps: apps,
                open: surroundings.open,
                run: surroundings.run,
                ask: surroundings.ask,
                pushResources: { _ in surroundings.pushResources },
                startExtension: { [apps] in await apps.runExtension(of: $0) },
                isLocked: surroundings.isLocked,
                checkCommand: surroundings.checkCommand,
                returnMemory: { memoryReturns.append(true) }
            ),
            configuration: surroundings.configuration,
            watchers: watchers,
            report: { event in
                surroundings.report(event)
                switch event {
                case .badgeChanged(let app, let count): badges.append("\(app) \(count)")
                case .happened(let event, let names):
                    guard ["delivered", "responded", "dismissed"].contains(event.event),
                        names.contains(Self.watcher)
                    else { return }
                    audiences.append(names)
                    reports.append(event)
                }
            }
        )
    }

    private static func zones(_ zone: ManualZone) -> ZoneSource {
        ZoneSource(
            local: { zone.current },
            named: { SystemZone(named: $0) },
            dropAll: { zone.drops.append(zone.current.identifier) },
            edition: { names in
                ([zone.edition] + names.map { SystemZone(named: $0)?.edition ?? $0 })
                    .joined(separator: "\n")
            }
        )
    }

    /// Makes one whose server answers at once; its store is in the folder, or in one of its own.
    package convenience init(
        clock: ManualClock = ManualClock(),
        zone: ManualZone = ManualZone(),
        server: FakePresenter = FakePresenter(),
        folder: String? = nil,
        store: Store? = nil,
        configuration: ConfigurationSource = .defaults,
        maxSummarised: Int = 10_000,
        extensionTime: Duration = .seconds(600),
        appStartTime: Duration = .seconds(10),
        pushResources: PushResources = PushResources(),
        isQuiet: Bool = false,
        isLocked: @escaping @Sendable () async -> Bool = { false },
        run: @escaping @Sendable (String) async -> RunEnd = { _ in .status(0) },
        checkCommand: @escaping @Sendable (String) throws(RequestError) -> Void = { _ in }
    ) throws {
        var surroundings = Surroundings()
        surroundings.configuration = configuration
        surroundings.extensionTime = extensionTime
        surroundings.appStartTime = appStartTime
        surroundings.pushResources = pushResources
        surroundings.run = run
        surroundings.checkCommand = checkCommand
        surroundings.maxSummarised = maxSummarised
        surroundings.isQuiet = isQuiet
        surroundings.isLocked = isLocked
        let own = try folder == nil ? TemporaryFolder() : nil
        try self.init(
            clock: clock,
            zone: zone,
            server: server,
            place: (folder ?? own?.path ?? "", own),
            store: store,
            surroundings
        )
    }

    /// Makes one whose server the test answers for, call by call; on the store of an earlier one, if any.
    package static func withManualServer(
        _ earlier: SchedulerFixture? = nil,
        profile: SchedulerAgent.ServerProfile = SchedulerAgent.ServerProfile(),
        configuration: ConfigurationSource = .defaults,
        questionTime: Duration = .seconds(600),
        answerTime: Duration = .seconds(600),
        appStartTime: Duration = .seconds(10),
        serverTime: Duration = .seconds(2),
        pushResources: PushResources = PushResources(),
        open: @escaping @Sendable (String, String?) async throws(RequestError) -> [String] = {
            _,
            _ in []
        },
        ask: @escaping @Sendable (ReplyPrompt, String?) async -> ReplyAnswer = { _, _ in .cancelled
        },
        isLocked: @escaping @Sendable () async -> Bool = { false },
        run: @escaping @Sendable (String) async -> RunEnd = { _ in .status(0) },
        report: @escaping @Sendable (AgentSignal) -> Void = { _ in }
    ) throws -> SchedulerFixture {
        let own = try earlier?.own ?? TemporaryFolder()
        return try SchedulerFixture(
            clock: ManualClock(),
            zone: ManualZone(),
            server: FakePresenter(.byTest, profile: profile, isThere: true),
            place: (own.path, own),
            store: earlier?.store,
            Surroundings(
                configuration: configuration,
                questionTime: questionTime,
                answerTime: answerTime,
                appStartTime: appStartTime,
                serverTime: serverTime,
                isQuiet: true,
                isWatched: true,
                open: open,
                ask: ask,
                isLocked: isLocked,
                run: run,
                pushResources: pushResources,
                report: report
            )
        )
    }

    /// The file of its store.
    package var storePath: String { "\(folder)/store.sqlite" }

    /// Begins, with a server or before there is one.
    @discardableResult
    package func begin(serverPresent: Bool = true) async throws -> SchedulerFixture {
        try await scheduler.start(serverOwner: serverPresent ? Self.owner : nil, bus: "a bus")
        if serverPresent { await serverReady() }
        return self
    }

    /// The server comes and says what it can do.
    package func serverReady() async {
        await scheduler.handle(BubbleEvent.ownerChanged(Self.owner))
        await scheduler.met(Self.owner)
        await scheduler.deliverDue()
    }

    /// Has the scheduler take nothing more: on a busy machine its round could still go on, and take what the test adds
    /// for the one that follows.
    private func stop() async { await scheduler.run { $0.round.isEnding = true } }

    /// A scheduler on the same store with a server of its own, after this one was ended or killed.
    package func successor(
        profile: SchedulerAgent.ServerProfile = SchedulerAgent.ServerProfile()
    ) async throws -> SchedulerFixture {
        await stop()
        return try Self.withManualServer(self, profile: profile)
    }

    /// The same after the agent ended, or was killed where that is not `cleanly`; on the same store, with a
    /// clock that may be of another boot.
    package func restarted(
        _ clock: ManualClock,
        zone: ManualZone? = nil,
        cleanly: Bool = true
    ) async throws -> SchedulerFixture {
        await stop()
        if cleanly { await scheduler.end() }
        return try SchedulerFixture(
            clock: clock,
            zone: zone ?? self.zone,
            server: FakePresenter(),
            place: (folder, own),
            store: nil,
            surroundings
        )
    }
}
