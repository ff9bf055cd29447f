import ArgumentParser
import NotifyCore

/// The first word of a command line, as the user wrote it.
enum CommandName {
    /// What other programs call a command, and its name here.
    private static let synonyms = [
        "alter": "edit", "cancel": "remove", "change": "edit", "clear": "remove", "del": "remove",
        "delete": "remove",
        "modify": "edit", "move": "edit", "reschedule": "edit", "update": "edit",
        "create": "add", "new": "add", "notify": "send", "reminder": "remind", "schedule": "add",
        "cat": "show", "get": "show", "info": "show", "log": "history",
        "check": "doctor", "close": "dismiss", "continue": "resume", "unpause": "resume",
        "defer": "snooze", "postpone": "snooze", "preview": "simulate", "repeat": "again",
        "status": "agent status", "start": "agent start", "stop": "agent stop",
        "restart": "agent restart",
    ]

    /// The refusal of a command that does not exist.
    ///
    /// - Parameter group: the command that they belong to; `nil` for those of the program.
    static func unknown(_ word: String, among names: [String], of group: String?) -> UsageError {
        let synonym = synonyms[word.lowercased()].flatMap { name in
            names.contains { $0 == name.prefix { $0 != " " } } ? name : nil
        }
        let isPlain =
            !word.isEmpty
            && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        let shown = isPlain ? word : word.quoted
        if let guess = synonym ?? Suggestion.nearest(to: word, in: names) {
            return UsageError("unknown command \(shown); did you mean \(guess)?")
        }
        // The program's own are too many for a message.
        guard group != nil else {
            return UsageError("unknown command \(shown); see notify-schedule help")
        }
        let all = names.dropLast().joined(separator: ", ") + " or \(names.last ?? "help")"
        return UsageError("unknown command \(shown); write \(all)")
    }

    /// The parser's refusal of an option without a suggestion that is not near.
    ///
    /// - Parameter message: what the parser says, such as `Unknown option '--from'. Did you mean '--cron'?`
    /// - Returns: the message, up to the suggestion if that is far from what was written.
    static func withoutFarSuggestion(_ message: String) -> String {
        var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init
        )
        guard let first = lines.first, first.contains("Unknown option '") else { return message }
        let parts = first.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, parts[2] == ". Did you mean " else { return message }
        let written = parts[1].drop { $0 == "-" }
        let guess = String(parts[3].drop { $0 == "-" })
        guard Suggestion.nearest(to: String(written), in: [guess]) == nil else { return message }
        lines[0] = "\(parts[0])'\(parts[1])'"
        return lines.joined(separator: "\n")
    }
}
