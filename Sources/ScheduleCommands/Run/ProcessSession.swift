import GLibBridge
import NotifyCore
import TerminalCommands

/// The wait for a process that another program started, with the notification at its end.
struct ProcessSession {
    private let settings: RunSettings
    private let id: Int32

    init(_ settings: RunSettings, _ id: Int32) {
        self.settings = settings
        self.id = id
    }

    /// Waits for the process.
    ///
    /// - Returns: its exit status, 128 or more if a signal ended it; 0 where that is not known.
    func run() -> Int32 {
        do {
            let process = try WatchedProcess(id)
            let end = process.wait()
            let words = process.words
            let name = words.isEmpty ? "process \(id)" : CommandText.line(words)
            let report = RunReport(
                command: settings.title ?? name,
                end: end,
                microseconds: process.age,
                host: RemoteHost.name,
                lines: []
            )
            let notifier = RunNotifier(
                settings,
                identifier: "run-pid-\(id)",
                mayAsk: TerminalChannel.hasNoReader
            )
            notifier.printJSON(report)
            if report.isWanted(by: settings, atTerminal: false) { notifier.show(report) }
            return end?.status ?? 0
        } catch {
            Terminal.complain(error.message)
            return error.status
        }
    }
}
