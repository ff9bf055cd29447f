import GLibBridge
import Glibc
import NotifyCore
import TerminalCommands

/// A command that a shell reports after it took long, by the lines of ``ShellHook``.
struct ShellSession {
    /// The exit status.
    let status: Int32
    /// How long the command took, in microseconds.
    let microseconds: Int64
    /// The process of the shell, which has one notification.
    let shell: Int32
    /// The line that was typed; empty where the shell does not keep it.
    let line: String
    /// The line that it may be a repetition of, where the shell does not say; empty for none.
    var earlier = ""

    /// The variables with both lines: other users see the arguments of a program, and not its environment.
    static let variables = (line: "NOTIFY_SCHEDULE_LINE", earlier: "NOTIFY_SCHEDULE_EARLIER")
    /// The variable with more interactive programs.
    static let ignoreVariable = "NOTIFY_SCHEDULE_IGNORE"

    /// Reports the command, unless the user works in it or looks at its window.
    func run(_ settings: RunSettings) {
        let more = Environment[Self.ignoreVariable] ?? ""
        guard ![line, earlier].contains(where: { InteractivePrograms.start($0, more: more) }) else {
            return
        }
        var settings = settings
        settings.onlyUnfocused = true
        let report = RunReport(
            command: settings.title ?? CommandText.typed(line),
            end: .exited(status),
            microseconds: microseconds,
            host: RemoteHost.name,
            lines: []
        )
        // 128 and SIGINT is a command that Ctrl-C has ended.
        guard report.isWanted(by: settings, atTerminal: true), !TerminalWindow.isFocused else {
            return
        }
        let notifier = RunNotifier(settings, identifier: "shell-\(shell)", mayAsk: false)
        notifier.printJSON(report)
        notifier.show(report)
    }
}
