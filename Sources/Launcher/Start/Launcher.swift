import ConfigurationFiles
import GLibBridge
package import NotifyCore

/// Opens URLs by the user's configuration.
package struct Launcher: Sendable {
    /// The name of this project's desktop file.
    package static let ownDesktopFile = "org.notifyschedule.NotifySchedule.desktop"

    private let configuration: LauncherConfiguration
    private let ownDesktopFile: String

    /// Makes a launcher.
    ///
    /// - Parameter ownDesktopFile: the name of this project's desktop file, which must not open URLs that it passes on.
    package init(
        configuration: LauncherConfiguration = LauncherConfiguration(),
        ownDesktopFile: String = Launcher.ownDesktopFile
    ) {
        self.configuration = configuration
        self.ownDesktopFile = ownDesktopFile
    }

    /// The errors in the configuration.
    package var faults: [RequestError] { configuration.faults }

    /// Decides what a URL starts, without starting it.
    ///
    /// An entry for the URL in `launcher.conf` takes precedence over that of its scheme, and that over the
    /// desktop's default application; `desktop:` and `run:` are built in.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the URL is invalid, or nothing handles its scheme.
    package func plan(for text: String) throws(RequestError) -> LaunchPlan {
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
        guard let handler = Self.defaultHandler(of: url) else {
            throw RequestError(
                .notFound,
                "nothing opens \(url.scheme): URLs",
                about: .url,
                wayOut: "add [Scheme \(url.scheme)] with an Exec line to \(Self.userFile)"
            )
        }
        guard handler.id != ownDesktopFile else {
            throw RequestError(
                .notFound,
                "\(url.scheme): URLs are opened by notify-schedule itself, which has no command for them",
                about: .url,
                wayOut: "add [Scheme \(url.scheme)] to \(Self.userFile)"
            )
        }
        return try plan(handler, handler.commandLine, url: url.text)
    }

    /// Opens a URL.
    ///
    /// It does not wait for the program, which outlives the caller.
    ///
    /// - Parameters:
    ///   - text: the URL.
    ///   - activationToken: the desktop's activation token of the click.
    ///   - onStart: called with the program, to move it into its own scope.
    /// - Returns: the program that was started.
    /// - Throws: ``NotifyCore/RequestError`` if the URL is invalid, nothing handles it, the program does not
    ///   start, or programs that URLs start open one another without end.
    @discardableResult
    package func open(
        _ text: String,
        activationToken: String? = nil,
        onStart: (StartedProgram) -> Void = { _ in }
    ) throws(RequestError) -> LaunchPlan {
        let plan = try plan(for: text)
        let environment = try OpenNesting.environment(for: text)
            .merging(ActivationToken.environment(activationToken)) { $1 }
        do {
            switch plan.way {
            case .command, .application:
                let process = try ProgramStart(
                    arguments: plan.arguments,
                    environment: environment,
                    directory: plan.directory
                ).start()
                onStart(StartedProgram(process: process, name: plan.name))
            case .desktop(let entry, let action, let url):
                let process = try DesktopApps.start(
                    entry.id,
                    action: action,
                    url: url,
                    environment: environment
                )
                if let process { onStart(StartedProgram(process: process, name: plan.name)) }
            }
        } catch {
            throw RequestError(.notFound, "\(text.quoted) cannot be opened: \(error)")
        }
        return plan
    }

    /// Checks that a command of `[Command NAME]` can be run.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there is none of that name, or its line is invalid.
    package func check(command name: String) throws(RequestError) { _ = try plan(forCommand: name) }

    /// Decides what a command of `[Command NAME]` starts, without starting it.
    ///
    /// Placeholders of its line are filled as for the URL `run:NAME`.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there is none of that name, or its line is invalid.
    package func plan(forCommand name: String) throws(RequestError) -> LaunchPlan {
        let entry = try command(named: name) { $0 }
        return try plan(entry, for: try LaunchURL("\(BuiltInScheme.run):\(name.percentEncoded)"))
    }

    /// Starts a command of `[Command NAME]`, which outlives the caller.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there is none of that name, or it cannot be started.
    package func run(
        command name: String,
        onStart: (StartedProgram) -> Void,
        onExit: @escaping @GLibActor @Sendable (Int32) -> Void
    ) throws(RequestError) {
        let plan = try plan(forCommand: name)
        let environment = try OpenNesting.environment(for: "\(BuiltInScheme.run):\(name)")
        do {
            let process = try ProgramStart(
                arguments: plan.arguments,
                environment: environment,
                directory: plan.directory
            ).start(onExit: onExit)
            onStart(StartedProgram(process: process, name: plan.name))
        } catch {
            throw RequestError(.notFound, "\(error)")
        }
    }

    /// Files are opened by their type, because applications seldom claim their scheme.
    private static func defaultHandler(of url: LaunchURL) -> DesktopEntry? {
        DesktopApps.defaultHandler(forScheme: url.scheme)
            ?? FileURI.path(of: url.text).flatMap { DesktopApps.defaultHandler(forFile: $0) }
    }

    private func plan(_ entry: CommandEntry, for url: LaunchURL) throws(RequestError) -> LaunchPlan
    {
        LaunchPlan(arguments: try entry.template.arguments(for: url), way: .command)
    }

    private func command(_ url: LaunchURL) throws(RequestError) -> CommandEntry {
        try command(named: try url.decode(url.path)) { "\(BuiltInScheme.run):\($0)" }
    }

    private func command(
        named name: String,
        _ suggested: (String) -> String
    ) throws(RequestError) -> CommandEntry {
        if let entry = try configuration.command(.command, name) { return entry }
        let guess = Suggestion.nearest(to: name, in: configuration.names(of: .command))
        throw RequestError(
            .notFound,
            "there is no command \(name.quoted)",
            about: .run,
            wayOut: guess.map { "did you mean \(suggested($0))?" }
                ?? "add [Command \(name.isEmpty ? "NAME" : name)] with an Exec line to \(Self.userFile)"
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
