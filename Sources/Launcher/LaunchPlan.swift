public import GLibBridge
public import NotifyCore

/// What a URL starts.
public enum LaunchPlan: Sendable, Equatable {
    /// A command of the user's own, from `launcher.conf`.
    case command(arguments: [String])
    /// The desktop's default application for the scheme.
    case defaultHandler(DesktopApps.Handler, arguments: [String])

    /// The argument vector, for people to look at.
    public var arguments: [String] {
        switch self {
        case .command(let arguments), .defaultHandler(_, let arguments): arguments
        }
    }
}

/// Opens URLs by what the user configured for their schemes.
public struct Launcher: Sendable {
    private let table: SchemeTable
    private let ownDesktopFile: String

    /// Makes a launcher.
    ///
    /// - Parameters:
    ///   - table: the configured commands.
    ///   - ownDesktopFile: the name of this project's desktop file, which must not open what it hands
    ///     over.
    public init(
        table: SchemeTable = SchemeTable(),
        ownDesktopFile: String = "org.notifyschedule.NotifySchedule.desktop"
    ) {
        self.table = table
        self.ownDesktopFile = ownDesktopFile
    }

    /// What did not hold in the configuration, a sentence each.
    public var problems: [String] { table.problems }

    /// Decides what a URL starts, without starting it.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where the URL does not hold, or nothing handles its scheme.
    public func plan(for text: String) throws(RequestError) -> LaunchPlan {
        let url = try LaunchURL(text)
        if let entry = try table.entry(for: url.scheme) {
            return .command(arguments: try entry.template.arguments(for: url))
        }
        guard let handler = DesktopApps.defaultHandler(forScheme: url.scheme) else {
            throw RequestError(
                .notFound,
                "nothing opens \(url.scheme): URLs; add [Scheme \(url.scheme)] with an Exec line to "
                    + "\(ConfigurationFolders.userConfiguration)/\(SchemeTable.fileName)"
            )
        }
        guard handler.id != ownDesktopFile else {
            throw RequestError(
                .notFound,
                "\(url.scheme): URLs are handed to notify-schedule itself, which has no command for "
                    + "them; add [Scheme \(url.scheme)] to "
                    + "\(ConfigurationFolders.userConfiguration)/\(SchemeTable.fileName)"
            )
        }
        return .defaultHandler(
            handler,
            arguments: DesktopExec.arguments(of: handler.commandLine, url: url.text)
        )
    }

    /// Opens a URL.
    ///
    /// The program is started, not waited for: it outlives the caller.
    ///
    /// - Parameters:
    ///   - text: the URL.
    ///   - activationToken: what the desktop gave with the click, so that the window may take the focus.
    /// - Returns: what was started.
    /// - Throws: ``NotifyCore/RequestError`` where the URL does not hold, nothing handles it, or the
    ///   program does not start.
    @discardableResult
    public func open(
        _ text: String,
        activationToken: String? = nil
    ) throws(RequestError) -> LaunchPlan {
        let plan = try plan(for: text)
        do {
            switch plan {
            case .command(let arguments):
                try ProgramStart(
                    arguments: arguments,
                    environment: ActivationToken.environment(activationToken),
                    directory: ConfigurationFolders.startFolder
                ).start()
            case .defaultHandler(let handler, _):
                try DesktopApps.open(text, with: handler.id, activationToken: activationToken)
            }
        } catch {
            throw RequestError(.notFound, "\(text.quoted) did not open: \(error)")
        }
        return plan
    }
}
