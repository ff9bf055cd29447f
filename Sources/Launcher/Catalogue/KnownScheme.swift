import GLibBridge
import NotifyCore

/// What URLs of one scheme, or one URL that has a command of its own, start.
public struct KnownScheme: Sendable, Equatable {
    /// Who says so.
    public enum Source: String, Sendable {
        /// A group of `launcher.conf`.
        case configuration
        /// The desktop's default application.
        case application
        /// This program itself.
        case builtIn
    }

    /// The scheme without its colon, or the whole URL.
    public let name: String
    /// Who says so.
    public let source: Source
    /// What is started: a command line with its placeholders, or an application's name; empty where
    /// nothing is.
    public let starts: String
    /// Where that stands: the file, or the desktop file's name.
    public let origin: String
    /// Why nothing is started.
    public let problem: String?

    /// All schemes and URLs that something opens, or was to open: those of `launcher.conf`, then the
    /// desktop's, then the built-in ones, each in alphabetical order.
    ///
    /// - Parameters:
    ///   - configuration: the configured commands; they go before the desktop's.
    ///   - ownDesktopFile: the name of this project's desktop file, which opens nothing by itself.
    /// - Returns: each scheme and each URL once.
    public static func all(
        _ configuration: LauncherConfiguration = LauncherConfiguration(),
        ownDesktopFile: String = Launcher.ownDesktopFile
    ) -> [KnownScheme] {
        let configured = [CommandEntry.Kind.url, .scheme].flatMap {
            Self.configured($0, configuration)
        }
        let taken = Set(configured.map(\.name) + BuiltInScheme.names)
        let installed = DesktopApps.handledSchemes().filter { !taken.contains($0) }
            .compactMap { scheme -> KnownScheme? in
                guard let app = DesktopApps.defaultHandler(forScheme: scheme),
                    app.id != ownDesktopFile
                else { return nil }
                return KnownScheme(
                    name: scheme,
                    source: .application,
                    starts: app.name,
                    origin: app.id,
                    problem: nil
                )
            }
        return configured + installed + builtIn(configuration)
    }

    private static func configured(
        _ kind: CommandEntry.Kind,
        _ configuration: LauncherConfiguration
    ) -> [KnownScheme] {
        let sound = configuration.names(of: kind).compactMap { name -> KnownScheme? in
            guard let entry = try? configuration.command(kind, name) else { return nil }
            return KnownScheme(
                name: name,
                source: .configuration,
                starts: entry.template.line,
                origin: entry.file,
                problem: nil
            )
        }
        let broken = configuration.broken(kind).map { name, entry in
            KnownScheme(
                name: name,
                source: .configuration,
                starts: "",
                origin: entry.file,
                problem: entry.reason
            )
        }
        return (sound + broken).sorted { $0.name < $1.name }
    }

    private static func builtIn(_ configuration: LauncherConfiguration) -> [KnownScheme] {
        let commands = configuration.names(of: .command).map { "\(BuiltInScheme.run):\($0)" }
        let descriptions = [
            BuiltInScheme.desktop: "an installed app, or one of its actions",
            BuiltInScheme.run: commands.isEmpty
                ? "a [Command NAME] of launcher.conf"
                : "a [Command NAME] of launcher.conf: \(commands.joined(separator: ", "))",
        ]
        return BuiltInScheme.names.map { name in
            KnownScheme(
                name: name,
                source: .builtIn,
                starts: descriptions[name] ?? "",
                origin: "notify-schedule",
                problem: nil
            )
        }
    }
}
