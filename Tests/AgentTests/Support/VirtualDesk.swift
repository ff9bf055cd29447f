import AgentInterface
import DesktopBubbles
import Foundation
import GLibBridge
import Logging
import NotifyCore
import Synchronization
import TestSupport

@testable import SchedulerAgent

/// A scheduler whose clock, zone and notification server belong to the test; its store is a real file.
///
/// The server answers at once, so that a call of the scheduler returns when all that follows is done.
final class VirtualDesk: Sendable {
    static let owner = ":1.9"
    /// 2027-01-15 08:00:00 UTC, a Friday.
    static let start = Instant(seconds: 1_800_000_000)

    let clock: ManualClock
    let zone: ManualZone
    let server = VirtualServer()
    let scheduler: Scheduler
    /// The file of its store.
    var storePath: String { "\(folder)/store.sqlite" }
    private let folder: String
    /// The folder that goes with the desk and those after it on the same store.
    private let own: TemporaryFolder?
    private let isQuiet: Bool

    init(
        clock: ManualClock = ManualClock(),
        zone: ManualZone = ManualZone(),
        folder: String? = nil,
        own: TemporaryFolder? = nil,
        mostSummarised: Int = 10_000,
        isQuiet: Bool = false
    ) throws {
        self.clock = clock
        self.zone = zone
        self.isQuiet = isQuiet
        self.own = try folder == nil ? own ?? TemporaryFolder() : nil
        self.folder = folder ?? self.own?.path ?? ""
        scheduler = Scheduler(
            store: try Store(path: "\(self.folder)/store.sqlite"),
            clock: clock,
            presenter: server,
            appLink: PlayedApps(),
            zones: ZoneSource(
                local: { zone.current },
                named: { SystemZone(named: $0) },
                dropAll: { zone.drops.append(zone.current.identifier) },
                edition: { names in
                    ([zone.edition] + names.map { SystemZone(named: $0)?.edition ?? $0 })
                        .joined(separator: "\n")
                }
            ),
            mostSummarised: mostSummarised,
            logger: isQuiet
                ? Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } : Logger(label: "test"),
            open: { _, _ throws(RequestError) in [] },
            tell: { _ in }
        )
    }

    /// Begins, with a server or before there is one.
    @discardableResult
    func begin(serverPresent: Bool = true) async throws -> VirtualDesk {
        try await scheduler.start(serverOwner: serverPresent ? Self.owner : nil, bus: "a bus")
        if serverPresent { await serverReady() }
        return self
    }

    /// The server comes and says what it can do.
    func serverReady() async {
        await scheduler.handle(BubbleEvent.ownerChanged(Self.owner))
        await scheduler.met(Self.owner)
        await scheduler.deliverDue()
    }

    /// The desk after the agent ended, or was killed where that is not `cleanly`; on the same store, with a
    /// clock that may be of another boot.
    func restarted(
        _ clock: ManualClock,
        zone: ManualZone? = nil,
        cleanly: Bool = true
    ) async throws -> VirtualDesk {
        if cleanly { await scheduler.end() }
        return try VirtualDesk(
            clock: clock,
            zone: zone ?? self.zone,
            folder: own == nil ? folder : nil,
            own: own,
            isQuiet: isQuiet
        )
    }

    @discardableResult
    func add(
        _ identifier: String,
        _ trigger: NotificationTrigger,
        _ options: ScheduleOptions = ScheduleOptions(),
        actions: [NotificationAction] = [],
        level: InterruptionLevel = .active,
        bubble: BubbleOptions = BubbleOptions()
    ) async throws -> AddReply {
        let reply = try await scheduler.add(
            NotificationRequest(
                appID: AgentNames.app,
                identifier: identifier,
                content: NotificationContent(title: identifier, interruptionLevel: level),
                trigger: trigger,
                actions: actions,
                options: options,
                bubble: bubble
            )
        )
        await scheduler.deliverDue()
        return reply
    }

    /// Lets awake time pass, with the timer's event at its end.
    func pass(_ seconds: Int64) async {
        clock.pass(seconds)
        await scheduler.handle(ClockEvent.due)
    }

    /// Lets time pass in suspend, with the event of waking up.
    func sleep(_ seconds: Int64) async {
        clock.sleep(seconds)
        await scheduler.handle(ClockEvent.clockSet)
    }

    /// Sets the wall clock.
    func set(by seconds: Int64) async {
        clock.set(by: seconds)
        await scheduler.handle(ClockEvent.clockSet)
    }

    /// Chooses an action of the bubble that was shown last under a title.
    func click(_ title: String, _ action: String) async {
        guard let id = server.shown.last(where: { $0.title == title })?.id else { return }
        await scheduler.handle(
            BubbleEvent.invoked(owner: Self.owner, id: id, action: action, activationToken: nil)
        )
        await scheduler.deliverDue()
    }

    /// What was shown, as `TITLE` or `TITLE: NOTE`.
    var shown: [String] {
        server.shown.map { bubble in
            bubble.title + (bubble.note.map { note in ": \(note)" } ?? "")
        }
    }

    /// The pending requests, as `ID TIME`; in the order in which they are due.
    func pending() async throws -> [String] {
        try await scheduler.pending(app: nil).map { entry in
            let request = try PendingRequest(entry: entry)
            return "\(request.request.identifier) \(WallTime(request.due, in: FixedZone.utc))"
        }
    }

    /// The identifiers of what is delivered.
    func delivered() async throws -> Set<String> {
        Set(
            try await scheduler.delivered(app: nil).map { entry in
                try DeliveredNotification(entry: entry).request.identifier
            }
        )
    }

    /// The history, oldest first, as `ID EVENT`.
    func history() async throws -> [String] {
        try await scheduler.history("", app: "", limit: 1_000).reversed().map { line in
            let entry = try HistoryEntry(record: line)
            return "\(entry.key.identifier) \(entry.event)"
        }
    }
}

