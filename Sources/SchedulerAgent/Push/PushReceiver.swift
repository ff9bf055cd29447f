import AgentInterface
import Logging
import NotifyCore

/// Accepts messages of apps' servers: what they show becomes a request, and what wakes an app waits for it as responses
/// do.
///
/// All of it is stored in one transaction, before a bubble is shown or a program started.
final class PushReceiver {
    /// The service extensions of apps.
    let extensions: ExtensionRunner
    private let context: SchedulingContext
    private let adder: Requests
    private let apps: Apps
    private let courier: AppCourier
    private let attachments: Attachments
    /// Finds what an app has installed.
    private let resources: @Sendable (IncomingPush) async -> PushResources
    private var store: Store { context.store }

    init(
        _ context: SchedulingContext,
        _ peers: SchedulerPeers,
        _ adder: Requests,
        _ courier: AppCourier,
        _ attachments: Attachments,
        _ tasks: SchedulerTasks,
        apps: Apps
    ) {
        extensions = ExtensionRunner(context, peers, adder, attachments, tasks)
        self.context = context
        self.adder = adder
        self.apps = apps
        self.courier = courier
        self.attachments = attachments
        resources = peers.pushResources
    }

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
            let name = earlier.identifier
            return PushReply(identifier: name.isEmpty ? nil : name, wakesApp: push.wakesApp)
        }
        guard !push.options.isExpired(at: context.clock.now) else {
            return PushReply(isExpired: true)
        }
        var request = try request(of: push, resources)
        log(push)
        guard mayShow, request.content.isWorthDelivering else {
            if let wake = wake(push, request) {
                let drops = try store.keep(wake: wake, push.idempotentAdd(nil))
                if drops > 0 {
                    context.logger.notice("\(drops) older messages of \(push.app) are dropped")
                }
                reach(push)
            }
            var reply = PushReply(wakesApp: push.wakesApp)
            reply.isNotAllowed = !mayShow && request.content.isWorthDelivering
            return reply
        }
        if let quota { _ = try context.senders.admit(&request, within: quota) }
        let waits = push.mayWait && resources.hasExtension
        try accept(request, push, waits: waits)
        return PushReply(
            identifier: request.identifier,
            wakesApp: push.wakesApp,
            usesExtension: waits
        )
    }

    private func accept(
        _ request: NotificationRequest,
        _ push: IncomingPush,
        waits: Bool
    ) throws(RequestError) {
        var pending = try PendingRequest(
            accepting: request,
            now: context.clock.now,
            zone: FixedZone.utc
        )
        if waits { pending.due = extensions.latestDate(for: push.app) }
        var (accepted, reply) = try adder.accept(changed: pending)
        accepted.call = push.idempotentAdd(reply)
        accepted.wake = wake(push, request)
        let id = try adder.add(accepted)
        // It may have replaced a request with attachments.
        attachments.sweepSoon()
        if waits { extensions.handle(.received(id, app: push.app)) }
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
            notification: AppNotification(request: request, date: context.clock.now),
            action: NotificationAction.remoteIdentifier
        )
    }

    /// Hands an app the message that was just stored for it.
    private func reach(_ push: IncomingPush) {
        if !push.mayStart {
            do throws(RequestError) {
                try store.markLatestStarted(push.app)
            } catch {
                context.logger.error("\(error)")
            }
        }
        courier.reachSoon(push.app)
    }

    private func log(_ push: IncomingPush) {
        guard let source = push.options.source else { return }
        context.logger.info("a message for \(push.app) came by \(source)")
    }
}

extension IncomingPush {
    /// Whether the app is woken; none listens for the command line's own.
    fileprivate var wakesApp: Bool { payload.wakesApp && app != AgentNames.app }

    /// What is remembered of the message, so that it is accepted once; `nil` if it has no identifier.
    fileprivate func idempotentAdd(_ reply: AddReply?) -> IdempotentAdd? {
        options.messageID.map { IdempotentAdd(app: app, key: $0, reply: reply ?? .blank) }
    }
}
