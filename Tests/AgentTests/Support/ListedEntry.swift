/// An entry that `list --json` and `show --json` print.
struct ListedEntry: Decodable, Equatable, Sendable {
    struct Content: Decodable, Equatable, Sendable {
        let title: String
        let subtitle: String?
        let body: String?
        let sound: String?
        let interruptionLevel: String
    }

    struct Action: Decodable, Equatable, Sendable {
        let identifier: String
        let title: String
        let url: String?
    }

    let identifier: String
    let appID: String
    let content: Content
    let actions: [Action]
    let openURL: String?
    let nextTriggerDate: String?
    let state: String?
}
