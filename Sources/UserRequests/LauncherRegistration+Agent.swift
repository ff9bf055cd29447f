package import AgentInterface
import GLibBridge
package import Launcher
package import NotifyCore

/// Entries of the launcher as notifications, with what the notification server can show.
package struct RegisteredEntries: Sendable {
    /// How entries come.
    package enum Form: Sendable {
        /// The enabled ones, in place of those that were registered before.
        case enabled(LauncherStyle)
        /// In one bubble with a button each, in place of one of the same title.
        case oneBubble(title: String)
    }

    /// The title of one bubble that is given none.
    package static let title = "Launcher"

    /// The notifications.
    package let requests: [NotificationRequest]
    /// Whether the server reports clicks.
    package let hasActions: Bool
    /// How many are enabled; `nil` if they come in one bubble.
    private let count: Int?

    /// Prepares the notifications.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if one is invalid, so that nothing is lost of what was registered before.
    package init(
        _ entries: [CatalogueEntry],
        _ form: Form,
        trigger: NotificationTrigger = .immediate,
        _ client: AgentClient
    ) throws {
        let server = try client.shownServer()
        hasActions = server.hasActions
        switch form {
        case .enabled(let style):
            count = entries.count
            requests =
                LauncherRegistration(
                    entries,
                    style: style,
                    buttons: server.buttons,
                    appID: AgentNames.app,
                    trigger: trigger
                ).requests
        case .oneBubble(let title):
            count = nil
            requests =
                LauncherRegistration(
                    buttons: entries,
                    title: title,
                    appID: AgentNames.app,
                    trigger: trigger
                ).requests
        }
        for request in requests { try request.validate() }
    }

    /// Has the agent show them.
    ///
    /// - Returns: whether a notification server runs.
    package func register(_ client: AgentClient) throws -> Bool {
        if let count {
            _ = try client.remove(.dictionary([("prefix", .string(LauncherRegistration.prefix))]))
            // The badge is the number of entries that can be opened.
            try client.setBadge(Int32(clamping: count), app: AgentNames.app)
        }
        var isServerPresent = true
        for request in requests { isServerPresent = try client.add(request).serverPresent }
        return isServerPresent
    }
}

extension AgentClient {
    /// Returns whether the notification server shows buttons, and how many.
    fileprivate func shownServer() throws -> (hasActions: Bool, buttons: Int) {
        // This starts an agent; a call for the status does not.
        _ = try pending(app: LauncherRegistration.prefix)
        guard let server = try status()?["server"] else { return (true, Self.fewButtons) }
        guard let limit = server["mostButtons"]?.integer else { return (true, Self.manyButtons) }
        return (limit > 0, max(1, Int(clamping: limit)))
    }

    /// The number of buttons that every server with buttons shows.
    private static let fewButtons = 3
    /// The number of buttons that is still readable, for a server that shows any number.
    private static let manyButtons = 6
}
