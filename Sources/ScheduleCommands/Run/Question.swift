import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

/// A question to the user.
struct Question {
    let title: String
    let body: String
    let choices: [String]
    let takesText: Bool
    /// The app and the identifier of its notification; the agent makes an identifier if it is empty.
    var key = RequestKey(appID: AgentNames.app, identifier: "")
    /// The name in the bubble in place of the app's; `nil` for that.
    var label: String?
    /// Whether an answer counts only once the session is unlocked.
    var isGuarded = false
    /// Whether it may only be asked where all of its text is shown.
    var isWhole = false
    /// Whether the limit counts from now and ends the question, and not from its delivery.
    var isOverAtLimit = false

    /// Makes a question.
    init(title: String, body: String, choices: [String], takesText: Bool) {
        (self.title, self.body) = (title, body)
        (self.choices, self.takesText) = (choices, takesText)
    }

    /// The outcome of a question.
    struct Answer: Encodable, Equatable {
        /// The chosen word, or the text that was typed; `nil` for no answer.
        var text: String?
        /// The number of the choice, from 0; `nil` for a text.
        var choice: Int?
        /// How the notification ended.
        var outcome: AwaitedResponse.Outcome
        /// Whether it was clicked beside the buttons.
        var isBesideButtons = false
        /// The desktop's activation token of the click.
        var activationToken: String?

        private enum CodingKeys: String, CodingKey { case text, choice, outcome }

        /// The exit status: 0 for the first choice or a text, 1 for another choice, 2 for no answer.
        var status: Int32 {
            guard text != nil else { return 2 }
            return (choice ?? 0) == 0 ? 0 : 1
        }
    }

    /// The notification that asks.
    var request: NotificationRequest {
        var actions = choices.enumerated().map { index, word in
            NotificationAction(identifier: "\(Self.prefix)\(index)", title: word)
        }
        if takesText { actions.append(.reply(placeholder: "")) }
        if isGuarded {
            for index in actions.indices {
                actions[index].options.insert(.authenticationRequired)
            }
        }
        return NotificationRequest(
            appID: key.appID,
            identifier: key.identifier,
            content: NotificationContent(
                title: title,
                body: body,
                interruptionLevel: .timeSensitive
            ),
            actions: actions,
            // It waits for the user, not for the server's time.
            bubble: BubbleOptions(appName: label, icon: "dialog-question", expiry: 0)
        )
    }

    /// Shows the question and waits.
    ///
    /// - Parameters:
    ///   - microseconds: the limit; `nil` for none.
    ///   - signals: what ends the wait.
    ///   - output: who reads it waits for the answer, and ends the wait by closing it; `nil` for nobody.
    ///   - isWanted: whether it is still to be asked, once it is there.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentInterface/AgentUnreachable``; ``Interrupted`` after a signal, or
    ///   if the output was closed.
    func ask(
        within microseconds: Int64?,
        until signals: [Int32] = [SIGINT, SIGTERM, SIGHUP],
        output: Int32? = nil,
        while isWanted: () -> Bool = { true }
    ) throws -> Answer {
        var request = request
        var checked = request
        if checked.identifier.isEmpty { checked.identifier = "new" }
        try checked.validate()
        let client = try AgentClient()
        var watch = try RequestWatch(
            client: client,
            app: request.appID,
            unixSignals: signals,
            output: output
        )
        try watch.begun()
        let reply = try client.add(request)
        request.identifier = reply.identifier
        guard isWanted() else {
            remove(request, from: client)
            return Answer(outcome: .expired)
        }
        guard !reply.isServerMissing(for: request, client) else {
            remove(request, from: client)
            throw AgentUnreachable("no notification server is running, so nobody sees the question")
        }
        watch.narrow(to: request.key)
        do {
            try askByDialog(request, client)
            let response = try AwaitedResponse.wait(
                for: request.key,
                &watch,
                of: client,
                due: Instant(microseconds: ClockTimer.Clock.realTime.now),
                milliseconds: microseconds.map { max(1, $0 / 1_000) },
                repeats: false,
                isAbsolute: isOverAtLimit
            )
            // Nobody waits for a later answer.
            if response.outcome != .answered { remove(request, from: client) }
            return answer(response)
        } catch {
            remove(request, from: client)
            throw error
        }
    }

    /// Has a dialog ask where the bubble cannot.
    ///
    /// - Throws: ``AgentInterface/AgentUnreachable`` with the reason if nothing can.
    private func askByDialog(_ request: NotificationRequest, _ client: AgentClient) throws {
        do {
            try client.ask(request.key)
        } catch let error as RequestError where error.code == .notFound {
            throw AgentUnreachable("the question cannot be asked: \(error.message)")
        } catch let error as AgentUnreachable where error.isOfEarlierAgent {
            // It asks by the bubble alone.
        }
    }

    private static let prefix = "choice-"

    /// Returns the answer that a response is.
    func answer(_ response: AwaitedResponse) -> Answer {
        var answer = Answer(outcome: response.outcome)
        answer.activationToken = response.activationToken
        answer.isBesideButtons = response.action == NotificationAction.defaultIdentifier
        if let text = response.userText {
            answer.text = text
        } else if let action = response.action, action.hasPrefix(Self.prefix),
            let index = Int(action.dropFirst(Self.prefix.count)), choices.indices.contains(index)
        {
            answer.text = choices[index]
            answer.choice = index
        }
        return answer
    }

    private func remove(_ request: NotificationRequest, from client: AgentClient) {
        let selection = Variant.dictionary([
            ("appID", .string(request.appID)), ("identifiers", .strings([request.identifier])),
        ])
        _ = try? client.remove(selection)
    }
}
