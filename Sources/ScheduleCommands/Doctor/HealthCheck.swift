import NotifyCore

/// One line of `doctor`.
struct HealthCheck: Encodable {
    /// The result of a check.
    enum Level: String, Encodable {
        case ok, info, warning, error
    }

    /// What was checked.
    let name: String
    let level: Level
    /// What was found.
    let message: String
    /// What to do; absent if nothing needs to be done.
    let advice: String?
    /// More of it, by name.
    let details: [String: String]?

    private static let levelWidth = 9
    private static let indent = 25

    init(
        _ name: String,
        _ level: Level,
        _ message: String,
        advice: String? = nil,
        details: [String: String]? = nil
    ) {
        self.name = name
        self.level = level
        self.message = message
        self.advice = advice
        self.details = details
    }

    /// Prints the line, with advice below it, and details if they are wanted.
    func print(verbose: Bool) {
        var lines = [message.printableLine]
        if verbose {
            lines += (details ?? [:]).sorted { $0.key < $1.key }
                .map { "\($0.key)=\($0.value)".printableLine }
        }
        if let advice { lines.append(advice) }
        let wrapped = lines.flatMap {
            DetailLine.lines($0, width: Terminal.width, indent: Self.indent)
        }
        let level = self.level.rawValue.padding(to: Self.levelWidth)
        let start =
            (Terminal.hasColours ? Terminal.styled(level, style) : level)
            + name.padding(to: Self.indent - Self.levelWidth)
        let rest = "\n" + String(repeating: " ", count: Self.indent)
        Swift.print(start + wrapped.joined(separator: rest))
    }

    private var style: Terminal.Style {
        switch level {
        case .ok: .green
        case .info: .faint
        case .warning: .yellow
        case .error: .red
        }
    }
}
