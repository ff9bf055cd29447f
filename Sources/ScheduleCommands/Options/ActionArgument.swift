import NotifyCore

/// A parsed `--action "Label=URL"`.
struct ActionArgument {
    let label: String
    let url: String

    /// Splits at the first `=` that is not escaped by a backslash.
    init(parsing text: String) throws(RequestError) {
        var label = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\\", rest.first == "=" {
                rest.removeFirst()
                label.append("=")
            } else if scalar == "=" {
                self.label = label
                self.url = String(rest)
                return
            } else {
                label.unicodeScalars.append(scalar)
            }
        }
        throw RequestError(
            .invalidURL,
            .init("actions", "--action"),
            value: text.quoted,
            reason: "has no URL",
            wayOut:
                "write it as \"Label=URL\", as in \"Timer=clock://start?m=4\"; for an answer to a script: "
                + "notify-schedule send -A yes=Yes"
        )
    }

    /// Returns the actions of a command line, numbered in their order.
    static func actions(_ texts: [String]) throws(RequestError) -> [NotificationAction] {
        var actions: [NotificationAction] = []
        for text in texts {
            let argument = try ActionArgument(parsing: text)
            actions.append(
                NotificationAction(
                    identifier: "action-\(actions.count + 1)",
                    title: argument.label,
                    url: argument.url
                )
            )
        }
        return actions
    }
}
