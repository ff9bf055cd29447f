import AgentInterface
import DesktopBubbles
import NotifyCore

/// The connections that want to hear what happens to requests.
struct Watchers: Sendable {
    /// As many can watch at a time.
    static let most = 1_000

    /// What each wants to hear of, by unique name; empty texts stand for all.
    private var wishes: [String: RequestKey] = [:]

    /// Who wants to hear of a request.
    func names(for key: RequestKey) -> [String] {
        guard !wishes.isEmpty else { return [] }
        return wishes.filter { _, wish in
            (wish.appID.isEmpty || wish.appID == key.appID)
                && (wish.identifier.isEmpty || wish.identifier == key.identifier)
        }.map(\.key)
    }

    /// - Returns: whether there is room for it.
    mutating func add(_ name: String, for wish: RequestKey) -> Bool {
        guard wishes[name] != nil || wishes.count < Self.most else { return false }
        wishes[name] = wish
        return true
    }

    mutating func forget(_ name: String) { wishes[name] = nil }
}

extension Scheduler {
    /// Tells a connection from now on what happens.
    ///
    /// - Parameters:
    ///   - name: its unique name.
    ///   - wish: to which requests; empty texts stand for all.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` where too many watch.
    func addWatcher(_ name: String, for wish: RequestKey) throws(RequestError) {
        guard watchers.add(name, for: wish) else {
            throw RequestError(
                .notAllowed,
                "\(Watchers.most) programs watch already; end one of them"
            )
        }
    }

    /// Tells what happened to a request.
    ///
    /// - Parameters:
    ///   - event: its name.
    ///   - key: of which request.
    ///   - title: the request's.
    ///   - details: fills in the rest; not called where nobody listens.
    func tellWatchers(
        _ event: String,
        _ key: RequestKey,
        title: String,
        _ details: (inout RequestEvent) -> Void = { _ in }
    ) {
        let names = watchers.names(for: key)
        guard !names.isEmpty else { return }
        var told = RequestEvent(event, of: key, title: title, at: clock.now)
        details(&told)
        tell(.happened(told, to: names))
    }

    /// Tells lines of the history.
    func tellWatchers(_ lines: [HistoryLine]) {
        for line in lines {
            tellWatchers(line.event.rawValue, line.key, title: line.title) { event in
                event.date = line.at
                event.detail = line.detail
                event.scheduled = line.scheduled
                event.requester = line.requester
                event.bubble = line.bubble
                event.errorName = line.errorName
            }
        }
    }

    /// Tells everyone what the user chose, and what came of it.
    func tellResponse(_ response: Response, activationToken: String? = nil) {
        tell(.responded(response))
        let request = response.delivery.request
        tellWatchers("responded", request.key, title: request.content.title) { event in
            event.action = response.action
            event.actionTitle = request.action(response.action)?.title
            event.userText = response.userText
            event.url = response.url
            event.problem = response.problem
            // What was started has it.
            if response.url == nil { event.activationToken = activationToken }
        }
    }

    /// Tells that a bubble went, or did not come in time.
    func tellBubbleEvent(_ event: DeliveryEvent, of request: NotificationRequest) {
        switch event {
        case .closed(let reason):
            tellWatchers("closed", request.key, title: request.content.title) {
                $0.reason = reason.rawValue
            }
        case .timedOut:
            tellWatchers("unanswered", request.key, title: request.content.title)
        default: break
        }
    }
}
