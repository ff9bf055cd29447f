import AgentInterface
import ConfigurationFiles
import GLibBridge
import NotifyCore
import UserRequests

/// What an assistant may have done: the tools, their descriptions and their calls.
///
/// It has the rights of a sandboxed app: notifications of an app of its own, with identifiers of its own, whose buttons
/// open https, http and mailto URLs. The agent limits how many there are, as for each sender that is not the user.
struct MCPTools {
    /// The tools.
    enum Tool: String, CaseIterable {
        case remind, notify, list, remove, ask
    }

    /// What the assistant calls itself; empty for nothing.
    var client = ""

    /// The app of all notifications of assistants.
    private static let app = AgentNames.assistantApp
    /// The most requests that are listed, of each list.
    private static let maxListed = 100
    /// The most identifiers that are removed at a time.
    private static let maxRemoved = 100
    /// The most characters of what an assistant calls itself that a label has.
    private static let maxClient = 32

    /// What notifications are labelled with.
    ///
    /// How they came stands first, because a desktop may cut a label, and the name is the assistant's choice.
    private var label: String {
        let words = client.printableLine.split { $0.isWhitespace || $0 == Self.blankPattern }
        let name = String(words.joined(separator: " ").unicodeScalars.prefix(Self.maxClient))
        return name.isEmpty ? "MCP: an assistant" : "MCP: \(name)"
    }

    /// A Braille pattern without dots, which looks like a blank.
    private static let blankPattern: Character = "\u{2800}"
}

// MARK: - Descriptions

extension MCPTools {
    /// What a model reads about all of them.
    static let instructions = """
        Adds reminders and notifications to the user's desktop. Dates are in the user's time zone unless tz says \
        another one. Only what was added by these tools can be listed and removed.
        """

    /// The tools, as `tools/list` returns them; the parts of a request are those of the table of parts.
    static var list: [JSONValue] {
        Tool.allCases.map { tool in
            .members([
                "name": .string(tool.rawValue), "title": .string(tool.title),
                "description": .string(tool.help), "inputSchema": tool.schema,
                "annotations": .members([
                    "readOnlyHint": .boolean(tool == .list),
                    "destructiveHint": .boolean(tool == .remove), "openWorldHint": .boolean(false),
                ]),
            ])
        }
    }
}

extension MCPTools.Tool {
    fileprivate var title: String {
        switch self {
        case .remind: "Add a reminder"
        case .notify: "Show a notification"
        case .list: "List reminders"
        case .remove: "Remove reminders"
        case .ask: "Ask the user"
        }
    }

    fileprivate var help: String {
        switch self {
        case .remind:
            "Adds a notification for later: either sentence, such as \"call mom tomorrow 5pm\", or title and a "
                + "time (in, at, every, on, cron or rrule). Returns the identifier and the next dates."
        case .notify: "Shows a notification now. Returns its identifier."
        case .list: "Lists what these tools have added: what is pending, and what was shown."
        case .remove: "Removes what these tools have added, by identifiers."
        case .ask:
            "Asks the user by a notification with buttons, or for a text, and waits. Returns outcome "
                + "\"answered\" and text; any other outcome is no answer."
        }
    }

    fileprivate var schema: JSONValue {
        switch self {
        case .remind:
            Self.object(
                ["sentence": Self.text("One sentence that ends or begins with a time.")],
                WrittenPart.members,
                required: []
            )
        case .notify: Self.object([:], WrittenPart.membersOfContent, required: ["title"])
        case .list: Self.object([:], nil, required: [])
        case .remove:
            Self.object(
                ["ids": Self.array(Self.text("An identifier."), "What to remove.")],
                nil,
                required: ["ids"]
            )
        case .ask:
            Self.object(
                [
                    "question": Self.text("The question."), "body": Self.text("A text below it."),
                    "choices": Self.array(
                        Self.text("The label of a button."),
                        "The answers, at most 8; Yes and No if there are none and no reply."
                    ),
                    "reply": .members([
                        "type": .string("boolean"),
                        "description": .string("Whether the user may type a text."),
                    ]),
                    "timeout": Self.text(
                        "How long to wait, such as 90s or 10m; no limit if missing."
                    ),
                ],
                nil,
                required: ["question"]
            )
        }
    }

