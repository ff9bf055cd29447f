import AgentInterface
import DesktopTexts
import GLibBridge
import Glibc
import NotifyCore
import TerminalCommands

/// Shows the notification of a command through the agent.
struct RunNotifier {
    private let settings: RunSettings
    private let identifier: String
    private let terminal: TerminalChannel
    /// How long an agent may take to answer.
    static let deadline = CallDeadline.milliseconds(3_000)
    /// How long the end of the command waits for the bus, the start of an agent and its answer, in milliseconds.
    private static let timeout = 5_000

    /// Makes the notifier of what an identifier names.
    init(_ settings: RunSettings, identifier: String, mayAsk: Bool) {
        terminal = TerminalChannel(mayAsk: mayAsk)
        self.settings = settings
        self.identifier = identifier
    }

    /// Shows how the command ended; a failure is a warning, because the command's end matters more.
    func show(_ report: RunReport) {
        OutputLog.removeOld(leaving: OutputLog.maxFiles)
        let content = report.content(settings)
        // Only the agent has a button for it.
        var far = content
        // Translators: the file that has the output of a command
        if let log = report.log { far.body += "\n" + tr("Output: %1$s", log) }
        if let path = ForwardSocket.forwarded, let desktop = ForwardedDesktop(path) {
            switch desktop.show(remote(far)) {
            case .shown:
                if settings.showsProgress { remove() }
                return
            case .refused(let problem):
                if settings.showsProgress { remove() }
                return warn(problem)
            case .unanswered: break
            }
        }
        // Over ssh the user is at the terminal, and not at the desktop of this machine, if there is one.
        if report.host != nil, terminal.show(notice(far)) {
            if settings.showsProgress { remove() }
            return
        }
        let request = request(content, isFailure: report.isFailure, log: report.log)
        let mayStay = settings.stays && content.interruptionLevel != .passive
        do {
            let isMissing = try Self.call { client in
                var request = request
                // Without a list nothing would be left of it once the bubble is gone.
                if mayStay, try client.statusOfStartedAgent().keepsNoList {
                    request.bubble.expiry = 0
                }
                return try client.add(request, deadline: Self.deadline)
                    .isServerMissing(for: request, client)
            }
            if isMissing {
                Terminal.warn("no notification server is running; the end is shown once one starts")
            }
        } catch let error as AgentUnreachable {
            if !terminal.show(notice(far)) { warn("\(error)") }
        } catch {
            warn("\(error)")
        }
    }

    /// Calls the agent, on a thread of its own: a bus that hangs would have no time limit.
    @discardableResult
    private static func call<Value: Sendable>(
        _ body: @escaping @Sendable (AgentClient) throws -> Value
    ) throws -> Value {
        let task = BackgroundTask(name: "agent") {
            AgentClient.prepare()
            return Result { try body(AgentClient()) }
        }
        guard let result = task.wait(atMost: timeout) else {
            throw AgentUnreachable(
                "the bus or the agent did not answer within \(timeout / 1_000) s"
            )
        }
        return try result.get()
    }

    /// Prints how the command ended where JSON is wanted, for other tools.
    func printJSON(_ report: RunReport) {
        if settings.printsJSON, let line = try? report.json() { Terminal.writeErrorLines(line) }
    }

    private func warn(_ reason: String) {
        Terminal.warn("the end of the command is not shown: \(reason)")
    }

    private func request(
        _ content: NotificationContent,
        isFailure: Bool,
        log: String?
    ) -> NotificationRequest {
        var actions: [NotificationAction] = []
        if let url = log.flatMap({ FileURI.text(of: $0) }) {
            actions.append(NotificationAction(identifier: "output", title: tr("Output"), url: url))
        }
        return NotificationRequest(
            appID: AgentNames.app,
            identifier: identifier,
            content: content,
            actions: actions,
            bubble: BubbleOptions(icon: isFailure ? "dialog-error" : "utilities-terminal")
        )
    }

    private func remote(_ content: NotificationContent) -> RemoteNotice {
        // Commands of several machines have notifications of their own.
        let machine = RemoteHost.name.map { "\($0)." } ?? ""
        var notice = RemoteNotice(identifier: machine + identifier, title: content.title)
        notice.body = content.body
        notice.level = content.interruptionLevel
        notice.source = RemoteHost.name ?? ""
        return notice
    }

    private func notice(_ content: NotificationContent) -> TerminalNotice {
        TerminalNotice(
            identifier: identifier,
            title: content.title,
            body: content.body,
            urgency: content.interruptionLevel == .passive ? 0 : 1,
            onlyUnfocused: settings.onlyUnfocused
        )
    }

    /// Removes the notification of a command that ran, and whose end is not shown.
    func remove() {
        let selection = Variant.dictionary([
            ("appID", .string(AgentNames.app)), ("identifiers", .strings([identifier])),
        ])
        try? Self.call { _ = try $0.remove(selection, deadline: Self.deadline) }
    }

    /// Returns the identifier of a command's notification, which the same command in the same folder replaces.
    static func identifier(_ words: CommandWords) -> String {
        let path = getcwd(nil, 0)
        defer { free(path) }
        let folder = path.map { String(cString: $0) } ?? ""
        // FNV-1a; nothing depends on it but which notification is replaced.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in [Array(folder.utf8)] + words.words {
            for byte in byte + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        return "run-\(String(hash, radix: 16))"
    }
}

extension Variant {
    /// Whether the notification server of a status keeps no list of what it has shown.
    fileprivate var keepsNoList: Bool {
        self["profile"]?["fields"]?["KeepsExpired"]?.string == "false"
    }
}