/// A zone that the test changes.
final class ManualZone: Sendable {
    let drops = Recorder<String>()
    private let zone: Mutex<any ZoneRules>

    init(_ zone: any ZoneRules = FixedZone.utc) {
        self.zone = Mutex(zone)
    }

    var current: any ZoneRules { zone.withLock { $0 } }

    /// The zone's name and all its changes of a few years.
    var edition: String {
        let zone = current
        var words = [zone.identifier]
        var second = VirtualDesk.start.microseconds / 1_000_000 - 100_000_000
        let end = second + 500_000_000
        while second < end {
            let span = zone.span(at: second)
            words.append("\(span.start) \(span.offset)")
            second = span.end
        }
        return words.joined(separator: ", ")
    }

    func change(to zone: any ZoneRules) {
        self.zone.withLock { $0 = zone }
    }
}

/// A notification server that answers at once and keeps what it was shown.
final class VirtualServer: BubblePresenting {
    struct Shown: Sendable {
        let id: UInt32
        let title: String
        let note: String?
        let occurrences: Occurrences
        let body: String
    }

    let events = AsyncStream<BubbleEvent> { $0.finish() }
    let closed = Recorder<UInt32>()
    private let log = Recorder<Shown>()
    private let isHanging = Mutex(false)
    private let refusal = Mutex<String?>(nil)
    private let treatment = Mutex(SchedulerAgent.ServerProfile())

    var profile: SchedulerAgent.ServerProfile { treatment.withLock { $0 } }

    /// Wants to be treated in another way.
    func adopt(_ profile: SchedulerAgent.ServerProfile) {
        treatment.withLock { $0 = profile }
    }

    /// Answers every call with this error, or with an id again.
    func refuse(with error: String?) {
        refusal.withLock { $0 = error }
    }

    var shown: [Shown] { log.elements }

    /// Lets every call time out, or answer again.
    func hang(_ hangs: Bool) {
        isHanging.withLock { $0 = hangs }
    }

    func show(_ delivery: Delivery, replacing bubble: BubbleKey?) async -> ShowOutcome {
        guard !isHanging.withLock({ $0 }) else { return .timedOut(ticket: 1) }
        if let error = refusal.withLock({ $0 }) {
            return .failed(GLibError(domain: "", code: 0, message: "no", remoteName: error))
        }
        let id = UInt32(log.elements.count + 1)
        log.append(
            Shown(
                id: id,
                title: delivery.request.content.title,
                note: delivery.note?.words(now: delivery.delivered, in: FixedZone.utc),
                occurrences: delivery.note?.occurrences
                    ?? Occurrences(
                        first: delivery.scheduled,
                        latest: delivery.scheduled,
                        count: 1
                    ),
                body: delivery.request.content.body
            )
        )
        return .shown(owner: VirtualDesk.owner, id: id)
    }

    func close(_ bubble: BubbleKey) async {
        closed.append(bubble.id)
    }

    func meetServer() async -> Bool { false }

    func startServer() async -> Bool { false }
}
