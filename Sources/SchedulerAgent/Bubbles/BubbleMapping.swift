import AgentInterface
import DesktopBubbles
import DesktopTexts
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
/// | no expiry, and critical | no expiry, or as `[Bubble] Stay` says |
/// | no expiry, and a trigger | no expiry on a server without the capability `persistence`, or as `[Bubble] Stay` says |
/// | thread, relevance, user info | nothing: servers group by `desktop-entry`, and no hint of the specification orders or groups bubbles of one app |
/// | category | its actions; the hint `category` is the kind of the bubble, and comes from the hints |
/// | badge | nothing in the bubble: it goes to the app's icon |
/// | private | hint `x-gnome-privacy-scope`, with which GNOME shows no texts of it on a locked screen |
/// | sent by another machine | hint `x-kde-origin-name`, if the server shows it |
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
        replacing id: UInt32,
        isPrivate: Bool = false
    ) -> Bubble {
        let content = request.content.presented(as: presentation)
        var subtitle = content.subtitle
        var summary = content.title
        if summary.isEmpty {
            summary = content.subtitle.isEmpty ? looks.name : content.subtitle
            subtitle = ""
        }
        let image = profile.takesImageAsIcon ? Self.image(of: content) : nil
        return Bubble(
            appName: request.bubble.appName ?? looks.name,
            replacesID: id,
            icon: image ?? request.bubble.icon ?? (profile.showsAppIcon ? looks.icon : ""),
            summary: title(summary),
            body: body(
                subtitle,
                content.body,
                [note, progress(request.bubble), choices(of: request)].compactMap { $0 },
                hasMarkup: request.bubble.hasMarkup
            ),
            actions: actions(of: request, marking: marked, page),
            hints: hints(for: request, content, presentation, isPrivate),
            expiry: expiry(of: request, presentation)
        )
    }

    /// Its texts are the user's alone.
    private static let privacyScope = Bubble.Hint("x-gnome-privacy-scope", .string("user"))

    /// Says which machine a request comes from, where the server shows that.
    private func origin(of request: NotificationRequest) -> [Bubble.Hint] {
        guard profile.showsOrigin, request.sender?.kind == .machine,
            let machine = request.bubble.appName
        else { return [] }
        return [Bubble.Hint("x-kde-origin-name", .string(machine))]
    }

    private static let resident = Bubble.Hint("resident", .boolean(true))

    /// Says how to choose where no buttons are drawn; `nil` where they are.
    private func choices(of request: NotificationRequest) -> String? {
        let choices = request.actions.map(\.label).listed
        if profile.letsChoose(request) {
            // Translators: on a notification without buttons, which opens a menu of these choices
            return tr("Click to choose: %1$s", choices)
        }
        // Without buttons a click of its own is among the choices.
        guard profile.choosesByMiddleClick, profile.drawsButtons, profile.maxButtons != 0,
            !request.actions.isEmpty, !opensByClick(request)
        else { return nil }
        // Translators: on a notification without buttons; the middle button of the mouse opens a menu of these choices
        return tr("Middle-click to choose: %1$s", choices)
    }

    /// Whether a click on the bubble itself opens something.
    private func opensByClick(_ request: NotificationRequest) -> Bool {
        request.openURL != nil || !AgentNames.ownApps.contains(request.appID)
    }

    private func actions(
        of request: NotificationRequest,
        marking marked: Set<String>,
        _ page: Int
    ) -> [Bubble.Action] {
        guard profile.maxButtons != 0 else { return [] }
        var click: [Bubble.Action] = []
        if profile.letsChoose(request) {
            click.append(Bubble.Action(key: WireAction.defaultKey, label: tr("Choose…")))
        } else if opensByClick(request) {
            let label = profile.defaultLabel ?? tr("Open")
            click.append(Bubble.Action(key: WireAction.defaultKey, label: label))
        } else if !profile.drawsButtons, !request.actions.isEmpty {
            // Without it, a click may be one on the first button.
            click.append(Bubble.Action(key: WireAction.defaultKey, label: tr("Close")))
        }
        let inline = inlineReply(of: request)
        var buttons = profile.shown(request, page: page).map { action in
            Bubble.Action(
                key: action == inline
                    ? WireAction.inlineReplyKey
                    : WireAction.key(of: action, isMarked: marked.contains(action.identifier)),
                label: action.label
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
        if !profile.takesImageAsIcon, let path = Self.image(of: content),
            let uri = FileURI.text(of: path)
        {
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
        _ presentation: PresentationOptions?,
        _ isPrivate: Bool
    ) -> [Bubble.Hint] {
        var given = request.bubble.hints
        if progress(request.bubble) != nil { given[Self.valueHint] = nil }
        // No hint of the caller's may show it.
        if isPrivate { given[Self.privacyScope.name] = nil }
        let own =
            hints(for: content, entry(for: request)) + replyHints(for: request)
            + Self.hints(for: presentation)
            + (request.isResident ? [Self.resident] : [])
            + (isPrivate ? [Self.privacyScope] : []) + origin(of: request)
        var hints = own.filter { given[$0.name] == nil }
        hints += given.sorted { $0.key < $1.key }.map { Bubble.Hint($0.key, $0.value.variant) }
        // Most servers draw the icon or the image, and some only the image.
        if let icon = request.bubble.icon, !profile.drawsIconAndImage, !profile.takesImageAsIcon,
            !hints.contains(where: { $0.name == "image-path" })
        {
            hints.append(Bubble.Hint("image-path", .string(icon)))
        }
        return hints
    }

    /// Whether the bubble of a request has no expiry, neither of its own nor of the server.
    func neverExpires(_ request: NotificationRequest) -> Bool {
        expiry(of: request, nil) == .never
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
        case _ where profile.closesCritical && request.content.interruptionLevel == .critical:
            return true
        case .never: return false
        case .always: return true
        // notification-daemon, MATE and LXQt take it off the screen after seconds, as any other one.
        case .scheduled where request.content.interruptionLevel == .critical: return true
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

extension BubbleMapping {
    /// Returns the lines of a body in the server's format, cut at the server's limit.
    ///
    /// - Parameter notes: the lines at the end, which are not cut.
    func body(
        _ subtitle: String,
        _ body: String,
        _ notes: [String],
        hasMarkup: Bool
    ) -> String {
        var cutter = TextCutter(profile.textLimit)
        // Accepted markup is valid; a body that an older version stored is treated as text.
        let markup = hasMarkup ? try? BodyMarkup(parsing: body) : nil
        let first = plain(cutter.cut(subtitle))
        if !subtitle.isEmpty { cutter.endLine() }
        let second = markup?.text(for: profile.markup, within: &cutter) ?? plain(cutter.cut(body))
        let lines = [first, second] + notes.map(plain)
        let text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
        // The title of a bubble without a body would be the app's name.
        if text.isEmpty, profile.escapesTitles { return Self.zeroWidthSpace }
        return profile.squeezesBlanks && profile.markup != nil ? Self.keepingBlanks(text) : text
    }

    private static let zeroWidthSpace = "\u{200B}"

    /// Returns a title that the server shows as it is, cut where the server's limit asks for that.
    func title(_ text: String) -> String {
        let limit = profile.textLimit.map {
            TextLimit(lines: min(3, $0.lines), characters: $0.characters)
        }
        var cutter = TextCutter(limit)
        let title = cutter.cut(text)
        guard profile.escapesTitles else { return title }
        // No spelling of these two characters is left alone by such a server.
        return String(title.map { $0 == "&" ? "+" : $0 == "<" ? "‹" : $0 })
    }

    /// Returns the hint `value` as text, for a server that would show its bar instead of the text.
    func progress(_ options: BubbleOptions) -> String? {
        guard profile.valueHidesText, let percent = options.hints[Self.valueHint]?.percent else {
            return nil
        }
        let full = percent / Self.percentOfBlock
        let rest = 100 / Self.percentOfBlock - full
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: rest)
        return "\(bar) \(percent) %"
    }

    /// The name of the hint for how much is done.
    static let valueHint = "value"
    private static let percentOfBlock = 10

    private func plain(_ text: String) -> String {
        profile.markup == nil ? text : MarkupText.escaped(text)
    }

    /// Returns the text with repeated spaces and line breaks written so that the server keeps them.
    ///
    /// Spaces in a tag are single, so they do not change.
    private static func keepingBlanks(_ text: String) -> String {
        var result = ""
        var isAfterBlank = false
        var isAfterBreak = true
        for scalar in text.unicodeScalars {
            switch scalar {
            case " " where isAfterBlank || isAfterBreak, "\t":
                result += "&#160;"
                isAfterBlank = false
            case "\n" where isAfterBreak && !result.isEmpty:
                result += "&#160;\n"
            default:
                result.unicodeScalars.append(scalar)
                isAfterBlank = scalar == " "
            }
            isAfterBreak = scalar == "\n" || (isAfterBreak && scalar == " ")
        }
        return result
    }
}

extension HintValue {
    /// The number of percent; `nil` for a value that is no number.
    fileprivate var percent: Int? {
        let number: Double
        switch self {
        case .byte(let value): number = Double(value)
        case .integer(let value): number = Double(value)
        case .double(let value) where value.isFinite: number = value
        case .boolean, .double, .string, .other: return nil
        }
        return Int(min(100, max(0, number)))
    }
}

extension Bubble {
    /// Returns the bubble with the hints for images under the names of a version of the specification.
    func naming(images names: ImageHints) -> Bubble {
        guard names != .current else { return self }
        let given = Set(hints.map(\.name))
        var bubble = self
        bubble.hints = []
        for var hint in hints {
            if hint.name == ImageHints.current.path {
                guard let path = names.path else {
                    if bubble.icon.isEmpty { bubble.icon = hint.value.string ?? "" }
                    continue
                }
                hint.name = path
            } else if hint.name == ImageHints.current.data {
                hint.name = names.data
            } else {
                bubble.hints.append(hint)
                continue
            }
            // The caller's own of that name comes by itself.
            if !given.contains(hint.name) { bubble.hints.append(hint) }
        }
        return bubble
    }
}

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
            actions: request.actions.map { Action(key: $0.identifier, label: $0.label) },
            hints: hints,
            expiry: options.expiry.map { .verbatim($0) } ?? .standard
        )
    }
}

