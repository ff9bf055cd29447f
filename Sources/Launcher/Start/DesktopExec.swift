import GLibBridge
import NotifyCore

/// The command line of a desktop file (Desktop Entry Specification, "The Exec key").
enum DesktopExec {
    /// Returns the argument vector.
    ///
    /// - Parameter url: the URL to open; `nil` for none.
    /// - Throws: ``NotifyCore/RequestError`` if the line is invalid.
    static func arguments(
        of line: String,
        in entry: DesktopEntry,
        url: String?
    ) throws(RequestError) -> [String] {
        var arguments: [String] = []
        for argument in try split(line) {
            switch argument {
            case "%u", "%U": arguments += url.map { [$0] } ?? []
            // These stand for files; a URL of another kind goes to programs that can read it.
            case "%f", "%F": arguments += url.map { [FileURI.path(of: $0) ?? $0] } ?? []
            case "%i": arguments += entry.icon.map { ["--icon", $0] } ?? []
            case "%d", "%D", "%n", "%N", "%v", "%m": break
            default: arguments.append(fill(argument, from: entry, url: url))
            }
        }
        return arguments
    }

    /// Splits as GLib does, which is more tolerant than the specification, because many desktop files have
    /// characters that should be quoted.
    private static func split(_ line: String) throws(RequestError) -> [String] {
        if let exec = try? ExecLine(parsing: line) { return exec.arguments }
        do throws(GLibError) {
            return try ShellWords.split(line)
        } catch {
            throw RequestError(
                .invalidContent,
                .init("Exec", "its Exec line"),
                value: line.quoted,
                because: error.message
            )
        }
    }

    private static func fill(_ argument: String, from entry: DesktopEntry, url: String?) -> String {
        guard argument.contains("%") else { return argument }
        var result = ""
        var rest = argument.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "%", let code = rest.popFirst() else {
                result.unicodeScalars.append(scalar)
                continue
            }
            switch code {
            case "%": result += "%"
            case "u", "U", "f", "F": result += url ?? ""
            case "c": result += entry.name
            case "k": result += entry.file
            default: break
            }
        }
        return result
    }
}