    private static func text(_ help: String) -> JSONValue {
        .members(["type": .string("string"), "description": .string(help)])
    }

    private static func array(_ element: JSONValue, _ help: String) -> JSONValue {
        .members(["type": .string("array"), "items": element, "description": .string(help)])
    }

    private static func object(
        _ properties: KeyValuePairs<String, JSONValue>,
        _ parts: [WrittenPart]?,
        required: [String]
    ) -> JSONValue {
        var members = properties.map { JSONValue.Member(key: $0.key, value: $0.value) }
        if let parts {
            members += parts.map { JSONValue.Member(key: $0.rawValue, value: $0.schema) }
            members.append(
                JSONValue.Member(
                    key: "id",
                    value: text("The identifier; a request of the same one is replaced.")
                )
            )
        }
        return .members([
            "type": .string("object"), "properties": .object(members),
            "required": .array(required.map { .string($0) }),
            "additionalProperties": .boolean(false),
        ])
    }
}

extension WrittenPart {
    /// The words of its value that another sender than the user may write; `nil` if it is none of a few words.
    fileprivate var openWords: [String]? {
        guard self == .level, case .words(let words) = row.kind else { return nil }
        return words.filter { $0 != InterruptionLevel.critical.rawValue }
    }

    /// Its value as a JSON Schema.
    fileprivate var schema: JSONValue {
        let type =
            switch row.kind {
            case .flag: "boolean"
            case .number: "integer"
            default: "string"
            }
        var schema = JSONValue.members(["type": .string(type)])
        if let openWords { schema = schema.adding("enum", .array(openWords.map { .string($0) })) }
        // Options and members have the same names.
        let help = JSONValue.string(
            self == .body
                ? "The text."
                : self == .level ? "How urgent it is." : row.help.replacing("--", with: "")
        )
        guard row.repeats else { return schema.adding("description", help) }
        return .members(["type": .string("array"), "items": schema, "description": help])
    }
}

// MARK: - Calls

extension MCPTools {
    /// What a call returns.
    struct Outcome {
        /// The result of `tools/call`.
        let value: JSONValue

        fileprivate init(_ text: String, _ structure: JSONValue) {
            var json = JSONText()
            json.value(structure)
            // The structure once more, for clients that show texts alone.
            let texts = [text, String(decoding: json.bytes, as: UTF8.self)]
            value = .members([
                "content": .array(
                    texts.map { .members(["type": .string("text"), "text": .string($0)]) }
                ),
                "structuredContent": structure, "isError": .boolean(false),
            ])
        }

        /// Makes the outcome of a call that failed, which the model reads.
        init(_ error: any Error) {
            let message =
                switch error {
                case let error as RequestError: error.message
                case let error as WrittenError: error.message(in: .members)
                case let error as TimeSpecError: error.message
                case let error as UsageError: error.message
                default: "\(error)"
                }
            value = .members([
                "content": .array([
                    .members(["type": .string("text"), "text": .string(Self.spelled(message))])
                ]),
                "isError": .boolean(true),
            ])
        }

        /// Returns a message with the names that arguments have: the grammars of dates name options.
        private static func spelled(_ message: String) -> String {
            WrittenPart.members.reduce(message) { message, part in
                message.replacing(
                    WrittenSpelling.options.name(part),
                    with: WrittenSpelling.members.name(part)
                )
            }
        }

        /// Makes the outcome of a question.
        init(_ answer: Result<Question.Answer, any Error>) {
            switch answer {
            case .failure(let error): self.init(error)
            case .success(let answer):
                // A click beside the buttons is no answer.
                let word =
                    answer.text == nil && answer.outcome == .answered
                    ? "dismissed" : answer.outcome.rawValue
                var structure = JSONValue.members(["outcome": .string(word)])
                if let text = answer.text { structure = structure.adding("text", .string(text)) }
                self.init(answer.text ?? "no answer: \(word)", structure)
            }
        }
    }