/// Looks up localized texts in the tables of apps when a notification is shown.
///
/// It reads files of other programs, which may be on a network that does not answer.
enum TextLookup {
    private static let reading = BlockingIOPool(name: "texts", maxTotal: 32, maxPerOwner: 2)
    /// How long a bubble waits for its texts, in milliseconds.
    private static let deadline: UInt32 = 500

    /// Returns the content of a request with its current texts, or the request's own texts if there is no table.
    static func current(_ request: NotificationRequest) async -> NotificationContent {
        var content = request.content
        guard let texts = content.localized else { return content }
        let answer = await reading.answer(within: deadline, for: request.appID) { texts.table() }
        guard case .done(let table?) = answer else { return content }
        fill(&content.title, texts.title, table, atMost: RequestLimits.title)
        fill(&content.subtitle, texts.subtitle, table, atMost: RequestLimits.title)
        fill(&content.body, texts.body, table, atMost: RequestLimits.body)
        return content
    }

    /// Replaces a text, unless the new one is longer than a request may have it: a key of a pushed message can have its
    /// arguments hundreds of times.
    private static func fill(
        _ text: inout String,
        _ localized: LocalizedTexts.Text?,
        _ table: [String: String],
        atMost limit: Int
    ) {
        guard let filled = localized?.filled(by: table), filled.utf8.count <= limit else { return }
        // The arguments are the server's.
        text = filled.withoutUnseen
    }
}
