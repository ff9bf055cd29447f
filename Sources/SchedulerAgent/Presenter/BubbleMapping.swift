import AgentInterface
import DesktopBubbles
import GLibBridge
import NotifyCore

/// How a request's fields become those of a bubble.
///
/// | request | bubble |
/// |---|---|
/// | title; without one the subtitle, else the app's name | summary |
/// | subtitle and body, and that it is late, a line each | body, escaped where the server reads markup |
/// | interruption level | hint `urgency` |
/// | wanted by its app, yet not in the list | hint `transient` |
/// | sound | hints `sound-name` or `sound-file`; without one `suppress-sound` |
/// | open URL, or an app that hears of the click | action `default` |
/// | actions | actions in order, as many as the server shows |
/// | app | name, icon and hint `desktop-entry` of its desktop file; without one our own |
struct BubbleMapping: Sendable {
    /// How the server wants to be treated.
    var profile: ServerProfile
    /// Whose bubble it is to the eye.
    var looks = AppLooks.own

    /// The bubble of a request.
    ///
    /// - Parameters:
    ///   - request: what is shown.
    ///   - note: what has to be said about its date, such as that it is late.
    ///   - presentation: how the app wants it shown; `nil` for as it is.
    ///   - id: the bubble that it replaces; 0 for none.
    /// - Returns: the bubble.
    func bubble(
        for request: NotificationRequest,
        note: String? = nil,
        presentation: PresentationOptions? = nil,
        replacing id: UInt32
    ) -> Bubble {
        var content = request.content
        if let presentation, !presentation.contains(.sound) { content.sound = nil }
        var lines = [content.subtitle, content.body]
        var summary = content.title
        if summary.isEmpty {
            summary = content.subtitle.isEmpty ? looks.name : content.subtitle
            lines = [content.body]
        }
        lines.append(note ?? "")
        let body = lines.filter { !$0.isEmpty }.joined(separator: "\n")
        return Bubble(
            appName: looks.name,
            replacesID: id,
            icon: looks.icon,
            summary: summary,
            body: profile.markup == nil ? body : Self.escaped(body),
            actions: actions(of: request),
            hints: hints(for: content) + Self.hints(for: presentation)
        )
    }

    private func actions(of request: NotificationRequest) -> [Bubble.Action] {
        guard profile.mostButtons != 0 else { return [] }
        var actions: [Bubble.Action] = []
        if request.openURL != nil || request.appID != AgentNames.app {
            actions.append(Bubble.Action(key: WireAction.defaultKey, label: profile.defaultLabel))
        }
        let buttons = profile.shown(request.actions).map { action in
            Bubble.Action(
                key: WireAction.key(ofIdentifier: action.identifier),
                label: action.title
            )
        }
        return actions + (profile.reversesButtons ? buttons.reversed() : buttons)
    }

    private func hints(for content: NotificationContent) -> [Bubble.Hint] {
        var hints = [
            Bubble.Hint("urgency", .byte(Self.urgency(of: content.interruptionLevel))),
            Bubble.Hint("desktop-entry", .string(looks.desktopEntry)),
        ]
        switch content.sound {
        case nil:
            hints.append(Bubble.Hint("suppress-sound", .boolean(true)))
        case .standard:
            hints.append(Bubble.Hint("sound-name", .string("message-new-instant")))
        case .named(let name) where name.hasPrefix("/"):
            hints.append(Bubble.Hint("sound-file", .string(name)))
        case .named(let name):
            hints.append(Bubble.Hint("sound-name", .string(name)))
        }
        return hints
    }

    /// What the app does not want in the list is none of the server's log either.
    private static func hints(for presentation: PresentationOptions?) -> [Bubble.Hint] {
        guard let presentation, !presentation.contains(.list) else { return [] }
        return [Bubble.Hint("transient", .boolean(true))]
    }

    private static func urgency(of level: InterruptionLevel) -> UInt8 {
        switch level {
        case .passive: 0
        case .active, .timeSensitive: 1
        case .critical: 2
        }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
