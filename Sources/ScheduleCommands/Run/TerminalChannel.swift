import GLibBridge
import NotifyCore
import TerminalCommands

/// Notifications by the terminal, where no agent is in reach.
final class TerminalChannel {
    /// How long a terminal may take to answer, in milliseconds; it may be far away.
    private static let timeout: Int64 = 2_000
    /// Variables that terminals set, or that ssh passes on.
    private static let nameVariables = ["TERM", "TERM_PROGRAM", "LC_TERMINAL"]

    /// What a terminal understands.
    private struct Sequences {
        /// What it is known to have; `nil` if that is not known.
        var known: TerminalNotice.Sequence?
        /// What it ignores if it does not have it; `nil` if it might print that.
        var guess: TerminalNotice.Sequence?
    }

    private let mayAsk: Bool
    /// Opened and asked once, since an answer may take long and what is typed meanwhile is lost.
    private lazy var terminal = ControllingTerminal()
    private lazy var sequences = terminal.map { Self.sequences(of: $0, mayAsk: mayAsk) }

    /// Makes the channel of this process's terminal.
    ///
    /// - Parameter mayAsk: whether the terminal may be asked what it has: no shell reads it meanwhile.
    init(mayAsk: Bool) {
        self.mayAsk = mayAsk
    }

    /// Shows a notification.
    ///
    /// - Parameters:
    ///   - notice: what to show.
    ///   - guesses: whether a terminal that is not known to have a sequence gets one that terminals ignore if they
    ///     do not have it.
    /// - Returns: whether the terminal got it.
    func show(_ notice: TerminalNotice, guesses: Bool) -> Bool {
        guard let terminal, let sequences,
            let sequence = sequences.known ?? (guesses ? sequences.guess : nil)
        else { return false }
        terminal.write(notice.bytes(sequence, wrapping: Self.wrapping))
        return true
    }

    private static var wrapping: TerminalNotice.Wrapping {
        if isSet("TMUX") { return .tmux }
        return isSet("STY") ? .screen : .none
    }

    private static func isSet(_ name: String) -> Bool { Environment[name]?.isEmpty == false }

    private static func sequences(of terminal: ControllingTerminal, mayAsk: Bool) -> Sequences {
        let names = nameVariables.compactMap { Environment[$0] }
        let guess: TerminalNotice.Sequence = isSet("VTE_VERSION") ? .osc777 : .osc9
        switch wrapping {
        case .none:
            // Consoles and editors print what they do not know.
            guard let name = Environment["TERM"], !["", "dumb", "linux"].contains(name) else {
                return Sequences()
            }
            guard mayAsk, terminal.isForeground else {
                // The answer to a question would be somebody else's input.
                let known = isSet("VTE_VERSION") ? .osc777 : TerminalNotice.Sequence.named(names)
                return Sequences(known: known, guess: name.hasPrefix("xterm") ? .osc9 : nil)
            }
            let answer = terminal.answer(
                to: TerminalNotice.Sequence.question,
                within: timeout,
                until: TerminalNotice.Sequence.isComplete
            )
            guard TerminalNotice.Sequence.isComplete(answer) else { return Sequences() }
            return Sequences(known: .chosen(by: answer, names: names), guess: guess)
        case .tmux:
            // It would answer by itself; it knows the terminal around it.
            let format = "#{client_termname} #{client_termtype}"
            let outer = try? ProgramStart(arguments: [
                "sh", "-c", "exec tmux display-message -p \"$0\" 2>/dev/null", format,
            ])
            .output()
            return Sequences(known: .named([outer ?? ""]), guess: guess)
        case .screen: return Sequences(known: .named(names), guess: guess)
        }
    }
}
