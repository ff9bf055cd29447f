import AgentInterface
import DesktopTexts
import GLibBridge
import Glibc
import NotifyCore

/// One run of `ask --hook`: a coding agent waits for it, and reads what it prints.
///
/// What goes wrong is a warning, and decides nothing: with the exit status 0 and nothing on standard output the agent
/// asks in its terminal, as it does without the hook. The status 2, by which `ask` reports that there is no answer, would
/// be a refusal.
struct HookSession {
    let agent: HookedAgent
    /// The input, where the agent hands it over as an argument; `nil` for standard input.
    let argument: String?
    /// How long to wait, in microseconds.
    let limit: Int64
    /// Whether nothing is shown while the terminal has the focus.
    let onlyUnfocused: Bool

    /// How long to wait where the user sets no limit: agents end a hook after 600 s, and could leave the question behind.
    static let standardLimit: Int64 = 590_000_000

    /// Asks or reports.
    func run() {
        do {
            let bytes = argument.map { Array($0.utf8) } ?? Self.input()
            let input = try HookInput(parsing: bytes, of: agent)
            // It asks the next thing, so what it asked before is over.
            if let end = input.end { HookSlot.end(session: end.session, use: end.use) }
            guard !onlyUnfocused || !TerminalWindow.isFocused else { return }
            switch input {
            case .permission(let permission): try ask(permission)
            case .notice(let notice): try show(notice)
            case .progress: break
            }
        } catch is Interrupted {
            // The agent needs no answer any longer.
        } catch let error as RequestError {
            Terminal.warn("\(error.message); the terminal decides")
        } catch {
            Terminal.warn("\(error); the terminal decides")
        }
    }

    private func ask(_ permission: HookPermission) throws {
        // On another machine's desktop, that one checks.
        let client = ForwardSocket.forwarded == nil ? try AgentClient() : nil
        let status = try client?.statusOfStartedAgent()
        if status?["server"]?["mostButtons"]?.integer == 0 {
            throw RequestError(.notAllowed, "the notification server shows no buttons")
        }
        // Its terminal asks once the hook has ended, and not beside it.
        if agent == .codex, Self.isHeldBack(status) {
            throw RequestError(.notAllowed, "do-not-disturb holds the question back")
        }
        let text = permission.question(in: HookRoom(of: status))
        var buttons = text.decisions.map { (label: Self.label($0), decision: Optional($0)) }
        if TerminalWindow.canBeActivated(hasToken: GNOMETerminal.getsToken(status)) {
            buttons.append((tr("Open terminal"), nil))
        }
        var question = Question(
            title: text.title,
            body: text.body,
            choices: buttons.map(\.label),
            takesText: false
        )
        question.isGuarded = true
        question.isWhole = text.decisions.contains(.allow)
        question.isOverAtLimit = true
        question.key.identifier = "hook.\(RequestKey.freshIdentifier(letters: 13))"
        let slot = try HookSlot(permission)
        defer { withExtendedLifetime(slot) {} }
        let keeper = client == nil ? nil : HookKeeper(of: question.key)
        defer { keeper?.end() }
        let answer =
            try ForwardedDesktop.ask(question, within: limit, output: STDOUT_FILENO)
            ?? question.ask(within: limit, output: STDOUT_FILENO)
        let button = answer.choice.flatMap { buttons.indices.contains($0) ? buttons[$0] : nil }
        if let decision = button?.decision {
            if decision != .deny, let client { try Self.check(question, on: client) }
            print(String(decoding: permission.line(decision), as: UTF8.self))
        } else if button != nil || answer.isBesideButtons {
            TerminalWindow.activate(token: answer.activationToken)
        }
    }

    /// Whether the server shows a question only once do-not-disturb is off.
    static func isHeldBack(_ status: Variant?) -> Bool {
        guard let status, status["doNotDisturb"]?.string == "on" else { return false }
        let level = InterruptionLevel.timeSensitive.rawValue
        return status["profile"]?["doNotDisturb"]?[level]?.string != "shown"
    }

    /// Refuses a permission that a server has brought which was not there when the question was measured.
    private static func check(_ question: Question, on client: AgentClient) throws {
        let room = HookRoom(of: try client.status())
        guard room?.shows(title: question.title, body: question.body) == true else {
            throw RequestError(.notAllowed, "the notification server may not have shown all of it")
        }
    }

    private static func label(_ decision: HookPermission.Decision) -> String {
        switch decision {
        // Translators: on a button of a notification that asks what a program may do
        case .allow: tr("Allow")
        // Translators: on a button of a notification that asks what a program may do
        case .always: tr("Always")
        // Translators: on a button of a notification that asks what a program may do
        case .deny: tr("Deny")
        }
    }

    private func show(_ notice: HookNotice) throws {
        let request = notice.request
        switch ForwardedDesktop.show(request) {
        case .shown: return
        case .refused(let problem): throw RequestError(.notAllowed, problem)
        case .unanswered, nil: break
        }
        let client = try AgentClient()
        let reply = try client.add(request, deadline: RunNotifier.deadline)
        guard reply.isServerMissing(for: request, client) else { return }
        // It would come once a server starts, when it is over.
        let selection = Variant.dictionary([
            ("appID", .string(request.appID)), ("identifiers", .strings([request.identifier])),
        ])
        _ = try client.remove(selection, deadline: RunNotifier.deadline)
        throw AgentUnreachable("no notification server is running")
    }

    /// Reads standard input, a byte more than an input may have.
    private static func input() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= HookInput.maxBytes {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes
    }
}