    /// Carries out a call of any tool but `ask`.
    func call(_ tool: Tool, _ arguments: [JSONValue.Member]) throws -> Outcome {
        switch tool {
        case .remind: try remind(arguments)
        case .notify:
            try add(try Self.written(arguments, WrittenPart.membersOfContent), isLater: false)
        case .list:
            try list(arguments)
        case .remove: try remove(arguments)
        case .ask: throw RequestError(.malformed, "ask has an answer of its own")
        }
    }

    private func remind(_ arguments: [JSONValue.Member]) throws -> Outcome {
        guard let sentence = arguments.first(where: { $0.key == "sentence" }) else {
            return try add(try Self.written(arguments, WrittenPart.members), isLater: true)
        }
        let others = arguments.filter { $0.key != "sentence" }
        if let other = others.first(where: { $0.key != "id" }) {
            throw RequestError(
                .malformed,
                "sentence goes with id alone; leave out \(other.key), or write title and a time"
            )
        }
        var (written, identifier) = try Self.written(others, [])
        let text = try Self.text(sentence)
        let zone = try ZoneOption.local()
        let reminder: Reminder
        do throws(TimeSpecError) {
            reminder = try Reminder(text, now: Self.now, in: zone, hours: { .configured })
        } catch {
            throw RequestError(.invalidContent, "sentence \(text.quoted): \(error.message)")
        }
        written.add(WrittenRequest(reminder))
        return try add((written, identifier), isLater: true)
    }

    private static var now: Instant { Instant(microseconds: ClockTimer.Clock.realTime.now) }

    private func add(
        _ call: (written: WrittenRequest, identifier: String),
        isLater: Bool
    ) throws -> Outcome {
        var (written, identifier) = call
        var blank = NotificationRequest(
            appID: Self.app,
            identifier: identifier,
            content: NotificationContent()
        )
        blank.bubble = BubbleOptions(appName: label, icon: "dialog-information")
        let client = try AgentClient()
        var context = WrittenContext.ofUser(now: Self.now)
        var request = try written.request(blank, in: context)
        if let zoned = try written.inZoneOfCaller(request.trigger, client) {
            context.now = Self.now
            request = try zoned.request(blank, in: context)
            written = zoned
        }
        guard (request.trigger == .immediate) != isLater else {
            throw RequestError(
                .invalidTrigger,
                "remind needs a time; add in, at, every, on, cron or rrule, or call notify to show it now"
            )
        }
        try Self.confine(&request)
        try written.checkText(of: request)
        var checked = request
        if checked.identifier.isEmpty { checked.identifier = "new" }
        do throws(RequestError) {
            try checked.validate()
        } catch {
            throw written.error(error, of: checked)
        }
        let reply = try client.add(request, deadline: RunNotifier.deadline)
        let zone = try ZoneOption.rules(written[.zone] ?? request.trigger.shownZone)
        var remarks = reply.remarks
        if !isLater, reply.isServerMissing(for: request, client) {
            remarks.append("no notification server is running; it is shown once one starts")
        }
        return Outcome(
            ([reply.identifier, reply.understood]
                + reply.nextTriggerDates.map { "next \(DateText.absolute($0, in: zone))" } + remarks)
                .filter { !$0.isEmpty }.joined(separator: "\n"),
            .members([
                "id": .string(reply.identifier),
                "next": .array(reply.nextTriggerDates.map { .string(JSONOutput.date($0)) }),
                "remarks": .array(remarks.map { .string($0) }),
            ])
        )
    }

