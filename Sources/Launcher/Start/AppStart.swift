import GLibBridge
public import NotifyCore

/// Starts installed apps by their desktop files.
public enum AppStart {
    /// Starts an app by the Exec line of its desktop file.
    ///
    /// The program is started, not waited for: it outlives the caller. It finds its id in
    /// `NOTIFY_SCHEDULE_APP_ID`.
    ///
    /// - Parameters:
    ///   - app: the app's id; its desktop file is `APP.desktop`.
    ///   - activationToken: what the desktop gave with the click, so that the window may take the focus.
    /// - Returns: whether there is such a file that starts something.
    /// - Throws: ``NotifyCore/RequestError`` where the program does not start.
    public static func run(
        _ app: String,
        activationToken: String?
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
            try ProgramStart(
                arguments: arguments,
                environment: environment,
                directory: installed.directory ?? ConfigurationFolders.startFolder
            ).start()
        } catch {
            throw RequestError(.notFound, "\(installed.name) did not start: \(error)")
        }
        return true
    }
}
