import AgentInterface
import GLibBridge
import Glibc
import NotificationServer
import NotifyCore

/// One run of `send`.
struct SendSession {
    private let options: ParsedOptions
    private let content: SendContent
    /// Longer than the 25 s for which notify-send waits.
    private static let timeout = Duration.seconds(30)

    init(_ options: ParsedOptions, _ content: SendContent) {
        self.options = options
        self.content = content
    }

    /// Shows the notification, and waits if an option asks for it.
    ///
    /// - Returns: the exit status, 0 or 1.
    func run() -> Int32 {
        let start = ContinuousClock.now
        var number = UInt32(max(0, options.number("replace-id")))
        var problems = 0
        var shown: Shown?
        do {
            let hints = try hints(&problems)
            if let hints, try isForwarded(hints) {
                return problems == 0 ? EXIT_SUCCESS : EXIT_FAILURE
            }
            let client = try AgentClient()
            let actions = try actions(of: client, &problems)
            if let hints {
                let request = try content.request(options, hints: hints, actions: actions)
                let bubble = try show(request, on: client)
                number = bubble.number
                shown = bubble
            }
        } catch {
            problems += 1
            complain(error)
        }
        report(number)
        if let shown, shown.waits {
            do {
                try wait(for: shown, since: start)
            } catch {
                problems += 1
                complain(error)
            }
        }
        return problems == 0 ? EXIT_SUCCESS : EXIT_FAILURE
    }

    /// Shows it on the desktop that forwards its socket to this machine, as `run` does.
    ///
    /// - Returns: whether one does; what is waited for, or replaced by its number, needs a server here.
    private func isForwarded(_ hints: [String: HintValue]) throws -> Bool {
        guard !options.flag("wait"), !options.flag("print-id"), options.list("action").isEmpty,
            options.number("replace-id") <= 0
        else { return false }
        var request = try content.request(options, hints: hints, actions: [])
        request.identifier = ForwardedDesktop.freshIdentifier
        switch ForwardedDesktop.show(request) {
        case nil, .unanswered: return false
        case .refused(let problem): throw SendError(problem)
        case .shown: return true
        }
    }

    /// A notification that was added.
    private struct Shown {
        let client: AgentClient
        var watch: RequestWatch
        let request: NotificationRequest
        /// The server's number; 0 if the server suppresses the bubble.
        let number: UInt32
        let waits: Bool
    }

    private func hints(_ problems: inout Int) throws -> [String: HintValue]? {
        do throws(SendError) {
            return try SendContent.hints(options)
        } catch {
            problems += 1
            Terminal.writeError(error.message)
            return nil
        }
    }

    private func actions(
        of client: AgentClient,
        _ problems: inout Int
    ) throws -> [NotificationAction] {
        guard !options.list("action").isEmpty else { return [] }
        let capabilities =
            try client.statusOfStartedAgent()["server"]?["capabilities"]?.strings
            ?? SendServer.capabilities(on: try client.caller)
        guard capabilities.contains(where: { $0.lowercased() == "actions" }) else {
            problems += 1
            Terminal.writeError(
                "Actions are not supported by this notifications server. "
                    + "Displaying non-interactively."
            )
            return []
        }
        return try SendContent.actions(options)
    }

    private func show(_ request: NotificationRequest, on client: AgentClient) throws -> Shown {
        let waits = options.flag("wait") || !request.actions.isEmpty
        var watch = try RequestWatch(
            client: client,
            app: request.appID,
            unixSignals: waits ? [SIGINT] : [],
            isAlone: true
        )
        // An agent that was not running yet has no subscription.
        let reply = try client.add(request) { try watch.begun() }
        var request = request
        request.identifier = reply.identifier
        do {
            if waits { watch.narrow(to: request.key) }
            if !reply.serverPresent { try SendServer.start(on: try client.caller) }
            let number = try self.number(of: request.key, &watch, on: client)
            return Shown(
                client: client,
                watch: watch,
                request: request,
                number: number,
                waits: waits
            )
        } catch {
            // A notification whose failure was reported must not be shown later.
            remove(request.key, from: client)
            throw error
        }
    }

