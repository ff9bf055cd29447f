import ConfigurationFiles
import GLibBridge
package import NotifyCore

/// Starts installed apps by their desktop files.
package enum AppStart {
    /// Starts an app by the Exec line of its desktop file.
    ///
    /// It does not wait for the program, which outlives the caller and gets its id in
    /// `NOTIFY_SCHEDULE_APP_ID`.
    ///
    /// - Parameter app: the app's id; its desktop file is `APP.desktop`.
    /// - Throws: ``NotifyCore/RequestError`` if the program does not start.
    package static func run(
        _ app: String,
        activationToken: String?,
        onStart: (StartedProgram) -> Void = { _ in }
    ) throws(RequestError) -> Bool {
        guard let installed = DesktopApps.app(app), !installed.commandLine.isEmpty else {
            return false
        }
        let arguments = try DesktopExec.arguments(
            of: installed.commandLine,
            in: installed,
            url: nil
        )
        var environment = ActivationToken.environment(activationToken)
        environment["NOTIFY_SCHEDULE_APP_ID"] = app
        do {
            let process = try ProgramStart(
                arguments: arguments,
                environment: environment,
                directory: installed.directory ?? ConfigurationFolders.startFolder
            ).start()
            onStart(StartedProgram(process: process, name: installed.name))
        } catch {
            throw RequestError(.notFound, "\(installed.name) did not start: \(error)")
        }
        return true
    }
}
