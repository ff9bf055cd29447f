import AgentInterface
import DesktopBubbles
import GLibBridge
import NotifyCore

/// Maps the fields of a request to those of a bubble.
///
/// | request | bubble |
/// |---|---|
/// | title; without one the subtitle, else the app's name | summary |
/// | subtitle and body, and a note if it is late, one line each | body: escaped if the server supports markup; the caller's own markup as far as the server supports it; cut where a longer one would not fit the screen |
/// | interruption level | hint `urgency`: passive 0, active and time-sensitive 1, critical 2 |
/// | shown by its app without a place in the list | hint `transient` |
/// | sound | hints `sound-name` or `sound-file`; `suppress-sound` without one, and if the agent plays it; passive is silent, critical is not |
/// | first attachment that is an image | hint `image-path`; its pixels if the server accepts no path |
/// | open URL, or an app that receives clicks | action `default` |
/// | actions | actions in order; if the server shows fewer, the first ones and *More…*, which shows the next ones; `destructive` and icons are not sent |
/// | the first action that asks for a text | action `inline-reply`, if the server has a field for it |
/// | its placeholder and button | hints `x-kde-reply-placeholder-text`, `x-kde-reply-submit-button-text` |
/// | icon | the bubble's icon and hint `image-path`; without one the icon is the app's |
/// | hints | hints of the same names; `value` is a line of the body if the server would show nothing else |
/// | expiry | `expire_timeout`, which the agent applies if the server does not |
/// | no expiry, and a trigger | no expiry on a server without the capability `persistence`, or as `[Bubble] Stay` says |
/// | thread, relevance, user info | nothing: servers group by `desktop-entry`, and no hint of the specification orders or groups bubbles of one app |
/// | category | its actions; the hint `category` is the kind of the bubble, and comes from the hints |
/// | badge | nothing in the bubble: it goes to the app's icon |
/// | stays after use | hint `resident`; no expiry, if the server supports that |
/// | app | name, icon and hint `desktop-entry` of its desktop file; otherwise those of the agent, if installed, but for the hint where somebody else speaks, because GNOME and Plasma take the name from it |
struct BubbleMapping: Sendable {
    /// The profile of the server.
    var profile: ServerProfile
    /// The player of the sound.
    var sound = SoundPlan.server
    /// The bubbles without an expiry of their own that stay.
    var stay = AgentConfiguration.StayChoice.scheduled
    /// Whether do-not-disturb is on.
    var isQuiet = false
    /// The name and icon of the app.
    var looks = AppLooks.installed

    /// Returns the bubble of a request.
    ///
    /// - Parameters:
    ///   - presentation: the app's presentation options; `nil` for no change.
    ///   - page: which of its buttons are shown where there is no room for all.
    ///   - id: the bubble that it replaces; 0 for none.
    func bubble(
        for request: NotificationRequest,
        note: String? = nil,
        presentation: PresentationOptions? = nil,
        marking marked: Set<String> = [],
        page: Int = 0,
        replacing id: UInt32
    ) -> Bubble {
        let content = request.content.presented(as: presentation)
        var subtitle = content.subtitle
        var summary = content.title
        if summary.isEmpty {
            summary = content.subtitle.isEmpty ? looks.name : content.subtitle
            subtitle = ""
        }
        return Bubble(
            appName: request.bubble.appName ?? looks.name,
            replacesID: id,
            icon: request.bubble.icon ?? (profile.showsAppIcon ? looks.icon : ""),
            summary: title(summary),
            body: body(
                subtitle,
                content.body,
                [note, progress(request.bubble)].compactMap { $0 },
                hasMarkup: request.bubble.hasMarkup
            ),
            actions: actions(of: request, marking: marked, page),
            hints: hints(for: request, content, presentation),
            expiry: expiry(of: request, presentation)
        )
    }

    private static let resident = Bubble.Hint("resident", .boolean(true))

    private func actions(
        of request: NotificationRequest,
        marking marked: Set<String>,
        _ page: Int
    ) -> [Bubble.Action] {
        guard profile.maxButtons != 0 else { return [] }
        var click: [Bubble.Action] = []
        if request.openURL != nil || !AgentNames.ownApps.contains(request.appID) {
            click.append(Bubble.Action(key: WireAction.defaultKey, label: profile.defaultLabel))
        }
        let inline = inlineReply(of: request)
        var buttons = profile.shown(request, page: page).map { action in
            Bubble.Action(
                key: action == inline
                    ? WireAction.inlineReplyKey
                    : WireAction.key(of: action, isMarked: marked.contains(action.identifier)),
                label: action.title
            )
        }
        if profile.reversesButtons { buttons.reverse() }
        return profile.leavesOutAfterDefault ? buttons + click : click + buttons
    }

