import AgentInterface
import BusCallers
import NotifyCore

extension Caller {
    /// The hints that a sandboxed app may set.
    ///
    /// Other hints name files, other programs or bubbles of others.
    static let openHints: Set<String> = [
        "category", "resident", "transient", "value", "x", "y",
    ]

    /// Checks that the caller may add a request.
    ///
    /// A sandboxed app may not name files, other apps or URLs that start a program.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed`, or the error in a URL or markup.
    func check(_ request: NotificationRequest) async throws(RequestError) {
        guard isConfined else { return }
        guard !request.bubble.isVerbatim else {
            throw RequestError(
                .notAllowed,
                "\(words) may not have bubbles sent as they are; leave verbatim out"
            )
        }
        guard request.run == nil else {
            throw RequestError(
                .notAllowed,
                "\(words) may not run a command when a notification is due; leave run out"
            )
        }
        try SenderLimits.of(.sandbox).check(request, of: words)
        try check(request.openURL)
        for action in request.actions { try check(action) }
        try check(request.content)
        try await check(request.bubble, of: request.appID)
        if request.bubble.hasMarkup { try check(BodyMarkup(parsing: request.content.body)) }
    }

    /// Returns the request of a sandboxed app as it is shown: with texts that steer nothing, and labelled with who speaks
    /// if the app has no desktop file, which would say that.
    func presentable(_ request: NotificationRequest) async -> NotificationRequest {
        guard let label else { return request }
        var shown = request
        shown.content.title = shown.content.title.withoutUnseen
        shown.content.subtitle = shown.content.subtitle.withoutUnseen
        shown.content.body = shown.content.body.withoutUnseen
        shown.actions.cleanTitles()
        if await !AppName.isInstalled(request.appID) { shown.bubble.appName = label }
        return shown
    }

    /// Checks that the caller may add a button.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed`.
    func check(_ action: NotificationAction) throws(RequestError) {
        try check(action.url)
        if case .theme(let name) = action.icon { try checkName(name, "the icon of an action") }
    }

    private func check(_ content: NotificationContent) throws(RequestError) {
        if case .named(let name) = content.sound { try checkName(name, "sound") }
        if let folder = content.localized?.folder {
            throw RequestError(
                .notAllowed,
                "\(words) may not name the folder \(folder.quoted) in localized; leave it out and send the "
                    + "texts themselves"
            )
        }
        if let path = content.attachments.lazy.compactMap(\.path).first {
            throw RequestError(
                .notAllowed,
                "\(words) may not name the attachment \(path.quoted); open it and send the file (h)"
            )
        }
    }

    private func check(_ bubble: BubbleOptions, of app: String) async throws(RequestError) {
        if let icon = bubble.icon { try checkName(icon, "icon") }
        if let name = bubble.appName {
            let own = await AppName.current(app)
            guard name == own else {
                throw RequestError(
                    .notAllowed,
                    "\(words) may not appear as \(name.quoted); leave appName out"
                )
            }
        }
        if let hint = bubble.hints.keys.sorted().first(where: { !Self.openHints.contains($0) }) {
            throw RequestError(
                .notAllowed,
                "\(words) may not give the hint \(hint.quoted); there are "
                    + Self.openHints.sorted().joined(separator: ", ")
            )
        }
    }

    private func check(_ markup: BodyMarkup) throws(RequestError) {
        for target in markup.linkTargets { try check(target) }
        if let source = markup.imageSources.first {
            throw RequestError(
                .notAllowed,
                "\(words) may not name the picture \(source.quoted) in the body; attach it"
            )
        }
    }

    /// Checks that a text is the name of a theme's icon or sound and not a file.
    private func checkName(_ name: String, _ field: String) throws(RequestError) {
        guard name.contains("/") else { return }
        throw RequestError(
            .notAllowed,
            "\(words) may not name files, and \(field) is \(name.quoted); write a name of the theme, or "
                + "leave it out"
        )
    }
}

extension Caller {
    /// The quota of the caller's app; `nil` if it is not in a sandbox.
    var quota: SenderQuota? {
        guard let appID else { return nil }
        // Programs that could not be examined get a new id on each connection, so they share one quota.
        let isUnknown = confinement == .unknown
        return SenderQuota(
            Sender(.sandbox, isUnknown ? "" : appID),
            apps: isUnknown
                ? Self.unknownPrefix...(Self.unknownPrefix + "\u{7F}") : appID...appID,
            words: words
        )
    }

    /// Returns the quota of who sent a request that the caller adds; `nil` for the user.
    ///
    /// What comes from elsewhere is handed to the agent by a program of the user's, and is known by its app.
    func quota(for request: NotificationRequest) -> SenderQuota? {
        if let quota { return quota }
        switch request.appID {
        case AgentNames.forwardedApp:
            return SenderQuota(Sender(.forward), words: "the socket of forward")
        case AgentNames.assistantApp:
            return SenderQuota(Sender(.assistant), words: "assistants")
        case AgentNames.inboxApp:
            return SenderQuota(Sender(.inbox), words: "the topic of [Inbox]")
        case RelayClient.app:
            // What notify-relay itself says has another identifier.
            guard let machine = RelayClient.machine(of: request.identifier) else { return nil }
            let name = request.bubble.appName ?? machine
            return SenderQuota(Sender(.machine, machine), words: "the machine \(name.quoted)")
        default: return nil
        }
    }
}

extension [NotificationAction] {
    /// Has no title steer the text around it.
    mutating func cleanTitles() {
        for index in indices { self[index].title = self[index].title.withoutUnseen }
    }
}
