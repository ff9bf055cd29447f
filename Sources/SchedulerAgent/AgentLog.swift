import Glibc
import Logging
import NotifyCore

/// The agent's log on standard error: with syslog levels for the journal, and with words elsewhere.
struct AgentLog: LogHandler {
    /// Where standard error goes.
    enum Destination: Sendable {
        /// The journal, which reads a level before each line and knows the program's name.
        case journal
        /// A terminal or a file.
        case plain

        /// Detects where standard error goes.
        ///
        /// - Parameter stream: the value of `JOURNAL_STREAM`, the device and inode number of what systemd
        ///   connected to the journal; a program started from there inherits the variable, not the stream.
        init(stream: String?) {
            var status = stat()
            let isJournal =
                stream != nil && fstat(STDERR_FILENO, &status) == 0
                && stream == "\(status.st_dev):\(status.st_ino)"
            self = isJournal ? .journal : .plain
        }
    }

    /// The default level.
    static let quiet = Logger.Level.notice

    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    let destination: Destination

    init(level: Logger.Level, destination: Destination) {
        logLevel = level
        self.destination = destination
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let values = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let message = values.reduce("\(event.message)") { "\($0) \($1.key)=\($1.value)" }
        // On one line, because a line break in it comes from another program.
        Self.write(message.printableLine, event.level, to: destination)
    }

    /// Writes a message, a line at a time.
    static func write(_ message: String, _ level: Logger.Level, to destination: Destination) {
        let text = lines(message, level, for: destination)
        // With one call, so that output of other threads does not come in between.
        _ = text.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
    }

    /// Returns a message as it is written.
    static func lines(
        _ message: String,
        _ level: Logger.Level,
        for destination: Destination
    ) -> String {
        let start =
            switch destination {
            case .journal: "<\(level.journalNumber)>"
            case .plain: "notify-agent: " + (level.word.map { "\($0): " } ?? "")
            }
        return message.printable.split(separator: "\n").map { "\(start)\($0)\n" }.joined()
    }
}

extension Logger.Level {
    /// The level of syslog(3), which sd-daemon(3) writes before a line.
    fileprivate var journalNumber: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    /// The word before a message; a notice has none.
    fileprivate var word: String? { self == .notice ? nil : rawValue }
}