    /// The action whose text is entered in the bubble.
    ///
    /// A server offers one per bubble.
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

    /// Returns the desktop file that a request names; none where it would hide who speaks.
    private func entry(for request: NotificationRequest) -> String? {
        request.speaker == nil || looks.desktopEntry == request.appID ? looks.desktopEntry : nil
    }

    private func hints(for content: NotificationContent, _ entry: String?) -> [Bubble.Hint] {
        var hints = [
            Bubble.Hint("urgency", .byte(Self.urgency(of: content.interruptionLevel)))
        ]
        if let entry { hints.append(Bubble.Hint("desktop-entry", .string(entry))) }
        if sound == .server, let asked = content.audibleSound {
            let file = asked.path.map { Bubble.Hint("sound-file", .string($0)) }
            hints.append(file ?? Bubble.Hint("sound-name", .string(asked.themeName)))
        } else {
            hints.append(Bubble.Hint("suppress-sound", .boolean(true)))
        }
        if let path = Self.image(of: content), let uri = FileURI.text(of: path) {
            let image = profile.readsImageURIs ? uri : path
            hints.append(Bubble.Hint("image-path", .string(image)))
        }
        return hints
    }

    /// Returns the path of the first image that still exists.
    private static func image(of content: NotificationContent) -> String? {
        content.attachments.lazy.filter(\.isImage)
            .compactMap(\.path).first { OpenFile.status(of: $0)?.isRegular ?? false }
    }

    /// Returns the hints for an app's presentation options.
    ///
    /// Without the option `list` the notification is not kept in the server's list either.
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

    /// Returns all hints; the caller's override others of the same name.
    private func hints(
        for request: NotificationRequest,
        _ content: NotificationContent,
        _ presentation: PresentationOptions?
    ) -> [Bubble.Hint] {
        var given = request.bubble.hints
        if progress(request.bubble) != nil { given[Self.valueHint] = nil }
        let own =
            hints(for: content, entry(for: request)) + replyHints(for: request)
            + Self.hints(for: presentation)
            + (request.isResident ? [Self.resident] : [])
        var hints = own.filter { given[$0.name] == nil }
        hints += given.sorted { $0.key < $1.key }.map { Bubble.Hint($0.key, $0.value.variant) }
        // Most servers draw the icon or the image, and some only the image.
        if let icon = request.bubble.icon, !profile.drawsIconAndImage,
            !hints.contains(where: { $0.name == "image-path" })
        {
            hints.append(Bubble.Hint("image-path", .string(icon)))
        }
        return hints
    }

    private func expiry(
        of request: NotificationRequest,
        _ presentation: PresentationOptions?
    ) -> Bubble.Expiry {
        let given = request.bubble.expiry ?? (stays(request, presentation) ? 0 : nil)
        switch given {
        case nil, BubbleOptions.serverExpiry: return .standard
        case 0 where profile.mayStay: return .never
        case 0: return profile.longestExpiry.map { .milliseconds($0) } ?? .standard
        case let milliseconds?: return .milliseconds(milliseconds)
        }
    }

    /// Whether an urgent bubble would be lost if it expired while do-not-disturb is on.
    private func isKept(_ level: InterruptionLevel) -> Bool {
        level.isUrgent && !profile.keepsExpired && profile.doNotDisturb[level] == .kept
    }

    /// Whether a bubble without an expiry of its own stays until it is dismissed.
    private func stays(
        _ request: NotificationRequest,
        _ presentation: PresentationOptions?
    ) -> Bool {
        guard !request.isResident else { return true }
        let isTransient =
            request.bubble.hints["transient"] == .boolean(true)
            || !(presentation?.contains(.list) ?? true)
        switch stay {
        case _ where isTransient: return false
        // A server without a list hides it now, and it must not expire before it is seen.
        case _ where isQuiet && isKept(request.content.interruptionLevel): return true
        case .never: return false
        case .always: return true
        // Without a list nothing would be left of it once the bubble is gone.
        case .scheduled: return !profile.keepsExpired && request.wasScheduled
        }
    }
}

extension NotificationRequest {
    /// Whether it was due at a time of its own, or summarises what was.
    fileprivate var wasScheduled: Bool {
        trigger != .immediate || LateSummary.deliveries(of: self) != nil
    }
}

extension NotificationContent {
    /// Returns the content with the options of its app.
    func presented(as presentation: PresentationOptions?) -> NotificationContent {
        guard let presentation, !presentation.contains(.sound) else { return self }
        var content = self
        content.sound = nil
        return content
    }
}
