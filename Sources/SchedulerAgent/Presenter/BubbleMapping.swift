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
/// | sound | hints `sound-name` or `sound-file`; without one `suppress-sound`, unless it is critical |
/// | first attachment that is an image | hint `image-path` |
/// | open URL, or an app that hears of the click | action `default` |
/// | actions | actions in order, as many as the server shows; nothing says `destructive` or has icons |
/// | the first action that asks for a text | action `inline-reply`, where the server has a field for it |
/// | its placeholder and button | hints `x-kde-reply-placeholder-text`, `x-kde-reply-submit-button-text` |
/// | stays after use | hint `resident`; no expiry, where the server can do that |
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
            hints: hints(for: content) + replyHints(for: request) + Self.hints(for: presentation)
                + (request.isResident ? [Self.resident] : []),
            expiry: request.isResident && profile.mayStay ? .never : .standard
        )
    }

    private static let resident = Bubble.Hint("resident", .boolean(true))

    private func actions(of request: NotificationRequest) -> [Bubble.Action] {
        guard profile.mostButtons != 0 else { return [] }
        var actions: [Bubble.Action] = []
        if request.openURL != nil || request.appID != AgentNames.app {
            actions.append(Bubble.Action(key: WireAction.defaultKey, label: profile.defaultLabel))
        }
        let inline = inlineReply(of: request)
        let buttons = profile.shown(request.actions).map { action in
            Bubble.Action(
                key: action == inline
                    ? WireAction.inlineReplyKey : WireAction.key(ofIdentifier: action.identifier),
                label: action.title
            )
        }
        return actions + (profile.reversesButtons ? buttons.reversed() : buttons)
    }

    /// The action whose text is typed into the bubble; one that a server offers once a bubble.
    private func inlineReply(of request: NotificationRequest) -> NotificationAction? {
        profile.hasReplyField ? request.replyAction : nil
    }

    private func replyHints(for request: NotificationRequest) -> [Bubble.Hint] {
        guard let input = inlineReply(of: request)?.textInput else { return [] }
        return [
            ("x-kde-reply-placeholder-text", input.placeholder),
            ("x-kde-reply-submit-button-text", input.buttonTitle),
        ].filter { !$0.1.isEmpty }.map { Bubble.Hint($0.0, .string($0.1)) }
    }

    private func hints(for content: NotificationContent) -> [Bubble.Hint] {
        var hints = [
            Bubble.Hint("urgency", .byte(Self.urgency(of: content.interruptionLevel))),
            Bubble.Hint("desktop-entry", .string(looks.desktopEntry)),
        ]
        // Apple's rule: what is critical is always heard.
        let standard: NotificationSound? = content.interruptionLevel == .critical ? .standard : nil
        switch content.sound ?? standard {
        case nil:
            hints.append(Bubble.Hint("suppress-sound", .boolean(true)))
        case .standard:
            hints.append(Bubble.Hint("sound-name", .string("message-new-instant")))
        case .named(let name) where name.hasPrefix("/"):
            hints.append(Bubble.Hint("sound-file", .string(name)))
        case .named(let name):
            hints.append(Bubble.Hint("sound-name", .string(name)))
        }
        if let image = Self.image(of: content) {
            hints.append(Bubble.Hint("image-path", .string(image)))
        }
        return hints
    }

    /// The URI of the first image that is there still.
    private static func image(of content: NotificationContent) -> String? {
        content.attachments.lazy.filter { AttachmentType.named($0.type)?.kind == .image }
            .compactMap(\.path).first { OpenFile.status(of: $0)?.isRegular ?? false }
            .flatMap(FileURI.text)
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
