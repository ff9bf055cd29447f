import NotifyCore

/// The command line of a desktop file as it will be run for a URL (Desktop Entry Specification, "The
/// Exec key").
enum DesktopExec {
    /// The argument vector, without a place for a URL where there is none; the line itself, unsplit, where it does not hold.
    static func arguments(of line: String, url: String?) -> [String] {
        guard let exec = try? ExecLine(parsing: line) else { return [line] }
        return exec.arguments.flatMap { argument -> [String] in
            switch argument {
            case "%u", "%U", "%f", "%F": url.map { [$0] } ?? []
            case "%i", "%c", "%k", "%d", "%D", "%n", "%N", "%v", "%m": []
            default:
                [
                    argument.split(separator: "%%", omittingEmptySubsequences: false)
                        .joined(separator: "%")
                ]
            }
        }
    }
}
