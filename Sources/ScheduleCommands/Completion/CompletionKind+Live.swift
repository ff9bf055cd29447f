import ArgumentParser
import Launcher
import NotifyCore

/// Sources of a shell's completions.
extension CompletionKind {
    /// Identifiers of both lists.
    static var identifiers: CompletionKind {
        identifiers(in: ["pending", "delivered"])
    }

    /// Identifiers of what is pending.
    static var pendingIdentifiers: CompletionKind {
        identifiers(in: ["pending"])
    }

    /// Identifiers of what is delivered.
    static var deliveredIdentifiers: CompletionKind {
        identifiers(in: ["delivered"])
    }

    /// Identifiers of what was removed.
    static var removedIdentifiers: CompletionKind {
        live { LiveWords.removedIdentifiers() }
    }

    /// The ids of known apps.
    static var apps: CompletionKind { live { LiveWords.apps() } }

    /// The names of the focuses in `agent.conf`.
    static var focuses: CompletionKind { live { LiveWords.focuses() } }

    /// The ids of known apps, and `all`.
    static var appsOrAll: CompletionKind { live { LiveWords.apps() + ["all"] } }

    /// The names of calendars that are followed or remembered.
    static var calendars: CompletionKind { live { LiveWords.calendars() } }

    /// The names of the other machines of the relay's group.
    static var relayDevices: CompletionKind { live { LiveWords.relayDevices() } }

    /// The names of the other machines of the relay's group, and `all`.
    static var relayDevicesOrAll: CompletionKind {
        live { LiveWords.relayDevices() + [RemoteTargets.allWord] }
    }

    /// The names of time zones.
    static var zones: CompletionKind { live { LiveWords.zones() } }

    /// The URL schemes that have a handler.
    static var schemes: CompletionKind { live { KnownScheme.all().map(\.name) } }

    /// The schemes with their colon, and whole URLs that have a command of their own.
    static var urls: CompletionKind {
        live { KnownScheme.all().map { $0.name.contains(":") ? $0.name : "\($0.name):" } }
    }

    /// The names of the commands in `launcher.conf`.
    static var commands: CompletionKind { live { LauncherConfiguration().names(of: .command) } }

    /// The ids of the launcher's entries.
    static var launcherEntries: CompletionKind { live { Catalogue().entries.map(\.id) } }

    /// The ids of the launcher's apps and categories.
    static var launcherGroups: CompletionKind {
        live { Set(Catalogue().entries.map(\.group.id)).sorted() }
    }

    /// The words of calendar events.
    static var calendarWords: CompletionKind {
        .list(CalendarEvent.words + WeekdayWords.short + ["Mon..Fri", "every"])
    }

    /// The words of dates.
    static var dateWords: CompletionKind {
        .list(
            ["today", "tomorrow", "noon", "midnight", "tonight", "next", "in"]
                + WeekdayWords.short.map { $0.lowercased() }
        )
    }

    private static func identifiers(in lists: [String]) -> CompletionKind {
        .custom { words, index, prefix in
            // The prefix is that of the last word.
            let typed = index == words.count - 1 ? TypedWord.plain(prefix) : ""
            return LiveWords.bounded {
                LiveWords.identifiers(in: lists, beginningWith: typed)
            }
        }
    }

    private static func live(_ words: @escaping @Sendable () -> [String]) -> CompletionKind {
        .custom { _, _, _ in LiveWords.bounded(words) }
    }

    private enum WeekdayWords {
        static let short = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    }
}
