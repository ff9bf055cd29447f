import GLibBridge
public import NotifyCore

/// Opens URLs by what the user configured for them.
public struct Launcher: Sendable {
    /// The name of this project's desktop file.
    public static let ownDesktopFile = "org.notifyschedule.NotifySchedule.desktop"

    private let configuration: LauncherConfiguration
    private let ownDesktopFile: String

    /// Makes a launcher.
    ///
    /// - Parameters:
    ///   - configuration: the configured commands.
    ///   - ownDesktopFile: the name of this project's desktop file, which must not open what it hands
    ///     over.
    public init(
        configuration: LauncherConfiguration = LauncherConfiguration(),
        ownDesktopFile: String = Launcher.ownDesktopFile
    ) {
        self.configuration = configuration
        self.ownDesktopFile = ownDesktopFile
    }

    /// What did not hold in the configuration, a sentence each.
    public var problems: [String] { configuration.problems }

    /// Decides what a URL starts, without starting it.
    ///
    /// A URL of its own in `launcher.conf` goes before its scheme's entry, and that before the desktop's
    /// default application; `desktop:` and `run:` are built in.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where the URL does not hold, or nothing handles its scheme.
    public func plan(for text: String) throws(RequestError) -> LaunchPlan {
        let url = try LaunchURL(text)
        if let entry = try configuration.command(.url, text) { return try plan(entry, for: url) }
        switch url.scheme {
        case BuiltInScheme.desktop: return try plan(DesktopURL(url))
        case BuiltInScheme.run: return try plan(try command(url), for: url)
        default: break
        }
        if let entry = try configuration.command(.scheme, url.scheme) {
            return try plan(entry, for: url)
        }
        guard let handler = DesktopApps.defaultHandler(forScheme: url.scheme) else {
            throw RequestError(
                .notFound,
                "nothing opens \(url.scheme): URLs; add [Scheme \(url.scheme)] with an Exec line to "
                    + Self.userFile
            )
        }
        guard handler.id != ownDesktopFile else {
            throw RequestError(
                .notFound,
                "\(url.scheme): URLs are handed to notify-schedule itself, which has no command for "
                    + "them; add [Scheme \(url.scheme)] to \(Self.userFile)"
            )
        }
        return try plan(handler, handler.commandLine, url: url.text)
    }

    /// Opens a URL.
    ///
    /// The program is started, not waited for: it outlives the caller.
    ///
    /// - Parameters:
    ///   - text: the URL.
    ///   - activationToken: what the desktop gave with the click, so that the window may take the focus.
    ///   - onStart: hears of the program, to put it into a scope of its own.
    /// - Returns: what was started.
    /// - Throws: ``NotifyCore/RequestError`` where the URL does not hold, nothing handles it, or the
    ///   program does not start.
    @discardableResult
    public func open(
        _ text: String,
        activationToken: String? = nil,
        onStart: (StartedProgram) -> Void = { _ in }
    ) throws(RequestError) -> LaunchPlan {
        let plan = try plan(for: text)
        do {
            switch plan.way {
            case .command, .application:
                let process = try ProgramStart(
                    arguments: plan.arguments,
                    environment: ActivationToken.environment(activationToken),
                    directory: plan.directory
                ).start()
                onStart(StartedProgram(process: process, name: plan.name))
            case .desktop(let entry, let action, let url):
                try DesktopApps.start(
                    entry.id,
                    action: action,
                    url: url,
                    activationToken: activationToken
                )
            }
        } catch {
            throw RequestError(.notFound, "\(text.quoted) did not open: \(error)")
        }
        return plan
    }

    private func plan(_ entry: CommandEntry, for url: LaunchURL) throws(RequestError) -> LaunchPlan
    {
        LaunchPlan(arguments: try entry.template.arguments(for: url), way: .command)
    }

    private func command(_ url: LaunchURL) throws(RequestError) -> CommandEntry {
        let name = try url.decode(url.path)
        if let entry = try configuration.command(.command, name) { return entry }
        let guess = Suggestion.nearest(to: name, in: configuration.names(of: .command))
        throw RequestError(
            .notFound,
            "there is no command \(name.quoted); "
                + (guess.map { "did you mean run:\($0)?" }
                    ?? "add [Command \(name.isEmpty ? "NAME" : name)] with an Exec line to "
                    + Self.userFile)
        )
    }

    private func plan(_ url: DesktopURL) throws(RequestError) -> LaunchPlan {
        guard let entry = DesktopApps.entry(url.id), entry.id != ownDesktopFile else {
            throw RequestError(
                .notFound,
                "\(url.id.quoted) is not installed; see notify-schedule launcher list"
            )
        }
        guard let action = url.action else { return try plan(entry, entry.commandLine, url: nil) }
        guard entry.actions.contains(where: { $0.id == action }) else {
            let names = entry.actions.map(\.id).joined(separator: ", ")
            throw RequestError(
                .notFound,
                "\(url.id) has no action \(action.quoted); "
                    + (names.isEmpty ? "it has none" : "it has \(names)")
            )
        }
        let line: String?
        do throws(GLibError) {
            line = try entry.commandLine(ofAction: action)
        } catch {
            throw RequestError(.notFound, "\(url.id) cannot be read: \(error)")
        }
        return try plan(entry, line ?? "", action: action, url: nil)
    }

    private func plan(
        _ entry: DesktopEntry,
        _ line: String,
        action: String? = nil,
        url: String?
    ) throws(RequestError) -> LaunchPlan {
        let arguments = line.isEmpty ? [] : try DesktopExec.arguments(of: line, in: entry, url: url)
        guard arguments.isEmpty || entry.needsTerminal else {
            return LaunchPlan(arguments: arguments, way: .application(entry))
        }
        return LaunchPlan(
            arguments: arguments.isEmpty ? [entry.id] : arguments,
            way: .desktop(entry, action: action, url: url)
        )
    }

    private static var userFile: String {
        "\(ConfigurationFolders.userConfiguration)/\(LauncherConfiguration.fileName)"
    }
}
