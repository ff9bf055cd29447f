import AgentInterface
import GLibBridge
import Glibc
import Launcher
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
    /// What corrects it, as a button of the window; absent if there is no such command.
    let fix: Fix?
    /// More of it, by name.
    let details: [String: String]?

    private static let levelWidth = 9
    private static let indent = 25

    init(
        _ name: String,
        _ level: Level,
        _ message: String,
        advice: String? = nil,
        fix: Fix? = nil,
        details: [String: String]? = nil
    ) {
        self.name = name
        self.level = level
        self.message = message
        self.advice = advice
        self.fix = fix
        self.details = details
    }

    /// A command that corrects what was found, or opens where the user can do that.
    struct Fix: Encodable {
        /// The label of a button.
        let label: String
        /// The program and its arguments.
        let command: [String]

        /// Opens a file of the user's; `nil` if there is no such file.
        static func opening(_ path: String) -> Fix? {
            // A launcher.conf that cannot be read opens nothing.
            let opener = "xdg-open"
            guard access(path, F_OK) == 0, InstalledProgram.path(of: opener) != nil else {
                return nil
            }
            return Fix(label: "Open the File", command: [opener, path])
        }

        /// Opens the desktop's settings of notifications; `nil` if nothing is known to do that.
        static var settings: Fix? {
            let page = "prefs:root=NOTIFICATIONS_ID"
            guard let plan = try? Launcher().plan(for: page), plan.missingProgram == nil else {
                return nil
            }
            return Fix(label: "Open the Settings", command: own("open", page))
        }

        /// A verb of this command.
        static func own(_ arguments: String...) -> [String] { [AgentProgram.command] + arguments }
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
