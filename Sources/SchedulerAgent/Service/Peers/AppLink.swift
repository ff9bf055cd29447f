import AgentInterface
import GLibBridge
import Launcher
import NotifyCore

/// Sends messages to apps over the bus.
@GLibActor
final class AppLink: AppMessenger {
    nonisolated let departures: AsyncStream<String>
    private nonisolated let depart: AsyncStream<String>.Continuation
    private nonisolated let connection: BusConnection
    private var watches: [String: BusSubscription] = [:]

    /// The deadline for the bus itself and for a program that it starts.
    private nonisolated static let busDeadline = CallDeadline.milliseconds(10_000)

    private nonisolated let answerDeadline: CallDeadline
    private nonisolated let launches: LaunchWork

    /// Creates a link with the agent's connection.
    ///
    /// - Parameter answerDeadline: how long an app may take to decide how to show a notification.
    nonisolated init(
        connection: BusConnection,
        launches: LaunchWork = LaunchWork(),
        answerDeadline: CallDeadline = .milliseconds(5_000)
    ) {
        self.connection = connection
        self.launches = launches
        self.answerDeadline = answerDeadline
        (departures, depart) = AsyncStream.makeStream(of: String.self)
    }

    @GLibActor
    func watch(_ name: String) {
        guard watches[name] == nil else { return }
        watches[name] = connection.watchName(name) { [weak self] owner in
            if owner == nil { self?.left(name) }
        }
        GLibActor.thread.task { await self.findOutWhetherLeft(name) }
    }

    /// Checks whether the connection left before the match rule was added.
    private func findOutWhetherLeft(_ name: String) async {
        let reply = try? await connection.call(
            "NameHasOwner",
            on: .bus,
            .tuple([.string(name)]),
            deadline: Self.busDeadline
        )
        if reply?[0]?.boolean == false { left(name) }
    }

    private func left(_ name: String) {
        guard watches.removeValue(forKey: name) != nil else { return }
        depart.yield(name)
    }

    @GLibActor
    func willPresent(
        _ notification: AppNotification,
        at name: String
    ) async throws(RequestError) -> PresentationOptions? {
        let reply: Variant
        do {
            reply = try await connection.call(
                "WillPresent",
                on: AppNames.destination(name),
                .tuple([notification.record]),
                deadline: answerDeadline,
                mayStart: false
            )
        } catch {
            throw RequestError(.notFound, "its app does not say how: \(error)")
        }
        return try PresentationOptions.reading(answer: reply[0])
    }

    @GLibActor
    func didReceive(_ handed: HandedResponse, at name: String) async -> HandOver {
        let end = await didReceive(handed.record, at: name)
        guard case .unreadable = end else { return end }
        // Apps of earlier versions accept only the response.
        return await didReceive(handed.response.record, at: name)
    }

    @GLibActor
    private func didReceive(_ response: Variant, at name: String) async -> HandOver {
        do {
            // Without a deadline, because a late answer of an app with a busy main thread is also valid.
            _ = try await connection.call(
                "DidReceive",
                on: AppNames.destination(name),
                .tuple([response]),
                deadline: .none,
                mayStart: false
            )
            return .taken
        } catch {
            if error.remoteName == AppNames.tooLate { return .tooLate }
            if error.saysItCannotBeRead { return .unreadable(error.message) }
            return error.saysPeerIsGone ? .gone : .refused
        }
    }

    @GLibActor
    func start(_ app: String, activationToken: String?) async throws(RequestError) -> Bool {
        if let path = ActivatableApp.path(of: app), await connection.canStart(app) {
            try await activate(app, at: path, activationToken)
            return true
        }
        let connection = connection
        return try await launches.run(app) { () throws(RequestError) in
            // In a scope of its own, because the agent's unit limits memory.
            try AppStart.run(app, activationToken: activationToken) { program in
                GLibActor.thread.task { await program.moveToScope(on: connection) }
            }
        }
    }

    private func activate(
        _ app: String,
        at path: String,
        _ token: String?
    ) async throws(RequestError) {
        do {
            _ = try await connection.call(
                "Activate",
                on: BusDestination(
                    name: app,
                    path: path,
                    interface: "org.freedesktop.Application"
                ),
                .tuple([ActivatableApp.platformData(token)]),
                deadline: Self.busDeadline
            )
        } catch  where ActivatableApp.saysItRuns(error) {
            // The app started and lacks that interface; it attaches anyway.
        } catch {
            throw RequestError(.notFound, "\(app) did not start: \(error)")
        }
    }
}

extension GLibError {
    /// Whether an app cannot read a message.
    fileprivate var saysItCannotBeRead: Bool {
        RequestError(self)?.code == .malformed
            || remoteName == "org.freedesktop.DBus.Error.InvalidArgs"
    }
}
