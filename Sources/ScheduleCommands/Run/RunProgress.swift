import AgentInterface
import DesktopTexts
import GLibBridge
import Glibc
import NotifyCore
import Synchronization
import TerminalCommands

/// The notification of a command that runs: its progress, and the button *Stop*.
///
/// All calls of the bus are made on a thread of its own, so that the command's output never waits for them.
final class RunProgress: Sendable {
    private struct State {
        var progress: ProgressReader.Progress?
        var isChanged = false
        /// Whether the command has ended, or the user has closed the notification.
        var isOver = false
    }

    /// Readable once the user wants the command to stop.
    let stop: Int32
    private let stopped: Int32
    private let state = Mutex(State())
    /// Held during each call that shows something, so that the end of the command is shown last.
    private let showing = Mutex(())
    private let report: RunningReport
    private let identifier: String
    private static let interval = Duration.seconds(1)
    /// The same command may run twice, and share the notification.
    private let stopAction = "stop-\(getpid())"

    /// Shows that a command runs.
    init?(_ report: RunningReport, identifier: String) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        // The numbers of closed standard descriptors are for /dev/null.
        let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
        for end in ends { close(end) }
        (stop, stopped) = (moved[0], moved[1])
        guard stop >= 0, stopped >= 0 else { return nil }
        self.report = report
        self.identifier = identifier
    }

    /// Starts to show; must be called after the command has been started.
    func start() {
        // It ends with the process.
        _ = BackgroundTask(name: "progress") { [self] in show() }
    }

    /// Sets how far the command is.
    func update(_ progress: ProgressReader.Progress) {
        state.withLock { state in
            state.isChanged = state.isChanged || state.progress != progress
            state.progress = progress
        }
    }

    /// Shows nothing more; waits for what is being shown.
    func finish() {
        state.withLock { $0.isOver = true }
        showing.withLock { _ in }
    }

    private func show() {
        do {
            let client = try AgentClient()
            var watch = try RequestWatch(client: client, app: AgentNames.app)
            try watch.begun()
            let drawsValue = try Self.drawsValue(client.statusOfStartedAgent())
            try add(nil, drawsValue, on: client)
            watch.narrow(to: RequestKey(appID: AgentNames.app, identifier: identifier))
            while !state.withLock({ $0.isOver }) {
                switch try watch.next(until: .now + Self.interval) {
                case .event(let event) where event.key.identifier == identifier:
                    handle(event)
                case .timedOut:
                    let progress = state.withLock { state in
                        defer { state.isChanged = false }
                        return state.isChanged ? state.progress : nil
                    }
                    if let progress { try add(progress, drawsValue, on: client) }
                case .busClosed: return
                default: continue
                }
            }
        } catch {
            Terminal.warn("the progress of the command is not shown: \(error)")
        }
    }

    private func handle(_ event: RequestEvent) {
        switch event.event {
        case "responded":
            state.withLock { $0.isOver = true }
            guard event.action == stopAction else { return }
            _ = [UInt8(0)].withUnsafeBytes { write(stopped, $0.baseAddress, $0.count) }
        // Who closes it wants to see the end alone.
        case "dismissed", "removed": state.withLock { $0.isOver = true }
        default: return
        }
    }

    private func add(
        _ progress: ProgressReader.Progress?,
        _ drawsValue: Bool,
        on client: AgentClient
    ) throws {
        try showing.withLock { _ in
            guard !state.withLock({ $0.isOver }) else { return }
            let request = NotificationRequest(
                appID: AgentNames.app,
                identifier: identifier,
                content: report.content(progress, drawsValue: drawsValue),
                actions: [NotificationAction(identifier: stopAction, title: tr("Stop"))],
                bubble: report.bubble(progress)
            )
            _ = try client.add(request, deadline: RunNotifier.deadline)
            LauncherEntry.update(progress: progress?.fraction, on: try client.connection)
        }
    }

    /// Whether the server draws a bar for the hint `value`; others get the number as text.
    private static func drawsValue(_ status: Variant) -> Bool {
        let servers = ["dunst", "mako", "notify-osd", "swaync", "xfce"]
        return status["profile"]?["name"]?.string.map(servers.contains) ?? false
    }
}

extension ProgressReader.Progress {
    /// The part that is done, from 0 to 1; `nil` if it is not known.
    fileprivate var fraction: Double? {
        if case .percent(let percent) = self { Double(percent) / 100 } else { nil }
    }
}

/// What is shown of a command that runs.
struct RunningReport {
    /// The command in words.
    let command: String
    /// The machine, where it is not the user's.
    let host: String?

    /// Returns the content of the notification.
    ///
    /// - Parameter progress: how far the command is; `nil` if it has not said so.
    func content(
        _ progress: ProgressReader.Progress?,
        drawsValue: Bool
    ) -> NotificationContent {
        var body = host.map { tr("Running on %1$s", $0) } ?? tr("Running")
        if case .percent(let percent)? = progress, !drawsValue {
            // Translators: how far a command is
            body = tr("%1$s: %2$s", body, "\(percent) %")
        }
        return NotificationContent(
            title: tr("Running: %1$s", command),
            body: body,
            interruptionLevel: .passive
        )
    }

    /// Returns the hint with the number.
    func bubble(_ progress: ProgressReader.Progress?) -> BubbleOptions {
        var hints: [String: HintValue] = [:]
        if case .percent(let percent)? = progress { hints["value"] = .integer(Int32(percent)) }
        return BubbleOptions(icon: "utilities-terminal", hints: hints)
    }
}
