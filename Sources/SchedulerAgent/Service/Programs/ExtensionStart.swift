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

    /// Runs the extension of an app: the program that its desktop file names, to its end, or the one that the bus
    /// starts.
    ///
    /// - Returns: whether the app has an extension, and its program has not failed.
    /// - Throws: ``NotifyCore/RequestError`` if it does not start.
    @GLibActor
    func run(_ app: String) async throws(RequestError) -> Bool {
        let connection = connection
        let (ends, end) = AsyncStream<Int32>.makeStream()
        let isStarted = try await launches.run(app) { () throws(RequestError) in
            try AppStart.runServiceExtension(app) { status in
                end.yield(status)
                end.finish()
            } onStart: { program in
                GLibActor.thread.task { await program.moveToScope(on: connection) }
            }
        }
        if isStarted {
            for await status in ends { return status == 0 }
            return true
        }
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
