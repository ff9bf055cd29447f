import DesktopTexts
import NotifyCore

/// A coding agent's question whether it may use a tool.
struct HookPermission: Equatable {
    /// What the user chose.
    enum Decision: Hashable {
        case allow
        /// Allow it, and take over the rule that the agent itself suggests.
        case always
        case deny
    }

    /// A rule that the agent suggests, and what it says.
    struct Rule: Equatable {
        /// A tool that it allows.
        struct Use: Equatable {
            let tool: String
            /// What the use is limited to; `nil` for every use.
            let limit: String?
        }

        let entry: JSONValue
        let uses: [Use]
        /// The file in which it is kept; empty for this session.
        let place: String
    }

    let agent: HookedAgent
    /// Whether each use is asked for (PreToolUse), and not only what the terminal asks for.
    let isBeforeUse: Bool
    /// The agent's name of the session; `nil` if it has none.
    let session: String?
    let tool: String
    let folder: String
    /// The arguments of the tool.
    let input: [JSONValue.Member]
    /// What *Always* hands back; `nil` where the agent suggests nothing that can be shown completely.
    let rule: Rule?

    /// Reads the input of the hook.
    init(_ value: JSONValue, _ agent: HookedAgent, isBeforeUse: Bool) throws(RequestError) {
        (self.agent, self.isBeforeUse) = (agent, isBeforeUse)
        // A line of the file that has it.
        session = value["session_id"]?.text.flatMap { $0.isPrintableASCII ? $0 : nil }
        tool = try HookInput.text("tool_name", of: value)
        folder = try HookInput.text("cwd", of: value)
        guard case .object(let members)? = value["tool_input"] else {
            throw HookInput.wrong("tool_input is no object")
        }
        input = members
        // Codex refuses a decision with rules, and PreToolUse takes none.
        rule =
            agent == .claude && !isBeforeUse
            ? value["permission_suggestions"]?.elements?.lazy.compactMap(Rule.init).first : nil
    }
}

extension HookPermission {
    /// A name of this use of the tool, by which its end is found.
    var use: String { Self.use(of: tool, .object(input)) }

    /// Returns the name of a use of a tool.
    static func use(of tool: String, _ input: JSONValue) -> String {
        var json = JSONText()
        json.open("[")
        json.string(tool)
        json.value(input)
        json.close("]")
        // FNV-1a. Who makes two uses with one name only takes back a question of the same session.
        let hash = json.bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }
}

// MARK: - What the user reads

extension HookPermission {
    /// What a notification asks.
    struct Question: Equatable {
        let title: String
        let body: String
        /// The decisions that the text is enough for.
        let decisions: [Decision]
    }

    /// Returns the question for a notification server.
    ///
    /// Nobody can allow what is not shown completely. What is ours comes first, so that no argument can stand in its
    /// place.
    ///
    /// - Parameter room: what the server is sure to show; `nil` if it does not show enough to allow something.
    func question(in room: HookRoom?, without secrets: HookSecrets = HookSecrets()) -> Question {
        var secrets = secrets
        // Letters from right to left are shown in another order than they are executed.
        var canAllow = room != nil && !turns
        let room = room ?? .standard
        let name = HookText.line(secrets.hide(in: tool))
        // Translators: the names of a coding agent and of the tool that it wants to use
        var title = tr("%1$s asks for %2$s", agent.name, name)
        let place = HookText.folder(secrets.hide(in: folder))
        var head = [place]
        if HookRoom.width(title) > room.columns {
            // Translators: at most 32 columns, where the name is "Claude Code"; else it cannot be allowed
            title = tr("%1$s asks for a tool", agent.name)
            head.append(tr("Tool: %1$s", name))
            canAllow = canAllow && HookRoom.width(title) <= room.columns
        }
        let arguments = Self.lines(of: secrets.hide(in: input))
        var ruleSecrets = secrets
        let rule = self.rule.flatMap { $0.turns ? nil : $0.text(without: &ruleSecrets) }
        let whole = (head + arguments).joined(separator: "\n")
        if canAllow, !secrets.isHidden, room.count(whole) <= room.lines {
            if let rule, !ruleSecrets.isHidden,
                room.count(whole) + room.count(rule) <= room.lines
            {
                let lines = [place, rule] + head.dropFirst() + arguments
                return Question(
                    title: title,
                    body: lines.joined(separator: "\n"),
                    decisions: [.allow, .deny, .always]
                )
            }
            return Question(title: title, body: whole, decisions: [.allow, .deny])
        }
        let note =
            if secrets.isHidden { tr("… A secret is hidden here.") } else if !canAllow {
                tr("… Perhaps not all of it is shown.")
            } else { tr("… The rest is not shown here.") }
        let shown = room.beginning(of: whole, lines: max(1, room.lines - 1))
        return Question(title: title, body: "\(shown)\n\(note)", decisions: [.deny])
    }

