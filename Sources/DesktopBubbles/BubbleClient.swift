import CNotify
public import GLibBridge

/// Shows bubbles on the desktop's notification server and hears what becomes of them.
public final class BubbleClient: Sendable {
    /// What the server tells, in order; say of each by ``noteHandled()`` that it was acted on.
    public var events: AsyncStream<BubbleEvent> { inbox.events }

    private let connection: BusConnection
    private let replies: ReplyWatch
    private let inbox: BubbleInbox
    /// What closed and waits for the action that was the cause.
    @GLibActor private var endsUnderWay = 0
    @GLibActor private var finishers: [CheckedContinuation<Void, Never>] = []

    /// As many ends wait for their actions; those beyond are told at once.
    static let mostEnds = 256
    /// How long an end waits for an action that may come after it, in milliseconds.
    private static let patience: Int32 = 5_000

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - connection: the process's shared one, which libnotify uses too: many servers tell the sender
    ///     alone.
    ///   - appName: what the server is told the program is called.
    public init(connection: BusConnection, appName: String) {
        let inbox = BubbleInbox()
        self.connection = connection
        self.inbox = inbox
        replies = ReplyWatch { ticket, outcome in
            inbox.put(.lateReply(ticket: ticket, outcome: outcome))
        }
        notify_init(appName)
        replies.attach(to: connection)
    }

    /// Starts to hear the server; before this nothing is in ``events``.
    ///
    /// - Returns: what keeps the subscriptions; and the server's unique name, `nil` where none runs.
    @GLibActor
    public func listen() -> (subscriptions: [BusSubscription], owner: String?) {
        let inbox = inbox
        let tokens = ActivationTokens()
        let signals = connection.subscribe(
            to: nil,
            interface: Specification.interface,
            sender: Specification.bus,
            path: Specification.path
        ) { signal in
            guard let event = Self.event(of: signal, tokens) else { return }
            if case .closed = event {
                self.yieldAfterAction(event)
            } else {
                inbox.put(signal: event)
            }
        }
        let owners = connection.watchName(Specification.bus) { owner in
            tokens.forget()
            inbox.put(.ownerChanged(owner))
        }
        return ([signals, owners], connection.nameOwner(Specification.bus))
    }

    /// Says that one more of ``events`` was acted on; while too many were not, signals are dropped.
    public func noteHandled() { inbox.noteHandled() }

    /// Ends ``events`` once all that the server has told so far is in it.
    @GLibActor
    public func finish() async {
        while endsUnderWay > 0 { await withCheckedContinuation { finishers.append($0) } }
        inbox.finish()
    }

    /// Tells of an end after the action that was its cause, in whatever order the server sends them.
    ///
    /// The answer to a question comes after all that the server sent before it.
    @GLibActor
    private func yieldAfterAction(_ end: BubbleEvent) {
        guard endsUnderWay < Self.mostEnds else { return inbox.put(signal: end) }
        endsUnderWay += 1
        GLibActor.thread.task { @GLibActor in
            _ = try? await self.ask("GetServerInformation", .milliseconds(Self.patience))
            self.inbox.put(signal: end)
            self.endsUnderWay -= 1
            let finishers = self.finishers
            self.finishers = []
            for finisher in finishers { finisher.resume() }
        }
    }

    /// Asks the bus to start a server where none runs.
    ///
    /// - Returns: whether one can be started here at all.
    @GLibActor
    public func startServer() async -> Bool {
        await connection.startOwner(of: Specification.bus)
    }

    /// Hands a bubble to the server; returns when it answered, failed or let 25 s pass.
    @BubbleActor
    public func show(_ bubble: Bubble) -> ShowOutcome {
        let notification = cnotify_notification_new(
            gint(bitPattern: bubble.replacesID),
            bubble.summary,
            bubble.body,
            bubble.icon.isEmpty ? nil : bubble.icon
        )
        // Freed right after: a live one hears every signal of the server.
        defer { g_object_unref(UnsafeMutableRawPointer(notification)) }
        notify_notification_set_app_name(notification, bubble.appName)
        notify_notification_set_timeout(notification, bubble.expiry.milliseconds)
        for action in bubble.actions {
            // libnotify wants a callback; the answer is heard by `listen` instead.
            notify_notification_add_action(
                notification,
                action.key,
                action.label,
                { _, _, _ in },
                nil,
                nil
            )
        }
        for hint in bubble.hints {
            hint.value.withPointer { notify_notification_set_hint(notification, hint.name, $0) }
        }
        let ticket = replies.begin()
        var error: UnsafeMutablePointer<GError>?
        let accepted = notify_notification_show(notification, &error) != 0
        let failure = error.map(GLibError.init(taking:))
        if let outcome = replies.finish(ticket) { return outcome }
        if accepted {
            let id = cnotify_notification_id(notification)
            return .shown(owner: "", id: UInt32(bitPattern: id))
        }
        let problem = failure ?? GLibError(domain: "libnotify", code: 0, message: "not shown")
        return problem.isTimeout ? .timedOut(ticket: ticket) : .failed(problem)
    }

    /// Takes a bubble off the screen; an id that the server does not know is no error.
    ///
    /// - Parameters:
    ///   - id: the bubble's id.
    ///   - owner: the unique name of the server that gave it: another server's bubble of that number is a
    ///     stranger's.
    @GLibActor
    public func close(id: UInt32, of owner: String) async {
        var destination = Specification.destination
        destination.name = owner
        _ = try? await connection.call(
            "CloseNotification",
            on: destination,
            .tuple([.uint32(id)]),
            mayStart: false
        )
    }

    /// Calls a method without arguments on the running server.
    @GLibActor
    func ask(_ method: String, _ deadline: CallDeadline) async throws(GLibError) -> Variant {
        try await connection.call(
            method,
            on: Specification.destination,
            deadline: deadline,
            mayStart: false
        )
    }

    @GLibActor
    private static func event(of signal: BusSignal, _ tokens: ActivationTokens) -> BubbleEvent? {
        guard let id = signal.parameters[0]?.integer.flatMap({ UInt32(exactly: $0) }) else {
            return nil
        }
        let second = signal.parameters[1]
        switch signal.name {
        case "ActivationToken":
            tokens.note(second?.string, for: id)
            return nil
        case "ActionInvoked":
            return second?.string.map {
                .invoked(
                    owner: signal.sender,
                    id: id,
                    action: $0,
                    activationToken: tokens.take(for: id)
                )
            }
        case "NotificationReplied":
            return second?.string.map { .replied(owner: signal.sender, id: id, text: $0) }
        case "NotificationClosed":
            return .closed(
                owner: signal.sender,
                id: id,
                reason: second?.integer.flatMap { UInt32(exactly: $0) } ?? 4
            )
        default:
            return nil
        }
    }
}

/// The activation tokens that a server sends right before the action they belong to.
@GLibActor
private final class ActivationTokens {
    private var tokens: [UInt32: String] = [:]

    /// Bounded: a token that no action took is of no use once there are others.
    func note(_ token: String?, for id: UInt32) {
        if tokens.count >= 16 { forget() }
        tokens[id] = token
    }

    func take(for id: UInt32) -> String? { tokens.removeValue(forKey: id) }
    func forget() { tokens = [:] }
}
