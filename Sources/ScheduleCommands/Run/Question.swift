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
    ///   - isWanted: whether it is still to be asked, once it is there.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentInterface/AgentUnreachable``; ``Interrupted`` after a signal.
    func ask(
        within microseconds: Int64?,
        until signals: [Int32] = [SIGINT, SIGTERM, SIGHUP],
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
            unixSignals: signals
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
            let response = try AwaitedResponse.wait(
                for: request.key,
                &watch,
                of: client,
                due: Instant(microseconds: ClockTimer.Clock.realTime.now),
                milliseconds: microseconds.map { max(1, $0 / 1_000) },
                repeats: false
            )
            if [.expired, .notShown].contains(response.outcome) {
                remove(request, from: client)
            }
            let answer = answer(response)
            if answer.text != nil { TerminalWindow.activate(token: response.activationToken) }
            return answer
        } catch let error as Interrupted {
            remove(request, from: client)
            throw error
        }
    }

    private static let prefix = "choice-"

    /// Returns the answer that a response is.
    func answer(_ response: AwaitedResponse) -> Answer {
        var answer = Answer(outcome: response.outcome)
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
