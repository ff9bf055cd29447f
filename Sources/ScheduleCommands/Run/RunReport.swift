import DesktopTexts
import Glibc
import NotifyCore
import TerminalCommands

/// What is reported of a command that has ended.
struct RunReport {
    /// The command in words.
    let command: String
    /// How it ended; `nil` where that is not known, as of another user's process.
    let end: CommandEnd?
    /// How long it took.
    let microseconds: Int64
    /// The machine, where it is not the user's.
    let host: String?
    /// The last lines of its output.
    let lines: [String]
    /// The file with its output; `nil` for none.
    var log: String?

    /// The most bytes of a name that the user gives.
    static let maxTitle = 1_000

    /// Whether the command did what it should.
    var isSuccess: Bool { end == .exited(0) }

    /// Whether it failed.
    var isFailure: Bool { end.map { $0 != .exited(0) } ?? false }

    /// Whether a command is reported.
    ///
    /// - Parameter atTerminal: whether the command's input is a terminal, where Ctrl-C says that somebody looks on.
    func isWanted(by settings: RunSettings, atTerminal: Bool) -> Bool {
        if atTerminal, end == .signalled(SIGINT) || end == .exited(128 + SIGINT) { return false }
        if settings.onlyFailures, isSuccess { return false }
        return microseconds >= settings.shortest
    }

    /// Returns the content of the notification.
    func content(_ settings: RunSettings) -> NotificationContent {
        let length = DurationText.words(microseconds)
        let summary =
            // Translators: how a command ended and how long it ran, such as "Done after 3 min", and on which machine
            host.map { tr("%1$s after %2$s on %3$s", outcome, length, $0) }
            ?? tr("%1$s after %2$s", outcome, length)
        return NotificationContent(
            title: title,
            body: ([summary] + lines).joined(separator: "\n"),
            interruptionLevel: level(settings)
        )
    }

    /// Returns it as one line of JSON.
    func json() throws -> String {
        var line = Line(command: command, duration: Double(microseconds) / 1_000_000, lines: lines)
        line.host = host
        line.log = log
        switch end {
        case .exited(let status)?: line.status = status
        case .signalled(let signal)?: line.signal = signal
        case nil: break
        }
        return try JSONOutput.line(line)
    }

    /// What `run --json` prints.
    private struct Line: Encodable {
        let command: String
        /// In seconds.
        let duration: Double
        let lines: [String]
        var host: String?
        var log: String?
        var status: Int32?
        var signal: Int32?
    }

    private func level(_ settings: RunSettings) -> InterruptionLevel {
        guard !isFailure else { return .timeSensitive }
        return settings.quietSuccess ? .passive : .active
    }

    private var title: String {
        // Translators: the end of a command, such as "Done: make"
        isFailure
            ? tr("Failed: %1$s", command)
            : isSuccess ? tr("Done: %1$s", command) : tr("Ended: %1$s", command)
    }

    private var outcome: String {
        switch end {
        case nil: return tr("Ended")
        case .exited(0): return tr("Done")
        case .exited(let status): return tr("Exit status %1$s", "\(status)")
        case .signalled(let signal):
            let name = strsignal(signal).map { String(cString: $0) } ?? "?"
            // Translators: the signal that ended a command, such as "Terminated (signal 15)"
            return tr("%1$s (signal %2$s)", name, "\(signal)")
        }
    }
}

/// The length of a command in words.
enum DurationText {
    /// Returns a duration with as much of it as matters, such as `1.5 s`, `42 s`, `3 min 20 s` or `1 h 5 min`.
    static func words(_ microseconds: Int64) -> String {
        let second: Int64 = 1_000_000
        if microseconds < 10 * second {
            let tenths = (microseconds + second / 20) / (second / 10)
            let number = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
            // Translators: the sign for seconds
            return tr("%1$s s", number)
        }
        let unit = microseconds < 3_600 * second ? second : 60 * second
        let rounded = (microseconds + unit / 2) / unit * unit
        return TimeSpan(microseconds: rounded)?.localWords ?? ""
    }
}
