import DesktopTexts
import NotifyCore

/// How the run of a command ended.
enum RunEnd: Hashable, Sendable {
    /// With an exit status.
    case status(Int32)
    /// By a signal.
    case signal(Int32)
    /// It could not be started; a sentence.
    case notStarted(String)
    /// Nobody knows, because the agent ended first.
    case unknown

    /// Reads what the system reports of a process that has ended.
    init(waitStatus: Int32) {
        // As `WIFEXITED` and `WEXITSTATUS`, which are macros.
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .status((waitStatus >> 8) & 0xFF) : .signal(signal)
    }

    /// Whether the command did what it is for.
    var isSuccess: Bool { self == .status(0) }

    /// Returns the end of a command as a sentence.
    func words(of command: String) -> String {
        switch self {
        case .status(let status): "the command \(command.quoted) ended with status \(status)"
        case .signal(let number): "the command \(command.quoted) was ended by signal \(number)"
        case .notStarted(let reason):
            "the command \(command.quoted) could not be started: \(reason)"
        case .unknown:
            "the end of the command \(command.quoted) is not known, because the agent ended first; it is not "
                + "run again for this date"
        }
    }

    /// The title of the notification about a failure.
    func title(of command: String) -> String {
        let name = String(command.prefix(60)).isolated
        return self == .unknown
            ? tr("The end of the command “%1$s” is not known", name)
            : tr("The command “%1$s” failed", name)
    }
}