    /// Waits until the server has accepted it.
    private func number(
        of key: RequestKey,
        _ watch: inout RequestWatch,
        on client: AgentClient
    ) throws -> UInt32 {
        let end = ContinuousClock.now + Self.timeout
        var isLate = false
        while true {
            switch try watch.next(until: end) {
            case .event(let event) where event.key == key:
                switch event.event {
                case "delivered": return event.bubble ?? 0
                case "refused":
                    throw SendError(
                        event.errorName.map { "GDBus.Error:\($0): \(event.detail)" } ?? event.detail
                    )
                case "unanswered": isLate = true
                case "removed": throw SendError("it was removed before it was shown")
                default: continue
                }
            case .agentReturned:
                if let number = try Self.number(of: key, now: client) { return number }
            case .timedOut:
                throw SendError(
                    isLate
                        ? "Timeout was reached"
                        : "the notification server has not accepted it within 30 s"
                )
            case .interrupted: throw SendError(Self.cancelled)
            case .busClosed: throw SendError("the session bus was closed")
            default: continue
            }
        }
    }

    /// Asks the agent for the number, which a restarted agent may have reported before the subscription;
    /// `nil` if the server does not have it yet.
    private static func number(of key: RequestKey, now client: AgentClient) throws -> UInt32? {
        do {
            let found = try client.find(key.identifier)
            guard let entry = found.delivered.first, found.pending.isEmpty else { return nil }
            return entry.bubble ?? (entry.state == "listed" ? 0 : nil)
        } catch let error as RequestError where error.code == .notFound {
            throw SendError("it was removed before it was shown")
        }
    }

    private static let cancelled = "Wait cancelled, closing notification"

    private func wait(for shown: Shown, since start: ContinuousClock.Instant) throws {
        var watch = shown.watch
        // A suppressed bubble is never closed.
        guard shown.number != 0 else { return }
        let expiry = options.number("expire-time")
        let end = expiry > 0 ? start + .milliseconds(Int(expiry)) : nil
        while true {
            switch try watch.next(until: end) {
            case .event(let event) where event.key == shown.request.key:
                if event.event == "responded" { report(event, of: shown.request) }
                if event.event == RequestEvent.unknownAction {
                    Terminal.writeError("Received unknown action \(event.action ?? "")")
                }
                guard Self.goesOn(after: event) else { return }
            case .agentReturned:
                guard let found = try? shown.client.find(shown.request.identifier),
                    let entry = found.delivered.first, entry.state != "listed"
                else { return }
            case .timedOut: return Terminal.writeError("Wait timeout expired")
            case .interrupted:
                Terminal.writeError(Self.cancelled)
                return remove(shown.request.key, from: shown.client)
            case .busClosed: return
            default: continue
            }
        }
    }

    private static func goesOn(after event: RequestEvent) -> Bool {
        !["responded", "expired", "dismissed", "removed", "closed"].contains(event.event)
    }

    private func remove(_ key: RequestKey, from client: AgentClient) {
        let selection = Variant.dictionary([
            ("appID", .string(key.appID)), ("identifiers", .strings([key.identifier])),
        ])
        _ = try? client.remove(selection)
    }

    private func report(_ number: UInt32) {
        let text = "\(Int32(bitPattern: number))\n"
        if options.flag("print-id") { TextOutput.standard(text) }
        write(text, to: "id-fd")
    }

    private func report(_ event: RequestEvent, of request: NotificationRequest) {
        let isBody = event.action == NotificationAction.defaultIdentifier
        guard let action = isBody ? "default" : event.action, request.action(action) != nil else {
            return
        }
        TextOutput.standard(action + "\n")
        write(action + "\n", to: "selected-action-fd")
        write((event.activationToken ?? "") + "\n", to: "activation-token-fd")
    }

    private func write(_ text: String, to option: String) {
        let descriptor = options.number(option)
        guard descriptor >= 0 else { return }
        _ = text.withCString { Glibc.write(descriptor, $0, strlen($0)) }
        fsync(descriptor)
    }

    private func complain(_ error: any Error) {
        switch error {
        case let error as SendError: Terminal.writeError(error.message)
        case let error as RequestError: Terminal.complain(error.message)
        default: Terminal.complain("\(error)")
        }
    }
}
