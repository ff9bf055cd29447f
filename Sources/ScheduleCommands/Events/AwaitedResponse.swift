import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

/// How an awaited notification ended.
struct AwaitedResponse: Encodable {
    /// The kind of end.
    enum Outcome: String, Encodable {
        /// The user chose an action or clicked the notification.
        case answered
        /// The user dismissed it.
        case dismissed
        /// It expired.
        case expired
        /// The server or a program closed it.
        case closed
        /// It was removed from the lists.
        case removed
        /// It was too late, or could not be shown.
        case notShown
    }

    let outcome: Outcome
    var action: String?
    var actionTitle: String?
    var userText: String?
    var url: String?
    /// The reason why nothing was opened, or why it was not shown.
    var problem: String?
    /// The name of the machine where it ended; `nil` for this one.
    var machine: String? { didSet { device = machine } }
    /// An earlier name of ``machine``.
    private(set) var device: String?
    /// The desktop's activation token of the click, which is not printed.
    private(set) var activationToken: String?

    private enum CodingKeys: String, CodingKey {
        case outcome, action, actionTitle, userText, url, problem, machine, device
    }

    /// The line for people and scripts.
    var line: String {
        let isBody = action == NotificationAction.defaultIdentifier
        let parts = [
            outcome == .notShown ? "not shown" : outcome.rawValue,
            isBody ? "the notification" : actionTitle ?? action, userText?.printableLine.quoted,
            url,
        ]
        return parts.compactMap { $0?.printableLine }.joined(separator: "  ")
    }

    /// Makes an end without an answer.
    init(_ outcome: Outcome) {
        self.outcome = outcome
    }

    /// Makes the end that an event reports; `nil` if the notification has not ended.
    init?(_ event: RequestEvent) {
        switch event.event {
        case "responded":
            self.init(.answered)
            action = event.action
            actionTitle = event.actionTitle
            userText = event.userText
            url = event.url
            problem = event.problem
            activationToken = event.activationToken
        case "expired": self.init(.expired)
        case "closed": self.init(.closed)
        case "dismissed": self.init(.dismissed)
        case "removed": self.init(.removed)
        case "missed", "notAllowed", "declined", "refused", "ended":
            self.init(.notShown)
            problem =
                switch event.event {
                case "missed": "it became due when it could not be shown"
                case "notAllowed": "its app is not allowed to"
                case "ended": "it ended while it was paused"
                case "declined": "its app declined it"
                default: "the notification server refused it: \(event.detail)"
                }
        default: return nil
        }
    }

    /// Makes the end that the history records.
    private init(_ entries: [RequestEvent]) {
        if let entry = entries.first(where: { $0.event == "responded" }) {
            self.init(.answered)
            action = entry.action
            actionTitle = entry.actionTitle
            userText = entry.userText
            url = entry.url
            problem = entry.problem
        } else if entries.first?.event == "removed" {
            self.init(.removed)
        } else {
            self.init(.dismissed)
        }
    }

    /// How long a notification server that is there may take to show it, in seconds.
    private static let gracePeriod = 30

    /// Waits for the end of a notification, once it has been delivered.
    ///
    /// - Parameters:
    ///   - due: its first date; `nil` where it waits for a place.
    ///   - milliseconds: the limit from its delivery, or from its date while it is not delivered; `nil` or 0 for none.
    ///   - isAbsolute: whether the limit is from its date also once it is delivered, and nothing is waited for after it.
    /// - Throws: ``Interrupted`` if the user stops waiting.
    static func wait(
        for key: RequestKey,
        _ watch: inout RequestWatch,
        of client: AgentClient,
        due: Instant?,
        milliseconds: Int64?,
        repeats: Bool,
        isAbsolute: Bool = false
    ) throws -> AwaitedResponse {
        let added = watch.start
        var end: ContinuousClock.Instant?
        var (isDelivered, hasGrace) = (false, true)
        if let due, let milliseconds, milliseconds > 0 {
            let left = due.microseconds - ClockTimer.Clock.realTime.now
            end = .now + .microseconds(max(0, left)) + .milliseconds(milliseconds)
        }
        while true {
            switch try watch.next(until: end) {
            case .event(let event) where event.key == key:
                if event.event == "delivered", !isAbsolute, let milliseconds, milliseconds > 0 {
                    isDelivered = true
                    end = .now + .milliseconds(milliseconds)
                }
                // It has another date now.
                if ["edited", "snoozed", "paused"].contains(event.event), !isDelivered, !isAbsolute
                {
                    end = nil
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
                // The agent reported nothing while it was not running.
                if shown.state == "listed", found.pending.isEmpty {
                    return AwaitedResponse(.closed)
                }
                if !isDelivered, !isAbsolute, let milliseconds, milliseconds > 0 {
                    isDelivered = true
                    let age = ClockTimer.Clock.realTime.now - shown.date.microseconds
                    end = .now + .milliseconds(milliseconds) - .microseconds(age)
                }
            case .timedOut:
                guard !isDelivered, !isAbsolute else { return AwaitedResponse(.expired) }
                if hasGrace, try client.status()?["server"] != nil {
                    // The server is slow, or does not answer.
                    (hasGrace, end) = (false, .now + .seconds(Self.gracePeriod))
                    continue
                }
                var response = AwaitedResponse(.notShown)
                response.problem =
                    "no notification server has shown it in time; it still waits for one: "
                    + "notify-schedule show \(key.identifier)"
                return response
            case .interrupted(let signal): throw Interrupted(signal: signal)
            case .outputClosed: throw Interrupted(signal: SIGPIPE)
            case .busClosed: throw AgentUnreachable("the session bus was closed")
            default: continue
            }
        }
    }
}

extension AwaitedResponse {
    /// Returns the request in both lists; `nil` if it is in neither.
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

/// The error of a wait that the user stopped, or whose end nobody reads.
struct Interrupted: Error {
    let signal: Int32
}
