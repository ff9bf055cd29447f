import AgentInterface
import ArgumentParser
import NotifyCore

/// The options of `add` that name what belongs together, in Apple's words.
struct ContentArguments: ParsableArguments {
    @Option(
        name: .customLong("app"),
        parsing: .unconditional,
        help: ArgumentHelp("The app it is said to come from; else this command.", valueName: "id"),
        completion: .apps
    )
    var appID: String?

    @Option(
        name: .customLong("thread"),
        parsing: .unconditional,
        help: ArgumentHelp("What it belongs to; kept for other programs.", valueName: "id")
    )
    var thread: String?

    @Option(
        name: .customLong("category"),
        parsing: .unconditional,
        help: ArgumentHelp("The app's category, whose buttons it has.", valueName: "id")
    )
    var category: String?

    @Option(
        name: .customLong("user-info"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A text of your own that stays with it; repeatable.",
            valueName: "key=text"
        )
    )
    var userInfo: [String] = []

    /// The app whose it is.
    func owner() throws(RequestError) -> String {
        guard let appID else { return AgentNames.app }
        try NotificationRequest.validate(appID: appID)
        guard appID != "all" else {
            throw RequestError(
                .invalidIdentifier,
                "--app all means every app where things are listed; write the id of one"
            )
        }
        return appID
    }

    /// The texts by their keys.
    func texts() throws(RequestError) -> [String: PropertyValue] {
        var texts: [String: PropertyValue] = [:]
        for pair in userInfo {
            guard let end = pair.firstIndex(of: "="), end != pair.startIndex else {
                throw RequestError(
                    .invalidContent,
                    "--user-info \(pair.quoted) is not of the form KEY=TEXT, as in order=4711"
                )
            }
            let key = String(pair[..<end])
            let text = String(pair[pair.index(after: end)...])
            guard texts.updateValue(.string(text), forKey: key) == nil else {
                throw RequestError(
                    .invalidContent,
                    "--user-info gives \(key.quoted) twice; keep one"
                )
            }
        }
        return texts
    }
}
