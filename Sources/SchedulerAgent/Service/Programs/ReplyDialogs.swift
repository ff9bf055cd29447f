import GLibBridge
import Glibc
import Logging
import NotifyCore

/// Asks for texts with a dialog program if the notification server has no field for them, and for a choice with a menu
/// program if it draws no buttons.
@GLibActor
final class ReplyDialogs {
    private let configuration: ConfigurationSource
    private let logger: Logger
    /// The processes of the dialogs on the screen, by the numbers of the calls.
    private var running: [Int: Int32] = [:]
    private var count = 0
    private var isEnding = false

    /// Creates dialogs that follow `[Reply] Prompt` and `[Reply] Menu`.
    nonisolated init(configuration: ConfigurationSource, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
    }

    /// Shows a dialog and waits for its end; it is closed when the task is cancelled.
    func ask(_ prompt: ReplyPrompt, activationToken: String?) async -> ReplyAnswer {
        if !prompt.choices.isEmpty, !prompt.hasButtons {
            return await choose(prompt, activationToken)
        }
        for program in configuration.current.replyPrompt.programs {
            let start = ProgramStart(
                arguments: program.arguments(for: prompt),
                environment: activationToken.map { ["XDG_ACTIVATION_TOKEN": $0] } ?? [:],
                isQuiet: true
            )
            do throws(SystemError) {
                let outcome = try await outcome(of: start)
                if prompt.hasButtons {
                    return failure(of: outcome, from: program.rawValue)
                        ?? Self.choice(of: outcome, from: program, prompt)
                }
                return answer(of: outcome, from: program.rawValue)
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

    /// Whether a program for a menu, or for a dialog, is installed.
    func canAsk(byMenu isMenu: Bool) -> Bool {
        let isWayland = Environment["WAYLAND_DISPLAY"]?.isEmpty == false
        let current = configuration.current
        let names =
            isMenu
            ? current.menu.programs.filter { isWayland || !$0.isOfWayland }.map(\.rawValue)
            : current.replyPrompt.programs.map(\.rawValue)
        return names.contains { InstalledProgram.path(of: $0) != nil }
    }

    /// Returns the choice that the buttons of a dialog are; zenity ends with 1 for them.
    private static func choice(
        of outcome: ProgramOutcome,
        from program: PromptProgram,
        _ prompt: ReplyPrompt
    ) -> ReplyAnswer {
        var text = String(decoding: outcome.output, as: UTF8.self)
        if text.last == "\n" { text.removeLast() }
        return program.choice(text, of: prompt).map { .text($0) } ?? .cancelled
    }

    /// Shows a menu and waits for the choice.
    private func choose(_ prompt: ReplyPrompt, _ activationToken: String?) async -> ReplyAnswer {
        let isWayland = Environment["WAYLAND_DISPLAY"]?.isEmpty == false
        for program in configuration.current.menu.programs where isWayland || !program.isOfWayland {
            let (arguments, input) = program.start(for: prompt)
            let start = ProgramStart(
                arguments: arguments,
                environment: activationToken.map { ["XDG_ACTIVATION_TOKEN": $0] } ?? [:],
                isQuiet: true
            )
            do throws(SystemError) {
                let outcome = try await outcome(of: start, input: input)
                return answer(of: outcome, from: program.rawValue, "nothing was chosen")
            } catch {
                guard error.number == ENOENT else {
                    return .impossible(RequestError(.notFound, "no menu can be shown: \(error)"))
                }
            }
        }
        return .impossible(
            RequestError(
                .notFound,
                "there is no program to choose an action with; install fuzzel, wofi, rofi, bemenu or zenity, or name "
                    + "one in \(AgentConfiguration.fileName): [Reply] Menu="
            )
        )
    }

    /// Closes all dialogs, because a text that is entered after the agent's end would be lost.
    func end() {
        isEnding = true
        for number in running.keys { close(number) }
    }

    private func close(_ number: Int) {
        if let process = running[number] { kill(process, SIGTERM) }
    }

    private func outcome(
        of start: ProgramStart,
        input: String? = nil
    ) async throws(SystemError) -> ProgramOutcome {
        count += 1
        let number = count
        defer { running[number] = nil }
        let result: Result<ProgramOutcome, SystemError> = await withTaskCancellationHandler {
            do throws(SystemError) {
                return .success(
                    try await start.collect(atMost: RequestLimits.reply, input: input) {
                        running[number] = $0
                        // What cancels it earlier finds no process.
                        if Task.isCancelled { close(number) }
                    }
                )
            } catch {
                return .failure(error)
            }
        } onCancel: {
            GLibActor.thread.task { @GLibActor [self] in close(number) }
        }
        return try result.get()
    }

    /// Returns the answer where the user cannot have given one; `nil` where a program has ended as one does that was on
    /// the screen.
    private func failure(of outcome: ProgramOutcome, from program: String) -> ReplyAnswer? {
        if Task.isCancelled || isEnding { return .cancelled }
        if let code = outcome.code, code <= Self.closed { return nil }
        let end = outcome.code.map { "with status \($0)" } ?? "by a signal"
        return .impossible(
            RequestError(.notFound, "\(program) ended \(end) before it had an answer")
        )
    }

    /// The highest status of a program that was closed: 1 of most, 2 of some.
    private static let closed: Int32 = 2

    private func answer(
        of outcome: ProgramOutcome,
        from program: String,
        _ failure: String = "no text was typed"
    ) -> ReplyAnswer {
        if let end = self.failure(of: outcome, from: program) { return end }
        guard outcome.code == 0 else {
            // Some end with it as well if there is no display.
            let code = outcome.code.map { "\($0)" } ?? "a signal"
            logger.notice("\(failure): \(program) ended with \(code)")
            return .cancelled
        }
        guard !outcome.isCut else { return .impossible(.longReply) }
        let bytes =
            outcome.output.last == UInt8(ascii: "\n")
            ? outcome.output.dropLast()[...] : outcome.output[...]
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            return .impossible(
                RequestError(.invalidContent, "what \(program) wrote is not UTF-8 text")
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
