import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

/// How a notification ended that somebody waited for.
struct AwaitedResponse: Encodable {
    /// In one word.
    enum Outcome: String, Encodable {
        /// The user chose an action, or the notification itself.
        case answered
        /// The user dismissed it.
        case dismissed
        /// Its time ran out.
        case expired
        /// The server or a program took it off the screen.
        case closed
        /// It was taken off the lists.
        case removed
        /// It came too late to be shown, or could not be.
        case notShown
    }

    let outcome: Outcome
    var action: String?
    var actionTitle: String?
    var userText: String?
    var url: String?
    /// Why nothing was opened, or why it was not shown.
    var problem: String?

    /// The line for people and scripts.
    var line: String {
        let isBody = action == NotificationAction.defaultIdentifier
        let parts = [
            outcome == .notShown ? "not shown" : outcome.rawValue,
            isBody ? "the notification" : actionTitle ?? action, userText?.inOneLine.quoted, url,
        ]
        return parts.compactMap { $0 }.joined(separator: "  ")
    }

    private init(_ outcome: Outcome) {
        self.outcome = outcome
    }

    /// The end that an event is; `nil` where it goes on.
    init?(_ event: RequestEvent) {
        switch event.event {
        case "responded":
            self.init(.answered)
            action = event.action
            actionTitle = event.actionTitle
            userText = event.userText
            url = event.url
            problem = event.problem
        // The event that follows says dismissed.
        case "closed" where event.reason == 2: return nil
        case "closed": self.init(event.reason == 1 ? .expired : .closed)
        case "dismissed": self.init(.dismissed)
        case "removed": self.init(.removed)
        case "missed", "notAllowed", "declined", "refused", "ended":
            self.init(.notShown)
            problem =
                switch event.event {
                case "missed": "it was due while it could not be shown"
                case "notAllowed": "its app is not allowed to"
                case "ended": "it ended while it was paused"
                case "declined": "its app did not want it shown"
                default: "the notification server refused it: \(event.detail)"
                }
        default: return nil
        }
    }

    /// The end that the history tells of.
    private init(_ entries: [HistoryEntry]) {
        let events = entries.map(\.event)
        if events.contains("opened") {
            self.init(.answered)
            userText = entries.first { $0.event == "replied" }?.detail
            url = entries.first { $0.event == "launched" }?.detail
        } else if events.first == "removed" {
            self.init(.removed)
        } else {
            self.init(.dismissed)
        }
    }

    /// Waits for the end of a notification, once it has been delivered.
    ///
    /// - Parameters:
    ///   - key: the request.
    ///   - watch: hears of it since before it was added.
    ///   - client: the agent.
    ///   - milliseconds: how long from its delivery; `nil` or 0 for as long as it takes.
    ///   - repeats: whether a date that was missed is followed by others.
    /// - Returns: how it ended.
    /// - Throws: ``Interrupted`` where the user gave up.
    static func wait(
        for key: RequestKey,
        _ watch: inout RequestWatch,
        of client: AgentClient,
        milliseconds: Int32?,
        repeats: Bool
    ) throws -> AwaitedResponse {
        let added = watch.start
        var end: ContinuousClock.Instant?
        while true {
            switch try watch.next(until: end) {
            case .event(let event) where event.key == key:
                if event.event == "delivered", let milliseconds, milliseconds > 0 {
                    end = .now + .milliseconds(Int(milliseconds))
                }
                guard let response = AwaitedResponse(event) else { continue }
                if response.outcome == .notShown, repeats { continue }
                return response
            case .agentReturned:
                guard let found = try find(key, on: client) else {
                    let history = try client.history(of: key.identifier, app: key.appID, limit: 10)
                    return AwaitedResponse(history.filter { $0.date >= added })
                }
                guard let shown = found.delivered.first(where: { $0.date >= added }) else {
                    continue
                }
                // What came of it was not told while the agent was away.
                if shown.state == "listed", found.pending.isEmpty {
                    return AwaitedResponse(.closed)
                }
                if end == nil, let milliseconds, milliseconds > 0 {
                    let age = ClockTimer.Clock.realTime.now - shown.date.microseconds
                    end = .now + .milliseconds(Int(milliseconds)) - .microseconds(age)
                }
            case .timedOut: return AwaitedResponse(.expired)
            case .interrupted(let signal): throw Interrupted(signal: signal)
            case .busClosed: throw AgentUnreachable("the session bus went away")
            default: continue
            }
        }
    }
}

extension AwaitedResponse {
    /// The request in both lists; `nil` where it has left them.
    private static func find(
        _ key: RequestKey,
        on client: AgentClient
    ) throws -> (pending: [PendingRequest], delivered: [DeliveredNotification])? {
        do {
            return try client.find("\(key.appID)/\(key.identifier)")
        } catch let error as RequestError where error.code == .notFound {
            return nil
        }
    }
}

/// A wait that the user gave up.
struct Interrupted: Error {
    let signal: Int32
}
