import AgentInterface
import DesktopBubbles
import GLibBridge
import NotifyCore

extension Bubble {
    /// The name that notify-send sends by default.
    private static let sender = "notify-send"

    /// Creates the bubble of a request that is sent verbatim.
    ///
    /// - Parameters:
    ///   - looks: the app whose desktop file the server gets if the caller names no program.
    ///   - id: the bubble that it replaces; 0 for none.
    init(verbatim request: NotificationRequest, looks: AppLooks, replacing id: UInt32) {
        let options = request.bubble
        var hints = options.hints.sorted { $0.key < $1.key }.map {
            Hint($0.key, $0.value.variant)
        }
        if options.appName == nil, options.hints["desktop-entry"] == nil,
            let entry = looks.desktopEntry
        {
            hints.append(Hint("desktop-entry", .string(entry)))
        }
        self.init(
            appName: options.appName ?? Self.sender,
            replacesID: id,
            icon: options.icon ?? "",
            summary: request.content.title,
            body: request.content.body,
            actions: request.actions.map { Action(key: $0.identifier, label: $0.title) },
            hints: hints,
            expiry: options.expiry.map { .verbatim($0) } ?? .standard
        )
    }
}
