import AgentInterface
import DesktopTexts
import GLibBridge
import Launcher
import NotifyCore

/// The agent, called from a thread of its own, so that the window never waits for it.
actor AgentSession {
    /// A change that somebody else may have made.
    enum Change: Sendable {
        /// Something happened to a request.
        case happened
        /// The agent has left the bus.
        case left
        /// An agent has come to the bus.
        case came
        /// The connection to the bus was closed.
        case busClosed
    }

    private static let thread = GLibThread(name: "agent")
    private let report: @MainActor @Sendable (Change) -> Void
    private var connecting: Task<Connected, any Error>?

    /// A client, and what its connection reports.
    private struct Connected: Sendable {
        let client: AgentClient
        let subscriptions: [BusSubscription]
    }

    /// The thread of the calls.
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        Self.thread.asUnownedSerialExecutor()
    }

    /// Prepares a session.
    ///
    /// - Parameter report: called at each change.
    init(report: @escaping @MainActor @Sendable (Change) -> Void) { self.report = report }

    /// Follows the agent, and starts one if none runs.
    ///
    /// - Throws: ``AgentUnreachable`` if there is no bus or no agent.
    func follow() async throws { try await client().watch() }

    /// Returns what comes.
    ///
    /// - Parameter days: the number of days whose dates are read; `nil` for all that is pending.
    func agenda(days: Int? = nil) async throws -> Agenda {
        let client = try await client()
        let now = Instant.current
        var selection = ListSelection()
        selection.last = days.map { now.advanced(byMicroseconds: Int64($0) * 86_400_000_000) }
        return Agenda(
            pending: try client.pending(selection) { $0 },
            waiting: try client.waiting(),
            now: now,
            in: .local
        )
    }

    /// Returns the apps, the calendars and the other machines.
    func overview() async throws -> Overview { try Overview(try await client()) }

    /// Calls the agent.
    func call<Value: Sendable>(
        _ body: @Sendable (AgentClient) throws -> Value
    ) async throws -> Value {
        try body(await client())
    }

    /// Returns what happened.
    func history() async throws -> [HistoryPage.Row] {
        let client = try await client()
        let delivered = try client.delivered().map { ($0.request.key, $0) }
        let listed = Dictionary(delivered) { first, _ in first }
        return try client.history(limit: HistoryPage.limit).map {
            HistoryPage.Row($0, listed[$0.key], in: .local)
        }
    }

    /// Returns the entries of the launcher, which are files; they are read where the window does not wait.
    func catalogue() -> [CatalogueEntry] { Catalogue().entries }

    /// Returns the commands of `launcher.conf`, the path of the user's own file, and why it has none.
    func commands() -> (commands: [WrittenCommand], file: String, problem: String?) {
        let configuration = LauncherConfiguration()
        return (configuration.written, UserConfiguration().path, configuration.problems.first)
    }

    /// Writes a command into the user's file.
    func set(_ command: WrittenCommand, replacing before: WrittenCommand?) throws {
        try UserConfiguration().set(command, replacing: before)
    }

    /// Removes a command from the user's file.
    func remove(_ command: WrittenCommand) throws { try UserConfiguration().remove(command) }

    /// Adds what property lists have to the entries of the launcher.
    func importLists(_ files: [String]) throws -> SchemeImport {
        let imported = try SchemeImport(files: files)
        try UserConfiguration().add(imported.entries)
        return imported
    }

    /// Switches an entry of the launcher on or off.
    func enable(_ id: String, _ isEnabled: Bool) throws {
        try UserConfiguration().enable([id], isEnabled)
    }

    /// Returns the client, and connects to the bus if it is not connected; several callers wait for one connection.
    private func client() async throws -> AgentClient {
        let task =
            connecting
            ?? Task {
                let client = try AgentClient()
                let subscriptions = await subscriptions(of: try client.connection)
                return Connected(client: client, subscriptions: subscriptions)
            }
        connecting = task
        do {
            return try await task.value.client
        } catch {
            if connecting == task { connecting = nil }
            throw error
        }
    }

    private func disconnect() { connecting = nil }

    @GLibActor
    private func subscriptions(of connection: BusConnection) -> [BusSubscription] {
        let report = report
        let source = AgentNames.destination
        connection.onClose { [weak self] in
            Task {
                await self?.disconnect()
                await report(.busClosed)
            }
        }
        return [
            connection.subscribe(
                to: "Happened",
                interface: source.interface,
                sender: source.name,
                path: source.path
            ) { _ in Task { await report(.happened) } },
            connection.watchName(source.name) { owner in
                Task { await report(owner == nil ? .left : .came) }
            },
        ]
    }
}

nonisolated extension Error {
    /// The sentence that tells the user of it.
    var sentence: String { (self as? RequestError)?.message ?? "\(self)" }
}

nonisolated extension Instant {
    /// The present.
    static var current: Instant { Instant(microseconds: ClockTimer.Clock.realTime.now) }

    /// The date in the user's zone, such as `Sat 2026-11-28 09:00`, or `Sa 28. Nov 09:00` in another language.
    var words: String {
        let wall = WallTime(self, in: SystemZone.local)
        guard Translations.isTranslated else { return wall.withWeekday }
        let today = WallTime(.current, in: SystemZone.local).date
        return "\(LateNote.words(of: wall.date, today: today)) \(wall.time.words)"
    }
}
