import GLibBridge
import Glibc
import Logging
import NotifyCore

/// Asks for texts with a dialog program if the notification server has no field for them.
@GLibActor
final class ReplyDialogs {
    private let configuration: ConfigurationSource
    private let logger: Logger
    private var running: Set<Int32> = []

    /// Creates dialogs that follow `[Reply] Prompt`.
    nonisolated init(configuration: ConfigurationSource, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
    }

    /// Shows a dialog and waits for its end.
    func ask(_ prompt: ReplyPrompt, activationToken: String?) async -> ReplyAnswer {
        for program in configuration.current.replyPrompt.programs {
            let start = ProgramStart(
                arguments: program.arguments(for: prompt),
                environment: activationToken.map { ["XDG_ACTIVATION_TOKEN": $0] } ?? [:],
                isQuiet: true
            )
            do throws(SystemError) {
                return answer(of: try await outcome(of: start), from: program)
            } catch {
                guard error.number == ENOENT else {
                    return .impossible(RequestError(.notFound, "no text can be typed: \(error)"))
                }
            }
        }
        return .impossible(
            RequestError(
                .notFound,
                "there is no program to type a text with; install zenity or kdialog, or name one in "
                    + "\(AgentConfiguration.fileName): [Reply] Prompt="
            )
        )
    }

    /// Closes all dialogs, because a text that is entered after the agent's end would be lost.
    func end() {
        for process in running { kill(process, SIGTERM) }
    }

    private func outcome(of start: ProgramStart) async throws(SystemError) -> ProgramOutcome {
        var process: Int32?
        defer { if let process { running.remove(process) } }
        return try await start.collect(atMost: RequestLimits.reply) {
            process = $0
            running.insert($0)
        }
    }

    private func answer(of outcome: ProgramOutcome, from program: PromptProgram) -> ReplyAnswer {
        guard outcome.code == 0 else {
            // A dialog that cannot be shown ends like one that is closed.
            let code = outcome.code.map { "\($0)" } ?? "a signal"
            logger.notice("no text was typed: \(program.rawValue) ended with \(code)")
            return .cancelled
        }
        guard !outcome.isCut else { return .impossible(.longReply) }
        let bytes =
            outcome.output.last == UInt8(ascii: "\n")
            ? outcome.output.dropLast()[...] : outcome.output[...]
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            return .impossible(
                RequestError(.invalidContent, "what \(program.rawValue) wrote is not UTF-8 text")
            )
        }
        return .text(text)
    }
}

extension RequestError {
    /// The error for a reply that is too long.
    static let longReply = RequestError(
        .invalidContent,
        "the reply has more than the \(RequestLimits.reply) bytes allowed; type a shorter one"
    )
}
