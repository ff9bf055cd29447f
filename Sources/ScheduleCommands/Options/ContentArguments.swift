import AgentInterface
import ArgumentParser
import NotifyCore

/// The options of `add` for the app, the thread, the category and user info, as Apple names them.
struct ContentArguments: ParsableArguments {
    @Option(
        name: .customLong("app"),
        parsing: .unconditional,
        help: ArgumentHelp("The app that it comes from; default this command.", valueName: "id"),
        completion: .apps
    )
    var appID: String?

    @Option(
        name: .customLong("thread"),
        parsing: .unconditional,
        help: ArgumentHelp("The conversation or topic it belongs to.", valueName: "id")
    )
    var thread: String?

    @Option(
        name: .customLong("category"),
        parsing: .unconditional,
        help: ArgumentHelp("The app's category, which defines its buttons.", valueName: "id")
    )
    var category: String?

    @Option(
        name: .customLong("user-info"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Data of your own that is stored with it; repeatable.",
            valueName: "key=text"
        )
    )
    var userInfo: [String] = []

    /// The names of the options that are given, but for the app.
    var given: [String] {
        [
            ("thread", thread != nil), ("category", category != nil),
            ("user-info", !userInfo.isEmpty),
        ].filter(\.1).map(\.0)
    }

    /// Returns the app's id.
    func owner() throws(RequestError) -> String {
        guard let appID else { return AgentNames.app }
        do {
            try NotificationRequest.validate(appID: appID)
        } catch {
            throw error.ofOptions
        }
        guard appID != "all" else {
            throw RequestError(
                .invalidIdentifier,
                .option("--app"),
                reason: "all is for lists",
                wayOut: "write the id of one app"
            )
        }
        return appID
    }

    /// Returns the texts by their keys.
    func texts() throws(RequestError) -> [String: PropertyValue] {
        var texts: [String: PropertyValue] = [:]
        for pair in userInfo {
            guard let end = pair.firstIndex(of: "="), end != pair.startIndex else {
                throw RequestError(
                    .invalidContent,
                    .init("content.userInfo", "--user-info"),
                    value: pair.quoted,
                    reason: "is not of the form KEY=TEXT, as in order=4711"
                )
            }
            let key = String(pair[..<end])
            let text = String(pair[pair.index(after: end)...])
            guard texts.updateValue(.string(text), forKey: key) == nil else {
                throw RequestError(
                    .invalidContent,
                    .init("content.userInfo.\(key)", "--user-info"),
                    reason: "gives \(key.quoted) twice",
                    wayOut: "keep one of them"
                )
            }
        }
        return texts
    }
}
