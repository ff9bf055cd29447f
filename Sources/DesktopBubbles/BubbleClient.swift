import CNotify
package import GLibBridge

/// Shows bubbles on the desktop's notification server and receives its events.
package final class BubbleClient: Sendable {
    /// The server's events, in order; call ``noteHandled()`` after each.
    package var events: AsyncStream<BubbleEvent> { inbox.events }

    private let connection: BusConnection
    private let replies: ReplyWatch
    private let inbox: BubbleInbox
    /// The number of closed bubbles that wait for the action that closed them.
    @GLibActor private var endsUnderWay = 0
    @GLibActor private var finishers: [CheckedContinuation<Void, Never>] = []

    /// The maximum of these; further ends are reported at once.
    static let maxEnds = 256
    /// The time that an end waits for a later action, in milliseconds.
    private static let timeout: Int32 = 5_000
    /// The time that a bubble's end waits for the server, in milliseconds; the next bubble may wait for it.
    private static let closingTime: Int32 = 2_000

    /// Makes a client.
    ///
    /// - Parameter connection: the process's shared connection, which libnotify also uses, because many servers send
    ///     events only to the sender.
    package init(connection: BusConnection, appName: String) {
        let inbox = BubbleInbox()
        self.connection = connection
        self.inbox = inbox
        replies = ReplyWatch { ticket, outcome in
            inbox.put(.lateReply(ticket: ticket, outcome: outcome))
        }
        notify_init(appName)
        replies.attach(to: connection)
    }

    /// Subscribes to the server's signals; before this ``events`` is empty.
    ///
    /// - Returns: the subscriptions; and the server's unique name, `nil` if none is running.
    @GLibActor
    package func listen() -> (subscriptions: [BusSubscription], owner: String?) {
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
        let replies = replies
        let owners = connection.watchName(Specification.bus) { owner in
            tokens.forget()
            replies.serverChanged()
            inbox.put(.ownerChanged(owner))
        }
        return ([signals, owners], connection.nameOwner(Specification.bus))
    }

    /// Reports that one of ``events`` was handled; signals are dropped while too many are not.
    package func noteHandled() { inbox.noteHandled() }

    /// Ends ``events`` after all signals so far are in it.
    @GLibActor
    package func finish() async {
        while endsUnderWay > 0 { await withCheckedContinuation { finishers.append($0) } }
        inbox.finish()
    }

    /// Reports an end after the action that caused it, in whatever order the server sends them.
    ///
    /// It asks the server something, because the reply comes after all that the server sent before.
    @GLibActor
    private func yieldAfterAction(_ end: BubbleEvent) {
        guard endsUnderWay < Self.maxEnds else { return inbox.put(signal: end) }
        endsUnderWay += 1
        GLibActor.thread.task { @GLibActor in
            _ = try? await self.ask("GetServerInformation", .milliseconds(Self.timeout))
            self.inbox.put(signal: end)
            self.endsUnderWay -= 1
            let finishers = self.finishers
            self.finishers = []
            for finisher in finishers { finisher.resume() }
        }
    }

    /// Asks the bus to start a server if none is running.
    @GLibActor
    package func startServer() async -> Bool {
        await connection.startOwner(of: Specification.bus)
    }

    /// Sends a bubble to the server; returns after the reply, an error or two seconds.
    @BubbleActor
    package func show(_ bubble: Bubble) -> ShowOutcome {
        let notification = cnotify_notification_new(
            gint(bitPattern: bubble.replacesID),
            bubble.summary,
            bubble.body,
            bubble.icon.isEmpty ? nil : bubble.icon
        )
        // Freed at once, because a live one receives every signal of the server.
        defer { g_object_unref(UnsafeMutableRawPointer(notification)) }
        notify_notification_set_app_name(notification, bubble.appName)
        notify_notification_set_timeout(notification, bubble.expiry.milliseconds)
        for action in bubble.actions {
            // libnotify requires a callback; `listen` receives the signal instead.
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
        let (ticket, timeout) = replies.begin()
        if let timeout { endOverdueCall(after: timeout) }
        var error: UnsafeMutablePointer<GError>?
        let accepted = notify_notification_show(notification, &error) != 0
        let failure = error.map(GLibError.init(taking:))
        let call = replies.finish(ticket)
        if case .answered(let outcome) = call { return outcome }
        if accepted {
            let id = cnotify_notification_id(notification)
            return .shown(owner: "", id: UInt32(bitPattern: id))
        }
        let problem = failure ?? GLibError(domain: "libnotify", code: 0, message: "not shown")
        // libnotify asks for the server's information before the first bubble.
        guard problem.isTimeout, !problem.saysPeerIsGone else { return .failed(problem) }
        return call == .sent ? .timedOut(ticket: ticket) : .notSent
    }

    /// Ends the call that libnotify waits for once its time is over, so that the next bubble does not wait for it.
    private nonisolated func endOverdueCall(after milliseconds: UInt32) {
        GLibActor.thread.after(milliseconds: milliseconds) { [self] in
            switch replies.look() {
            case .idle: break
            case .waits(let left): endOverdueCall(after: left)
            case .isOverdue(let next):
                connection.ping()
                endOverdueCall(after: next)
            }
        }
    }

    /// Closes a bubble; an unknown id is no error.
    ///
    /// - Parameter owner: the unique name of the server that gave it, because the number means another bubble on another
    ///     server.
    @GLibActor
    package func close(id: UInt32, of owner: String) async {
        var destination = Specification.destination
        destination.name = owner
        _ = try? await connection.call(
            "CloseNotification",
            on: destination,
            .tuple([.uint32(id)]),
            deadline: .milliseconds(Self.closingTime),
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

/// The activation tokens that a server sends before their actions.
@GLibActor
private final class ActivationTokens {
    private var tokens: [UInt32: String] = [:]

    /// Stores a token; limited, because tokens without an action are useless.
    func note(_ token: String?, for id: UInt32) {
        if tokens.count >= 16 { forget() }
        tokens[id] = token
    }

    func take(for id: UInt32) -> String? { tokens.removeValue(forKey: id) }
    func forget() { tokens = [:] }
}
