import GLibBridge
import Glibc
import NotifyCore
import TerminalCommands

/// Notifications by the terminal, where no agent is in reach.
final class TerminalChannel {
    /// How long a terminal may take to answer, in milliseconds; it may be far away.
    private static let timeout: Int64 = 2_000
    /// Variables that terminals set, or that ssh passes on.
    private static let nameVariables = ["TERM", "TERM_PROGRAM", "LC_TERMINAL"]

    private let mayAsk: Bool
    /// Opened and asked once, since an answer may take long and what is typed meanwhile is lost.
    private lazy var terminal = ControllingTerminal()
    private lazy var sequence = terminal.flatMap { Self.sequence(of: $0, mayAsk: mayAsk) }

    /// Whether standard output is no pipe, behind which a pager may read the terminal, and get its answers.
    static var hasNoReader: Bool {
        var status = stat()
        return fstat(STDOUT_FILENO, &status) != 0 || status.st_mode & S_IFMT != S_IFIFO
    }

    /// Makes the channel of this process's terminal.
    ///
    /// - Parameter mayAsk: whether the terminal may be asked what it has: no shell reads it meanwhile.
    init(mayAsk: Bool) {
        self.mayAsk = mayAsk
    }

    /// Shows a notification.
    func show(_ notice: TerminalNotice) -> Bool {
        guard let terminal, let sequence else { return false }
        terminal.write(notice.bytes(sequence, wrapping: Self.wrapping))
        return true
    }

    private static var wrapping: TerminalNotice.Wrapping {
        if isSet("TMUX") { return .tmux }
        return isSet("STY") ? .screen : .none
    }

    private static func isSet(_ name: String) -> Bool { Environment[name]?.isEmpty == false }

    /// Chooses a sequence that a terminal has, or else one that it ignores if it does not have it.
    ///
    /// - Returns: the sequence; `nil` for a terminal that might print it.
    private static func sequence(
        of terminal: ControllingTerminal,
        mayAsk: Bool
    ) -> TerminalNotice.Sequence? {
        let names = nameVariables.compactMap { Environment[$0] }
        let guess: TerminalNotice.Sequence = isSet("VTE_VERSION") ? .osc777 : .osc9
        switch wrapping {
        case .none:
            // Consoles and editors print what they do not know.
            guard let name = Environment["TERM"], !["", "dumb", "linux"].contains(name) else {
                return nil
            }
            guard mayAsk, terminal.isForeground else {
                // The answer to a question would be somebody else's input.
                if isSet("VTE_VERSION") { return .osc777 }
                return .named(names) ?? (name.hasPrefix("xterm") ? .osc9 : nil)
            }
            let answer = terminal.answer(
                to: TerminalNotice.Sequence.question,
                within: timeout,
                until: TerminalNotice.Sequence.isComplete
            )
            guard TerminalNotice.Sequence.isComplete(answer) else { return nil }
            return .chosen(by: answer, names: names) ?? guess
        case .tmux:
            // It would answer by itself; it knows the terminal around it.
            let format = "#{client_termname} #{client_termtype}"
            let outer = try? ProgramStart(arguments: [
                "sh", "-c", "exec tmux display-message -p \"$0\" 2>/dev/null", format,
            ])
            .output()
            return .named([outer ?? ""]) ?? guess
        case .screen: return .named(names) ?? guess
        }
    }
}
