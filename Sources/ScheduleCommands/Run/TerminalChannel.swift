import GLibBridge
import NotifyCore
import TerminalCommands

/// Notifications by the terminal, where no agent is in reach.
enum TerminalChannel {
    /// How long a terminal may take to answer, in milliseconds; it may be far away.
    private static let timeout: Int64 = 2_000

    /// Shows a notification.
    ///
    /// - Parameters:
    ///   - notice: what to show.
    ///   - guesses: whether a terminal that is not known to have a sequence gets one that terminals ignore if they
    ///     do not have it.
    /// - Returns: whether the terminal got it.
    static func show(_ notice: TerminalNotice, guesses: Bool) -> Bool {
        guard let terminal = ControllingTerminal() else { return false }
        let wrapping = Self.wrapping
        guard let sequence = sequence(of: terminal, wrapping, guesses: guesses) else {
            return false
        }
        terminal.write(notice.bytes(sequence, wrapping: wrapping))
        return true
    }

    private static var wrapping: TerminalNotice.Wrapping {
        if isSet("TMUX") { return .tmux }
        return isSet("STY") ? .screen : .none
    }

    private static func isSet(_ name: String) -> Bool { Environment[name]?.isEmpty == false }

    private static func sequence(
        of terminal: ControllingTerminal,
        _ wrapping: TerminalNotice.Wrapping,
        guesses: Bool
    ) -> TerminalNotice.Sequence? {
        let names = ["TERM", "TERM_PROGRAM"].compactMap { Environment[$0] }
        let guess: TerminalNotice.Sequence = isSet("VTE_VERSION") ? .osc777 : .osc9
        switch wrapping {
        case .none:
            // Consoles and editors print what they do not know.
            guard let name = Environment["TERM"], !["", "dumb", "linux"].contains(name) else {
                return nil
            }
            let answer = terminal.answer(
                to: TerminalNotice.Sequence.question,
                within: timeout,
                until: TerminalNotice.Sequence.isComplete
            )
            guard TerminalNotice.Sequence.isComplete(answer) else { return nil }
            return .chosen(by: answer, names: names) ?? (guesses ? guess : nil)
        case .tmux:
            // It would answer by itself; it knows the terminal around it.
            let format = "#{client_termname} #{client_termtype}"
            let outer = try? ProgramStart(arguments: [
                "sh", "-c", "exec tmux display-message -p \"$0\" 2>/dev/null", format,
            ])
            .output()
            return .named([outer ?? ""]) ?? (guesses ? guess : nil)
        case .screen: return .named(names) ?? (guesses ? guess : nil)
        }
    }
}
