import AgentInterface
import Logging
import NotifyCore

/// Accepts messages of apps' servers: what they show becomes a request, and what wakes an app waits for it as responses
/// do.
///
/// All of a message is stored in one transaction, before a bubble is shown or a program started. It owns which messages
/// are with the service extensions of their apps (``ServiceExtensions``).
final class Pushes {
    private let store: Store
    private let clock: any AgentClock
    private let logger: Logger
    private let apps: Apps
    private let requests: Requests
    private let responses: Responses
    private let attachments: Attachments
    private let senders: Senders
    /// Finds what an app has installed.
    private let resources: @Sendable (IncomingPush) async -> PushResources
    private let extensions: ServiceExtensions

    init(
        store: Store,
        clock: any AgentClock,
        logger: Logger,
        limits: AgentLimits,
        senders: Senders,
        apps: Apps,
        requests: Requests,
        responses: Responses,
        attachments: Attachments,
        tasks: AgentTasks,
        resources: @escaping @Sendable (IncomingPush) async -> PushResources,
        startExtension: @escaping AgentPeers.ExtensionStart
    ) {
        self.store = store
        self.clock = clock
        self.logger = logger
        self.senders = senders
        self.apps = apps
        self.requests = requests
        self.responses = responses
        self.attachments = attachments
        self.resources = resources
        extensions = ServiceExtensions(
            store: store,
            clock: clock,
            logger: logger,
            limits: limits,
            requests: requests,
            tasks: tasks,
            startExtension: startExtension
        )
    }

    // MARK: Messages

    /// Accepts a message: when this returns, it is on the disk.
    ///
    /// - Parameter quota: the limits of its caller; `nil` for none.
    /// - Throws: ``NotifyCore/RequestError``; nothing is stored then.
    func receive(
        _ push: IncomingPush,
        within quota: SenderQuota?
    ) async throws(RequestError) -> PushReply {
        try NotificationRequest.validate(appID: push.app)
        try push.options.validate()
        let resources = await self.resources(push)
        // Nothing is awaited from here on, so that a message that comes twice is accepted once.
        let mayShow = try apps.permission(of: push.app).mayAdd
        // A message that only wakes the app needs no permission, as on Apple's systems.
        if !mayShow, !push.wakesApp { try apps.checkPermission(of: push.app) }
        if let key = push.options.messageID,
            let earlier = try store.idempotentReply(app: push.app, key: key)
        {
            logger.debug("a message for \(push.app) came before")
            let name = earlier.identifier
            return PushReply(identifier: name.isEmpty ? nil : name, wakesApp: push.wakesApp)
        }
        guard !push.options.isExpired(at: clock.now) else {
            logger.debug("a message for \(push.app) came too late")
            return PushReply(isExpired: true)
        }
        var request = try request(of: push, resources)
        if let source = push.options.source {
            logger.info("a message for \(push.app) came by \(source)")
        }
        guard mayShow, request.content.isWorthDelivering else {
            try keep(wake: push, request)
            var reply = PushReply(wakesApp: push.wakesApp)
            reply.isNotAllowed = !mayShow && request.content.isWorthDelivering
            return reply
        }
        if let quota { _ = try senders.admit(&request, within: quota) }
        let waits = push.mayWait && resources.hasExtension
        try accept(request, push, waits: waits)
        return PushReply(
            identifier: request.identifier,
            wakesApp: push.wakesApp,
            usesExtension: waits
        )
    }

    /// Keeps a message that shows nothing for the app that it wakes.
    private func keep(
        wake push: IncomingPush,
        _ request: NotificationRequest
    ) throws(RequestError) {
        guard let wake = wake(push, request) else { return }
        let drops = try store.keep(wake: wake, push.idempotentAdd(nil))
        if drops > 0 { logger.notice("\(drops) older messages of \(push.app) are dropped") }
        reach(push)
    }

    /// Stores the request that shows a message; at first it waits for the extension of its app, if there is one.
    private func accept(
        _ request: NotificationRequest,
        _ push: IncomingPush,
        waits: Bool
    ) throws(RequestError) {
        var pending = try PendingRequest(accepting: request, now: clock.now, zone: FixedZone.utc)
        if waits { pending.due = extensions.latestDate(for: push.app) }
        var (accepted, reply) = try requests.accept(changed: pending)
        accepted.call = push.idempotentAdd(reply)
        accepted.wake = wake(push, request)
        let id = try requests.add(accepted)
        // It may have replaced a request with attachments.
        attachments.sweepSoon()
        if waits { extensions.received(id, for: push.app) }
        if accepted.wake != nil { reach(push) }
    }

    /// Returns the request that shows a message.
    private func request(
        of push: IncomingPush,
        _ resources: PushResources
    ) throws(RequestError) -> NotificationRequest {
        var content = push.payload.content
        content.expiration = push.options.expiration.flatMap { $0.microseconds == 0 ? nil : $0 }
        if let name = push.soundName { content.sound = .named(Self.themeName(of: name)) }
        if !push.isConfined {
            content.localized = resources.strings.flatMap(push.payload.texts.localized)
            if let path = resources.sound { content.sound = .named(path) }
        }
        return NotificationRequest(
            appID: push.app,
            identifier: try identifier(of: push),
            content: content,
            requester: push.requester,
            bubble: BubbleOptions(appName: push.label)
        )
    }

