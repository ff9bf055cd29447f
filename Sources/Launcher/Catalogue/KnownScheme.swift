import GLibBridge
import NotifyCore

/// The handler of a scheme, or of a URL with its own command.
package struct KnownScheme: Sendable, Equatable {
    /// The source of a handler.
    package enum Source: String, Sendable {
        /// A group of `launcher.conf`.
        case configuration
        /// The desktop's default application.
        case application
        /// This program itself.
        case builtIn
    }

    /// The scheme without its colon, or the whole URL.
    package let name: String
    /// The source of a handler.
    package let source: Source
    /// The command line with its placeholders, or an application's name; empty for none.
    package let starts: String
    /// The configuration file, or the desktop file's name.
    package let origin: String
    /// The error that prevents the start.
    package let problem: String?

    /// Returns all schemes and URLs with a handler: those of `launcher.conf`, then the desktop's, then the
    /// built-in ones, each in alphabetical order.
    ///
    /// - Parameter ownDesktopFile: the name of this project's desktop file, which opens nothing by itself.
    package static func all(
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