    /// Whether a text of the agent has letters that are written from right to left.
    private var turns: Bool {
        ([tool, folder] + input.flatMap { [$0.key, Self.text(of: $0.value)] })
            .contains(where: HookText.turns)
    }

    /// The arguments that say what a tool does, which come first and without a name.
    private static let mainNames: Set<String> = [
        "command", "file_path", "notebook_path", "path", "url", "query", "pattern",
    ]

    /// Returns the lines of arguments: the main one as it is written, and each other one on a line with its name.
    private static func lines(of input: [JSONValue.Member]) -> [String] {
        let main = input.firstIndex { mainNames.contains($0.key) }
        let first = main.map { [HookText.marked(text(of: input[$0].value))] } ?? []
        return first
            + input.indices.filter { $0 != main }.map { index in
                let member = input[index]
                return HookText.item(
                    "\(HookText.line(member.key)): \(HookText.line(text(of: member.value)))"
                )
            }
    }

    private static func text(of value: JSONValue) -> String {
        if let text = value.text { return text }
        var json = JSONText()
        json.value(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension HookPermission.Rule {
    private static let destinations = [
        "session": "", "localSettings": ".claude/settings.local.json",
        "projectSettings": ".claude/settings.json", "userSettings": "~/.claude/settings.json",
    ]

    /// Reads a suggestion; `nil` for anything but rules that allow something, with nothing in them that is not known.
    init?(_ entry: JSONValue) {
        guard case .object(let members) = entry,
            Set(members.map(\.key)) == ["type", "rules", "behavior", "destination"],
            entry["type"]?.text == "addRules", entry["behavior"]?.text == "allow",
            let place = entry["destination"]?.text.flatMap({ Self.destinations[$0] }),
            let rules = entry["rules"]?.elements, !rules.isEmpty
        else { return nil }
        var uses: [Use] = []
        for rule in rules {
            guard case .object(let members) = rule, let tool = rule["toolName"]?.text else {
                return nil
            }
            switch Set(members.map(\.key)) {
            case ["toolName"]: uses.append(Use(tool: tool, limit: nil))
            case ["toolName", "ruleContent"]:
                guard let content = rule["ruleContent"]?.text else { return nil }
                uses.append(Use(tool: tool, limit: content))
            default: return nil
            }
        }
        (self.entry, self.uses, self.place) = (entry, uses, place)
    }

    /// Whether it has letters that are written from right to left.
    var turns: Bool {
        uses.contains { HookText.turns($0.tool) || $0.limit.map(HookText.turns) ?? false }
    }

    /// Returns what it says, in which everything is as the agent wrote it.
    func text(without secrets: inout HookSecrets) -> String {
        var names: [String] = []
        for use in uses {
            let tool = HookText.line(secrets.hide(in: use.tool))
            let limit = use.limit.map { HookText.line(secrets.hide(in: $0)) }
            names.append(limit.map { "\(tool)(\($0))" } ?? tr("every use of %1$s", tool))
        }
        return place.isEmpty
            // Translators: what the button Always allows
            ? tr("Always allows %1$s, in this session", names.listed)
            // Translators: what the button Always allows, and the file in which that is kept
            : tr("Always allows %1$s, in %2$s", names.listed, place)
    }
}

// MARK: - What the agent reads

extension HookPermission {
    /// Returns the line that hands a decision to the agent.
    func line(_ decision: Decision) -> [UInt8] {
        var json = JSONText()
        json.open("{")
        json.key("hookSpecificOutput")
        json.open("{")
        json.key("hookEventName")
        json.string(isBeforeUse ? "PreToolUse" : "PermissionRequest")
        let word = decision == .deny ? "deny" : "allow"
        if isBeforeUse {
            json.key("permissionDecision")
            json.string(word)
            json.key("permissionDecisionReason")
            json.string(decision == .deny ? Self.denied : "The user allowed it in a notification.")
        } else {
            json.key("decision")
            json.open("{")
            json.key("behavior")
            json.string(word)
            if decision == .deny {
                json.key("message")
                json.string(Self.denied)
            } else if decision == .always, let rule {
                json.key("updatedPermissions")
                json.open("[")
                json.value(rule.entry)
                json.close("]")
            }
            json.close("}")
        }
        json.close("}")
        json.close("}")
        return json.bytes
    }

    private static let denied = "The user denied it in a notification."
}
