import AgentInterface
import GLibBridge
import Glibc
import NotifyCore
import TerminalCommands

/// Shows the notification of a command through the agent.
struct RunNotifier {
    private let settings: RunSettings
    private let identifier: String
    private let terminal: TerminalChannel
    /// How long the end of the command waits for an agent that hangs.
    static let deadline = CallDeadline.milliseconds(3_000)

    /// Makes the notifier of what an identifier names.
    ///
    /// - Parameters:
    ///   - settings: what the user wants.
    ///   - identifier: the identifier.
    ///   - mayAsk: whether the terminal may be asked what it has.
    init(_ settings: RunSettings, identifier: String, mayAsk: Bool = true) {
        terminal = TerminalChannel(mayAsk: mayAsk)
        self.settings = settings
        self.identifier = identifier
    }

    /// Shows how the command ended; a failure is a warning, because the command's end matters more.
    ///
    /// - Parameters:
    ///   - report: how it ended.
    ///   - log: the file with its output; `nil` for none.
    func show(_ report: RunReport, log: String?) {
        let content = report.content(settings)
        if let path = ForwardSocket.forwarded, let desktop = ForwardedDesktop(path) {
            if settings.showsProgress { remove() }
            if let problem = desktop.show(remote(content)) { warn(problem) }
            return
        }
        // Over ssh the user is at the terminal, and not at the desktop of this machine, if there is one.
        if report.host != nil, terminal.show(notice(content), guesses: false) {
            if settings.showsProgress { remove() }
            return
        }
        do {
            _ = try AgentClient().add(
                request(content, isFailure: report.isFailure, log: log),
                deadline: Self.deadline
            )
        } catch let error as AgentUnreachable {
            if !terminal.show(notice(content), guesses: true) { warn("\(error)") }
        } catch {
            warn("\(error)")
        }
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
            actions.append(NotificationAction(identifier: "output", title: "Output", url: url))
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
        _ = try? AgentClient().remove(selection, deadline: Self.deadline)
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
