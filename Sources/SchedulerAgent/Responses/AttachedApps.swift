import AgentInterface
import NotifyCore

/// The connections that listen for their apps.
struct AttachedApps: Sendable {
    /// The maximum number of connections for one app, and for all.
    private static let maxPerApp = 64
    private static let maxConnections = 2_048

    private var names: [String: [String]] = [:]
    /// The connections that did not answer a call in time, by app.
    private var silent: [String: Set<String>] = [:]
    /// The number of attachments, including repeated ones.
    private(set) var attachments = 0

    /// Returns the connection that listens for an app: the last attached of those that answer; `nil` if
    /// there is none.
    func listener(of app: String) -> String? {
        names[app]?.last { !(silent[app]?.contains($0) ?? false) }
    }

    /// Lets a connection listen for an app.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if no app may listen for that id, or if too many do.
    mutating func attach(_ name: String, to app: String) throws(RequestError) {
        try NotificationRequest.validate(appID: app)
        guard app != AgentNames.app else {
            throw RequestError(
                .notAllowed,
                "\(app) is the command line's own app, for which no program listens; "
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
                "too many connections listen for \(app.quoted) or for all apps; end some of them"
            )
        }
        own.append(name)
        names[app] = own
    }

    /// Ends that a connection listens for an app.
    mutating func detach(_ name: String, from app: String) {
        takeBack(name, of: app)
        names[app]?.removeAll { $0 == name }
        if names[app]?.isEmpty ?? false { names[app] = nil }
    }

    /// Skips a connection that does not answer until it has answered.
    mutating func passOver(_ name: String, of app: String) {
        guard names[app]?.contains(name) ?? false else { return }
        silent[app, default: []].insert(name)
    }

    /// Uses a skipped connection again after it has answered.
    mutating func takeBack(_ name: String, of app: String) {
        silent[app]?.remove(name)
        if silent[app]?.isEmpty ?? false { silent[app] = nil }
    }

    /// Forgets a connection that left the bus.
    mutating func forget(_ name: String) {
        for app in names.keys { detach(name, from: app) }
    }
}
