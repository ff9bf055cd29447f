import AgentInterface
import NotifyCore

/// The connections that listen for their apps.
struct AttachedApps: Sendable {
    /// How many connections may listen for one app, and for all.
    private static let maxPerApp = 64
    private static let maxConnections = 2_048

    private var names: [String: [String]] = [:]
    /// Those that let a call go unanswered for too long, by app.
    private var silent: [String: Set<String>] = [:]
    /// How often a connection attached itself, a second time included.
    private(set) var attachments = 0

    /// The connection that listens for an app: the one that attached itself last of those that answer;
    /// `nil` if none does.
    func listener(of app: String) -> String? {
        names[app]?.last { !(silent[app]?.contains($0) ?? false) }
    }

    /// Lets a connection listen for an app.
    ///
    /// - Parameters:
    ///   - name: the connection's unique name.
    ///   - app: the app.
    /// - Throws: ``NotifyCore/RequestError`` if no app may answer for that id, or too many do.
    mutating func attach(_ name: String, to app: String) throws(RequestError) {
        try NotificationRequest.validate(appID: app)
        guard app != AgentNames.app else {
            throw RequestError(
                .notAllowed,
                "\(app) is the command line's own app, for which nobody hears; "
                    + "give your program an id of its own in NOTIFY_SCHEDULE_APP_ID"
            )
        }
        var own = names[app] ?? []
        attachments += 1
        takeBack(name, of: app)
        if own.contains(name) {
            own.removeAll { $0 == name }
            names[app] = own + [name]
            return
        }
        guard own.count < Self.maxPerApp,
            names.values.reduce(0, { $0 + $1.count }) < Self.maxConnections
        else {
            throw RequestError(
                .notAllowed,
                "too many connections hear for \(app.quoted) or for all apps; end some of them"
            )
        }
        own.append(name)
        names[app] = own
    }

    /// Lets a connection listen no longer for an app.
    mutating func detach(_ name: String, from app: String) {
        takeBack(name, of: app)
        names[app]?.removeAll { $0 == name }
        if names[app]?.isEmpty ?? false { names[app] = nil }
    }

    /// Lets others listen for an app until a connection has answered that does not.
    mutating func passOver(_ name: String, of app: String) {
        guard names[app]?.contains(name) ?? false else { return }
        silent[app, default: []].insert(name)
    }

    /// Counts a connection again that was passed over and has answered.
    mutating func takeBack(_ name: String, of app: String) {
        silent[app]?.remove(name)
        if silent[app]?.isEmpty ?? false { silent[app] = nil }
    }

    /// Forgets a connection that left the bus.
    mutating func forget(_ name: String) {
        for app in names.keys { detach(name, from: app) }
    }
}
