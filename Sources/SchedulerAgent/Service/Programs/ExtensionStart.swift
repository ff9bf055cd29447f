import GLibBridge
import Launcher
import NotifyCore

/// Starts the service extensions of apps.
struct ExtensionStart: Sendable {
    /// The connection to the bus.
    let connection: BusConnection
    /// Starts programs on separate threads.
    let launches: LaunchWork

    private static let busDeadline = CallDeadline.milliseconds(10_000)

    /// Whether an app has an extension.
    func isThere(for app: String) async -> Bool {
        let isNamed = await DesktopFileReader.read(for: app) { AppStart.hasServiceExtension(app) }
        if isNamed ?? false { return true }
        guard let name = Self.busName(of: app) else { return false }
        return await connection.canStart(name)
    }

    /// Starts the extension of an app: the program that its desktop file names, or the one that the bus starts.
    ///
    /// - Parameter onFailure: called if the program fails later.
    /// - Throws: ``NotifyCore/RequestError`` if it does not start.
    @GLibActor
    func run(
        _ app: String,
        onFailure: @escaping @Sendable () -> Void
    ) async throws(RequestError) -> Bool {
        let connection = connection
        let isStarted = try await launches.run(app) { () throws(RequestError) in
            try AppStart.runServiceExtension(app) { status in
                if status != 0 { onFailure() }
            } onStart: { program in
                GLibActor.thread.task { await program.moveToScope(on: connection) }
            }
        }
        if isStarted { return true }
        guard let name = Self.busName(of: app), await connection.canStart(name) else {
            return false
        }
        do {
            _ = try await connection.call(
                "StartServiceByName",
                on: .bus,
                .tuple([.string(name), .uint32(0)]),
                deadline: Self.busDeadline
            )
        } catch {
            throw RequestError(.notFound, "\(name) did not start: \(error)")
        }
        return true
    }

    /// The name by which the bus starts the extension; `nil` if the app's id is no bus name.
    private static func busName(of app: String) -> String? {
        let name = "\(app).ServiceExtension"
        return ActivatableApp.path(of: name) == nil ? nil : name
    }
}
