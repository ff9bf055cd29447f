import ConfigurationFiles
package import GLibBridge
package import NotifyCore

/// The programs that change the pushed notifications of apps.
extension AppStart {
    /// The key of a desktop file with the command line of the app's service extension.
    package static let serviceExtensionKey = "X-NotifySchedule-ServiceExtension"

    /// Returns whether the desktop file of an app names a service extension.
    package static func hasServiceExtension(_ app: String) -> Bool {
        serviceExtension(of: app) != nil
    }

    /// Starts the service extension that the desktop file of an app names.
    ///
    /// It gets the app's id in `NOTIFY_SCHEDULE_APP_ID`.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the program does not start.
    package static func runServiceExtension(
        _ app: String,
        onExit: @escaping @Sendable (Int32) -> Void,
        onStart: (StartedProgram) -> Void
    ) throws(RequestError) -> Bool {
        guard let (installed, line) = serviceExtension(of: app) else { return false }
        let arguments = try DesktopExec.arguments(of: line, in: installed, url: nil)
        do {
            let process = try ProgramStart(
                arguments: arguments,
                environment: ["NOTIFY_SCHEDULE_APP_ID": app],
                directory: installed.directory ?? ConfigurationFolders.startFolder
            ).start { onExit($0) }
            onStart(StartedProgram(process: process, name: installed.name))
        } catch {
            throw RequestError(.notFound, "\(line.quoted) did not start: \(error)")
        }
        return true
    }

    private static func serviceExtension(of app: String) -> (entry: DesktopEntry, line: String)? {
        guard let installed = DesktopApps.app(app), !isSandboxed(installed),
            let line = installed.text(serviceExtensionKey)
        else { return nil }
        return (installed, line)
    }

    /// Returns whether the file comes from a sandbox.
    ///
    /// Flatpak and snapd rewrite `Exec` so that it stays inside, and no other key: those of this project would lead out.
    package static func isSandboxed(_ entry: DesktopEntry) -> Bool {
        let isMarked = ["X-Flatpak", "X-SnapInstanceName", "X-SnapAppName"].contains {
            entry.text($0) != nil
        }
        return isMarked
            || ["/flatpak/", "/snapd/"].contains { entry.file.contains($0) }
    }
}
