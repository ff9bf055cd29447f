import AgentInterface
import GLibBridge
import NotifyCore

/// A notification of another machine, as a line of JSON on the socket of `forward`.
///
/// Whoever can write to the socket has the rights of a sandboxed app: it adds notifications under an app of its own,
/// with identifiers of its own, whose buttons open https, http and mailto URLs. It cannot list, remove or open anything.
struct RemoteNotice: Equatable {
    var identifier: String
    var title: String
    var body = ""
    var level = InterruptionLevel.active
    var actions: [Action] = []
    /// The words of a question, of which the user chooses one.
    var choices: [String] = []
    /// Whether it is a question that the user answers with a text.
    var takesText = false
    /// Whether it is a question that may only be asked where all of its text is shown.
    var isWhole = false
    /// What the other machine calls itself; empty for nothing.
    var source = ""

    struct Action: Equatable {
        let label: String
        let url: String
    }

    /// The app of all forwarded notifications.
    static let app = AgentNames.forwardedApp
    /// The longest line, in bytes.
    static let maxLine = 65_536
    private static let schemes: Set<String> = ["https", "http", "mailto"]

    /// Whether another machine's button may open a URL.
    static func mayOpen(_ url: String) -> Bool {
        (try? LaunchURL(url).scheme).map(schemes.contains) ?? false
    }
    static let maxActions = 8

    /// Whether the caller waits for an answer.
    var isQuestion: Bool { !choices.isEmpty || takesText }

    private static let maxSource = 64

    init(identifier: String, title: String) {
        self.identifier = identifier
        self.title = title
    }

    /// Reads a line.
    init(parsing line: [UInt8]) throws(RequestError) {
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONValue(parsing: line)
        } catch {
            throw Self.wrong("the line is not JSON: \(error.message) at byte \(error.column)")
        }
        guard case .object(let members) = value else {
            throw Self.wrong("the line is \(value.kind), not an object")
        }
        self.init(identifier: "", title: "")
        for member in members {
            switch member.key {
            case "add": identifier = try Self.text(member)
            case "title": title = try Self.text(member).withoutUnseen
            case "body": body = try Self.text(member).withoutUnseen
            case "from": source = try Self.text(member)
            case "level": level = try Self.level(member)
            case "actions": actions = try Self.actions(member)
            case "choices": choices = try Self.choices(member)
            case "reply": takesText = try Self.boolean(member)
            case "whole": isWhole = try Self.boolean(member)
            default:
                throw Self.wrong(
                    "\(member.key.quoted) is unknown; write add, title, body, level, actions, choices, reply, "
                        + "whole or from"
                )
            }
        }
        guard !identifier.isEmpty else { throw Self.wrong("add is missing; write the identifier") }
        guard !isQuestion || actions.isEmpty else {
            throw Self.wrong("choices and reply do not go with actions; leave one of them out")
        }
        try request().validate()
    }

    /// Returns what notifications of a name are labelled with: by whom they came can be relied upon, and not by whom they
    /// were sent.
    static func label(_ name: String) -> String {
        let name = String(name.printableLine.prefix(maxSource))
        return name.allSatisfy(\.isWhitespace) ? "another machine via ssh" : "\(name) via ssh"
    }

    /// Returns the request that the agent gets.
    ///
    /// - Parameter name: what the user calls the machine; `nil` for what it calls itself.
    func request(from name: String? = nil) -> NotificationRequest {
        NotificationRequest(
            appID: Self.app,
            identifier: identifier,
            content: NotificationContent(title: title, body: body, interruptionLevel: level),
            actions: actions.enumerated().map { index, action in
                NotificationAction(identifier: "\(index)", title: action.label, url: action.url)
            },
            bubble: BubbleOptions(appName: Self.label(name ?? source), icon: "network-server")
        )
    }

    /// Returns the question that the user is asked.
    ///
    /// - Parameter name: as for ``request(from:)``.
    func question(from name: String?) -> Question {
        var question = Question(title: title, body: body, choices: choices, takesText: takesText)
        question.key = RequestKey(appID: Self.app, identifier: identifier)
        question.label = Self.label(name ?? source)
        question.isGuarded = true
        question.isWhole = isWhole
        return question
    }

    /// The line.
    var line: [UInt8] {
        var json = JSONText()
        json.open("{")
        for (key, text) in [
            ("add", identifier), ("title", title), ("body", body), ("level", level.rawValue),
        ] {
            json.key(key)
            json.string(text)
        }
        if !source.isEmpty {
            json.key("from")
            json.string(source)
        }
        if !choices.isEmpty {
            json.key("choices")
            json.open("[")
            for word in choices { json.string(word) }
            json.close("]")
        }
        if takesText {
            json.key("reply")
            json.boolean(true)
        }
        if isWhole {
            json.key("whole")
            json.boolean(true)
        }
        json.key("actions")
        json.open("[")
        for action in actions {
            json.open("{")
            json.key("label")
            json.string(action.label)
            json.key("url")
            json.string(action.url)
            json.close("}")
        }
        json.close("]")
        json.close("}")
        return json.bytes + [UInt8(ascii: "\n")]
    }

    private static func text(_ member: JSONValue.Member) throws(RequestError) -> String {
        guard case .string(let text) = member.value else {
            throw wrong("\(member.key) is \(member.value.kind), not a text")
        }
        return text
    }

    private static func boolean(_ member: JSONValue.Member) throws(RequestError) -> Bool {
        guard case .boolean(let value) = member.value else {
            throw wrong("\(member.key) is \(member.value.kind), not true or false")
        }
        return value
    }

    private static func level(
        _ member: JSONValue.Member
    ) throws(RequestError) -> InterruptionLevel {
        let name = try text(member)
        let allowed = InterruptionLevel.allCases.filter { $0 != .critical }
        guard let level = allowed.first(where: { $0.rawValue == name }) else {
            throw RequestError.unknown(name, of: "level", among: allowed.map(\.rawValue))
        }
        return level
    }

    private static func actions(_ member: JSONValue.Member) throws(RequestError) -> [Action] {
        guard case .array(let values) = member.value, values.count <= maxActions else {
            throw wrong("actions is no array of at most \(maxActions) objects")
        }
        var actions: [Action] = []
        for value in values {
            guard case .object(let members) = value, members.count == 2,
                case .string(let label)? = value["label"], case .string(let url)? = value["url"]
            else { throw wrong("an action is no object of label and url, both texts") }
            let scheme = try LaunchURL(url).scheme
            guard schemes.contains(scheme) else {
                throw RequestError(
                    .notAllowed,
                    "the URL \(url.quoted) is not https, http or mailto, which are all that another "
                        + "machine may open here"
                )
            }
            actions.append(Action(label: label.withoutUnseen, url: url))
        }
        return actions
    }

    private static func choices(_ member: JSONValue.Member) throws(RequestError) -> [String] {
        guard case .array(let values) = member.value, values.count <= maxActions else {
            throw wrong("choices is no array of at most \(maxActions) texts")
        }
        var words: [String] = []
        for value in values {
            guard case .string(let word) = value, !word.isEmpty else {
                throw wrong("a choice is no text, or empty")
            }
            words.append(word.withoutUnseen)
        }
        return words
    }

    private static func wrong(_ message: String) -> RequestError {
        RequestError(.malformed, message)
    }
}
