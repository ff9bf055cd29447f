import AgentInterface
import DesktopTexts
import NotifyCore

/// A coding agent whose hooks `ask` answers.
enum HookedAgent: String, CaseIterable {
    case claude, codex

    /// The name for people.
    var name: String {
        switch self {
        case .claude: "Claude Code"
        case .codex: "Codex"
        }
    }
}

/// What a coding agent hands to its hook.
enum HookInput: Equatable {
    /// It asks for a permission.
    case permission(HookPermission)
    /// It reports something, and waits for no answer.
    case notice(HookNotice)
    /// It goes on, which says only that something is over.
    case progress(HookEnd)

    /// The questions that are over now; `nil` for none.
    ///
    /// Claude Code asks in its terminal at the same time, and lets the hook wait on when the user answers there.
    var end: HookEnd? {
        switch self {
        case .progress(let end): end
        case .permission(let permission): permission.session.map { HookEnd(session: $0) }
        case .notice(let notice):
            notice.event == .done ? notice.session.map { HookEnd(session: $0) } : nil
        }
    }

    /// Tools of Claude Code that need more of the user than a permission, and what is said of them.
    ///
    /// A refusal in a notification would discard the question or the plan.
    private static var answeredInTerminal: [String: String] {
        [
            // Translators: said of a coding agent
            "AskUserQuestion": tr("It has a question."),
            // Translators: said of a coding agent, which waits for a consent to its plan
            "ExitPlanMode": tr("Its plan is ready."),
        ]
    }

    /// The longest input, in bytes; agents hand over whole files.
    static let maxBytes = 1 << 20

    /// Reads an input.
    ///
    /// - Throws: ``NotifyCore/RequestError`` for what is not known completely: nothing may be decided on a guess.
    init(parsing bytes: [UInt8], of agent: HookedAgent) throws(RequestError) {
        guard bytes.count <= Self.maxBytes else {
            throw Self.wrong("it has more than \(Self.maxBytes) bytes")
        }
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw Self.wrong("it is not JSON: \(error.message) at byte \(error.column)")
        }
        // The argument of the `notify` program of Codex names its event otherwise.
        if agent == .codex, value["hook_event_name"] == nil {
            guard value["type"]?.text == "agent-turn-complete" else {
                throw Self.wrong("neither hook_event_name nor type names an event")
            }
            self = .notice(
                HookNotice(
                    agent: agent,
                    session: value["thread-id"]?.text,
                    event: .done,
                    message: value["last-assistant-message"]?.text ?? "",
                    folder: value["cwd"]?.text
                )
            )
            return
        }
        guard let event = value["hook_event_name"]?.text else {
            throw Self.wrong("hook_event_name is missing")
        }
        let session = value["session_id"]?.text
        switch (event, agent) {
        // An "allow" of the PreToolUse of Codex needs a changed input, which is not ours to write.
        case ("PermissionRequest", _), ("PreToolUse", .claude):
            if agent == .claude, let tool = value["tool_name"]?.text,
                let message = Self.answeredInTerminal[tool]
            {
                self = .notice(
                    HookNotice(
                        agent: agent,
                        session: session,
                        event: .waiting,
                        message: message,
                        folder: value["cwd"]?.text
                    )
                )
                return
            }
            self = .permission(try HookPermission(value, agent, isBeforeUse: event == "PreToolUse"))
        case ("Stop", _):
            self = .notice(
                HookNotice(
                    agent: agent,
                    session: session,
                    event: .done,
                    message: value["last_assistant_message"]?.text ?? "",
                    folder: value["cwd"]?.text
                )
            )
        case ("Notification", .claude):
            self = .notice(
                HookNotice(
                    agent: agent,
                    session: session,
                    event: .waiting,
                    message: try Self.text("message", of: value),
                    folder: value["cwd"]?.text
                )
            )
        case ("PostToolUse", _), ("PostToolUseFailure", .claude):
            self = .progress(
                HookEnd(
                    session: session ?? "",
                    use: HookPermission.use(
                        of: try Self.text("tool_name", of: value),
                        value["tool_input"] ?? .null
                    )
                )
            )
        case ("UserPromptSubmit", _), ("SessionEnd", .claude):
            self = .progress(HookEnd(session: session ?? ""))
        default: throw Self.wrong("its event \(event.quoted) is not one that can be answered")
        }
    }

    /// Returns a member that is a text with something in it.
    static func text(_ name: String, of value: JSONValue) throws(RequestError) -> String {
        guard let text = value[name]?.text, !text.isEmpty else {
            throw wrong("\(name) is no text, or empty")
        }
        return text
    }

    /// The error of an input.
    static func wrong(_ reason: String) -> RequestError {
        RequestError(.malformed, "the hook's input cannot be used: \(reason)")
    }
}

/// Questions of a session that are over.
struct HookEnd: Equatable {
    let session: String
    /// The use of a tool that was asked for; `nil` for all.
    var use: String?
}

/// An event of a coding agent that is only shown.
struct HookNotice: Equatable {
    enum Event { case done, waiting }

    let agent: HookedAgent
    /// The agent's name of the session, of which each has one notification; `nil` if it has none.
    let session: String?
    let event: Event
    let message: String
    let folder: String?

    private static let maxMessage = 300

    private var title: String {
        switch event {
        // Translators: title; %1$s is the name of a coding agent
        case .done: tr("%1$s is done", agent.name)
        // Translators: title; %1$s is the name of a coding agent
        case .waiting: tr("%1$s waits for you", agent.name)
        }
    }

    /// The notification.
    var request: NotificationRequest {
        let name = (session ?? "").filter {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
        }
        var lines: [String] = []
        var secrets = HookSecrets()
        let text = HookText.visible(secrets.hide(in: message).printableLine)
        if !text.isEmpty {
            lines.append(
                text.count > Self.maxMessage ? "\(text.prefix(Self.maxMessage))…" : text
            )
        }
        if let folder, !folder.isEmpty { lines.append(HookText.folder(secrets.hide(in: folder))) }
        return NotificationRequest(
            appID: AgentNames.app,
            identifier: "\(agent.rawValue)-\(name.isEmpty ? "session" : name.prefix(64))",
            content: NotificationContent(
                title: title,
                body: lines.joined(separator: "\n"),
                interruptionLevel: event == .done ? .active : .timeSensitive
            ),
            bubble: BubbleOptions(icon: "utilities-terminal")
        )
    }
}