    /// Returns the name that a sound theme has for a file of sound: without the extension.
    private static func themeName(of name: String) -> String {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let endings: Set<String> = [
            "wav", "aiff", "aif", "caf", "mp3", "m4a", "oga", "ogg", "flac",
        ]
        guard parts.count > 1, parts[0] != "", endings.contains(parts[parts.count - 1].lowercased())
        else { return name }
        return parts.dropLast().joined(separator: ".")
    }

    /// Returns the collapse id, or a fresh identifier.
    ///
    /// A server must not replace what the app itself has scheduled.
    private func identifier(of push: IncomingPush) throws(RequestError) -> String {
        if let name = push.options.collapseID {
            let row = try store.pending(of: RequestKey(appID: push.app, identifier: name))
            let earlier = try? row?.pending().request
            if row == nil || (earlier?.trigger == .immediate && earlier?.content.isPushed == true) {
                return name
            }
        }
        return try store.freshIdentifier(for: push.app)
    }

    /// Returns the message that wakes the app; `nil` if it is not woken.
    private func wake(_ push: IncomingPush, _ request: NotificationRequest) -> AppResponse? {
        guard push.wakesApp else { return nil }
        return AppResponse(
            notification: AppNotification(request: request, date: clock.now),
            action: NotificationAction.remoteIdentifier
        )
    }

    /// Hands an app the message that was just stored for it.
    private func reach(_ push: IncomingPush) {
        if !push.mayStart {
            do throws(RequestError) {
                try store.markLatestStarted(push.app)
            } catch {
                logger.error("\(error)")
            }
        }
        responses.reachSoon(push.app)
    }

    // MARK: Service extensions

    /// Shows what an earlier run left with extensions, as it came.
    func showLeftOver() throws(RequestError) { try extensions.showLeftOver() }

    /// Returns the next notification for a process of an app's extension; `nil` if it may end.
    func nextWork(for app: String, at name: String) -> ExtensionWork? {
        extensions.next(for: app, at: name)
    }

    /// Shows a notification with the content that the extension gave.
    ///
    /// - Parameter quota: its limits; `nil` for none.
    /// - Throws: ``NotifyCore/RequestError``; the notification is shown as it came, unless its time is over.
    func finish(
        _ id: PendingID,
        with content: NotificationContent,
        files: [HandedFile],
        by name: String,
        within quota: SenderQuota?
    ) async throws(RequestError) -> [String] {
        guard extensions.isWorking(on: id, name), let row = try store.pending(id: id) else {
            throw ServiceExtensions.tooLate
        }
        var request = try row.pending().request
        do throws(RequestError) {
            request.content = try content.replacing(request.content)
            guard !content.attachments.isEmpty else {
                try extensions.finish(id, as: request, by: name)
                attachments.sweepSoon()
                return []
            }
            try request.checkFilesCameAlong()
            try request.validate()
            return try await attachments.keeping(files, of: request, within: quota) {
                request throws(RequestError) in
                // The files took their time.
                try extensions.finish(id, as: request, by: name)
                return request.content.attachments.compactMap(\.path)
            }
        } catch {
            extensions.leave(id, by: name)
            throw error
        }
    }

    /// Handles that the program of an extension could not be started, or has failed.
    func extensionFailed(_ app: String, step: Int) { extensions.failed(app, step: step) }

    /// Handles that the time is over which an extension has for a step.
    func extensionTimeOver(_ app: String, step: Int) { extensions.timeOver(app, step: step) }

    /// Handles that a connection has left the bus.
    func left(_ name: String) { extensions.left(name) }
}

extension IncomingPush {
    /// Whether the app is woken; none listens for the command line's own.
    fileprivate var wakesApp: Bool { payload.wakesApp && app != AgentNames.app }

    /// What is remembered of the message, so that it is accepted once; `nil` if it has no identifier.
    fileprivate func idempotentAdd(_ reply: AddReply?) -> IdempotentAdd? {
        options.messageID.map { IdempotentAdd(app: app, key: $0, reply: reply ?? .blank) }
    }
}

extension NotificationContent {
    /// Returns the content in place of the one that was pushed.
    ///
    /// - Throws: ``RequestError`` if it has nothing to show.
    fileprivate func replacing(
        _ pushed: NotificationContent
    ) throws(RequestError) -> NotificationContent {
        guard isVisible else {
            throw RequestError(
                .invalidContent,
                "the content has no text; the notification is shown as it came"
            )
        }
        var content = self
        content.isPushed = true
        content.expiration = pushed.expiration
        // A text that stays as it is, is still looked up.
        if let texts = pushed.localized, content.localized == nil {
            let kept = LocalizedTexts(
                folder: texts.folder,
                title: title == pushed.title ? texts.title : nil,
                subtitle: subtitle == pushed.subtitle ? texts.subtitle : nil,
                body: body == pushed.body ? texts.body : nil
            )
            content.localized = kept
        }
        return content
    }
}