    /// Refuses what another sender than the user may not have, and takes away what cannot be seen.
    private static func confine(_ request: inout NotificationRequest) throws(RequestError) {
        for url in [request.openURL].compactMap(\.self) + request.actions.compactMap(\.url)
        where !RemoteNotice.mayOpen(url) {
            throw RequestError(
                .notAllowed,
                "the URL \(url.quoted) is not https, http or mailto, which are all that an assistant may open"
            )
        }
        for url in [request.openURL].compactMap(\.self) + request.actions.compactMap(\.url)
        where url.lowercased().hasPrefix("mailto:") && url.lowercased().contains("attach") {
            // Some mail programs attach the file that such a URL names.
            throw RequestError(
                .notAllowed,
                "the URL \(url.quoted) attaches a file, which an assistant may not name"
            )
        }
        guard request.content.interruptionLevel != .critical else {
            throw RequestError(.notAllowed, "level may not be critical; write time-sensitive")
        }
        request.content.title = request.content.title.withoutUnseen
        request.content.subtitle = request.content.subtitle.withoutUnseen
        request.content.body = request.content.body.withoutUnseen
        for index in request.actions.indices {
            request.actions[index].title = request.actions[index].title.withoutUnseen
        }
    }

    private func list(_ arguments: [JSONValue.Member]) throws -> Outcome {
        try Self.refuse(arguments, but: [])
        let client = try AgentClient()
        // One that waits for a notification server may be of a rule that is pending as well.
        let waiting = try client.waiting(app: Self.app)
        let pending =
            waiting
            + (try client.pending(app: Self.app)).filter { request in
                !waiting.contains { $0.request.key == request.request.key }
            }
        let delivered = try client.delivered(app: Self.app)
        let zone = try ZoneOption.local()
        var lines: [String] = []
        func entry(_ request: NotificationRequest, _ key: String, _ date: Instant) -> JSONValue {
            let isDated = date < .distantFuture
            let words = isDated ? DateText.absolute(date, in: zone) : "later"
            lines.append(
                "\(request.identifier)  \(key) \(words)  \(request.content.title)".printableLine
            )
            var value = JSONValue.members([
                "id": .string(request.identifier), "title": .string(request.content.title),
            ])
            if !request.content.body.isEmpty {
                value = value.adding("body", .string(request.content.body))
            }
            return isDated ? value.adding(key, .string(JSONOutput.date(date))) : value
        }
        let first = pending.prefix(Self.maxListed).map { entry($0.request, "next", $0.due) }
        let last = delivered.prefix(Self.maxListed).map { entry($0.request, "shown", $0.date) }
        let more = pending.count + delivered.count - first.count - last.count
        if more > 0 { lines.append("and \(more) more") }
        return Outcome(
            lines.isEmpty ? "nothing" : lines.joined(separator: "\n"),
            .members([
                "pending": .array(first), "delivered": .array(last), "more": .integer(Int64(more)),
            ])
        )
    }

    private func remove(_ arguments: [JSONValue.Member]) throws -> Outcome {
        try Self.refuse(arguments, but: ["ids"])
        guard let member = arguments.first else {
            throw RequestError(
                .malformed,
                "ids is missing; write the identifiers of what to remove"
            )
        }
        let ids = try Self.texts(member, atMost: Self.maxRemoved)
        for id in ids { try NotificationRequest.validate(identifier: id) }
        let removed =
            ids.isEmpty
            ? []
            : try AgentClient().remove(
                .dictionary([("appID", .string(Self.app)), ("identifiers", .strings(ids))]),
                deadline: RunNotifier.deadline
            )
        let names = removed.map {
            $0.hasPrefix("\(Self.app)/") ? String($0.dropFirst(Self.app.count + 1)) : $0
        }
        return Outcome(
            names.isEmpty ? "nothing was removed" : "removed \(names.joined(separator: ", "))",
            .members(["removed": .array(names.map { .string($0) })])
        )
    }

    /// Returns the question of a call of `ask`, and how long to wait for its answer.
    func question(
        _ arguments: [JSONValue.Member]
    ) throws(RequestError) -> (Question, limit: Int64?) {
        try Self.refuse(arguments, but: ["question", "body", "choices", "reply", "timeout"])
        var (title, body, choices, takesText) = ("", "", [String]?.none, false)
        var limit: Int64?
        for member in arguments {
            switch member.key {
            case "question": title = try Self.text(member).withoutUnseen
            case "body": body = try Self.text(member).withoutUnseen
            case "choices":
                choices = try Self.texts(member, atMost: RemoteNotice.maxActions)
                    .map(\.withoutUnseen)
            case "reply": takesText = try Self.flag(member)
            default:
                limit = try SpanOption.microseconds(try Self.text(member), of: member.key)
            }
        }
        guard !title.isEmpty else {
            throw RequestError(.malformed, "question is missing, or empty; write the question")
        }
        let words = choices ?? (takesText ? [] : ["Yes", "No"])
        guard !words.contains(""), Set(words).count == words.count, !words.isEmpty || takesText
        else {
            throw RequestError(
                .malformed,
                "choices has an empty text, the same one twice, or none; write each answer once"
            )
        }
        var question = Question(title: title, body: body, choices: words, takesText: takesText)
        // It is taken back by this name, so no notification that is there may have it.
        question.key = RequestKey(
            appID: Self.app,
            identifier: "question.\(RequestKey.freshIdentifier(letters: 13))"
        )
        question.label = label
        question.isGuarded = true
        try question.request.validate()
        return (question, limit)
    }

    // MARK: - Arguments

    /// Returns the parts of a request that arguments are, and its identifier.
    private static func written(
        _ arguments: [JSONValue.Member],
        _ parts: [WrittenPart]
    ) throws(RequestError) -> (WrittenRequest, identifier: String) {
        try refuse(arguments, but: parts.map(\.rawValue) + ["id"])
        var written = WrittenRequest()
        var identifier = ""
        for member in arguments {
            guard member.key != "id" else {
                identifier = try text(member)
                try NotificationRequest.validate(identifier: identifier)
                continue
            }
            guard let part = WrittenPart(rawValue: member.key) else { continue }
            switch part.row.kind {
            case .flag: written.add(part, try flag(member) ? "true" : "false")
            case .number:
                written.add(part, "\(try wholeNumber(member))")
            default:
                if part.row.repeats, member.value.text == nil {
                    written.add(part, try texts(member, atMost: RequestLimits.actions))
                } else {
                    let text = try text(member)
                    if let words = part.openWords, !words.contains(text),
                        text != InterruptionLevel.critical.rawValue
                    {
                        throw RequestError.unknown(text, of: member.key, among: words)
                    }
                    written.add(part, text)
                }
            }
        }
        return (written, identifier)
    }

    private static func refuse(
        _ arguments: [JSONValue.Member],
        but names: [String]
    ) throws(RequestError) {
        guard let other = arguments.first(where: { !names.contains($0.key) }) else { return }
        let all = names.isEmpty ? "leave it out" : "there are \(names.joined(separator: ", "))"
        throw RequestError(.malformed, "\(other.key.quoted) is no argument of this tool; \(all)")
    }

    private static func text(_ member: JSONValue.Member) throws(RequestError) -> String {
        guard let text = member.value.text else { throw wrong(member, "a text") }
        return text
    }

    private static func wholeNumber(_ member: JSONValue.Member) throws(RequestError) -> Int64 {
        switch member.value {
        case .integer(let number): return number
        // To JSON Schema 5.0 is a whole number, too.
        case .number(let number):
            if let number = Int64(exactly: number) { return number }
            throw RequestError(.malformed, "\(member.key) is \(number), not a whole number")
        default: throw wrong(member, "a whole number")
        }
    }

    private static func flag(_ member: JSONValue.Member) throws(RequestError) -> Bool {
        guard case .boolean(let value) = member.value else { throw wrong(member, "true or false") }
        return value
    }

    private static func texts(
        _ member: JSONValue.Member,
        atMost limit: Int
    ) throws(RequestError) -> [String] {
        let texts = member.value.elements?.compactMap(\.text) ?? []
        guard texts.count == member.value.elements?.count, texts.count <= limit else {
            throw RequestError(
                .malformed,
                "\(member.key) is no array of texts, or has more than \(limit) of them"
            )
        }
        return texts
    }

    private static func wrong(_ member: JSONValue.Member, _ kind: String) -> RequestError {
        RequestError(.malformed, "\(member.key) is \(member.value.kind), not \(kind)")
    }
}
