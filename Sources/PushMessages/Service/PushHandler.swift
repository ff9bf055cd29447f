import AgentInterface
import GLibBridge
import NotifyCore

/// Carries out what the state machines of registrations and messages decide.
@GLibActor
final class PushHandler {
    /// What an app asks for.
    struct Request: Sendable {
        let app: String
        /// The public key of the only server that may send, base64url; `nil` for any.
        let serverKey: String?
        /// The distributor that the app names; `nil` for none.
        let distributor: String?
        /// Whether the app calls from inside a sandbox.
        let isConfined: Bool
    }

    /// The result of receiving a message.
    enum Receipt: Equatable {
        /// It is stored, or is of no use to anybody: the distributor may forget it.
        case done
        /// Its token is not one of ours.
        case unknown
        /// It could not be stored; with the reason.
        case failed(String)
    }

    /// The state of the handler.
    struct State {
        fileprivate var connector: Connector
        fileprivate var outbox = Outbox()
        fileprivate var calls:
            [Int: CheckedContinuation<Result<AppRegistration, RequestError>, Never>] = [:]
        fileprivate var lastCall = 0
        fileprivate var idle: IdleCounter
        /// The program whose calls were ignored last.
        fileprivate var lastStranger: String?

        /// Makes the state of stored registrations.
        init(_ store: PushStore, idleTime: UInt32) throws(RequestError) {
            connector = Connector(try store.registrations())
            idle = IdleCounter(milliseconds: idleTime)
        }
    }

    let distributors: DistributorCalls
    private let store: PushStore
    private let receiver: any MessageReceiver
    private let onIdle: @Sendable () -> Void
    private let onChange: @Sendable () -> Void
    private var state: State

    /// Creates a handler.
    init(
        store: PushStore,
        distributors: DistributorCalls,
        receiver: any MessageReceiver,
        state: State,
        onIdle: @escaping @Sendable () -> Void,
        onChange: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        self.distributors = distributors
        self.receiver = receiver
        self.state = state
        self.onIdle = onIdle
        self.onChange = onChange
    }

    /// All registrations, sorted by their apps.
    var registrations: [AppRegistration] {
        noteWork()
        return state.connector.all
    }

    /// Hands over what was stored earlier; called before new messages can come, which are later ones.
    func takeWaiting() {
        do throws(RequestError) {
            for (id, app) in try store.waiting() { handle(.stored(id: id, app: app)) }
        } catch {
            PushProgram.log(error.message)
        }
    }

    /// Registers all apps again.
    func start() async {
        let names = await distributors.names()
        handle(.start(names))
    }

    /// Registers an app.
    func register(_ request: Request) async throws(RequestError) -> AppRegistration {
        noteWork()
        let fresh: Connector.NewRegistration
        do throws(CryptoFailure) {
            fresh = Connector.NewRegistration(token: try Self.token(), keys: try MessageKeys())
        } catch {
            throw RequestError(.storage, "\(error)")
        }
        var choice = DistributorChoice(requested: request.distributor)
        choice.environment = .current
        choice.remembered = try store.rememberedDistributor()
        let names = await distributors.names()
        return try await result { number in
            let call = Connector.RegisterCall(
                number: number,
                app: request.app,
                serverKey: request.serverKey,
                choice: choice,
                isConfined: request.isConfined
            )
            return .register(call, names, fresh)
        }
    }

    /// Unregisters an app.
    func unregister(_ app: String) async throws(RequestError) {
        _ = try await result { .unregister(call: $0, app: app) }
    }

    private func result(
        of event: (Int) -> Connector.Event
    ) async throws(RequestError) -> AppRegistration {
        state.lastCall += 1
        let number = state.lastCall
        let event = event(number)
        let result = await withCheckedContinuation { continuation in
            state.calls[number] = continuation
            handle(event)
        }
        return try result.get()
    }

    /// Whether a call about a token comes from the distributor that was chosen for it.
    ///
    /// Another program that has seen the token is ignored, as one with an unknown token is.
    func comesFromDistributor(_ sender: String, token: String) -> Bool {
        guard let registration = state.connector.registration(token: token) else { return false }
        guard distributors.isOwner(sender, of: registration.distributor) else {
            // A program that goes on is named once.
            if state.lastStranger != sender {
                PushProgram.log(
                    "\(sender) is not \(registration.distributor), the distributor of \(registration.app.quoted); its calls are ignored"
                )
            }
            state.lastStranger = sender
            return false
        }
        return true
    }

    /// Looks up who has the names of the distributors of all registrations.
    func findDistributors() {
        distributors.findOwners(of: Set(state.connector.all.map(\.distributor)))
    }

    /// Receives a message: stores its text, so that the distributor may forget it.
    func receive(_ bytes: [UInt8], token: String) -> Receipt {
        noteWork()
        guard let registration = state.connector.registration(token: token) else { return .unknown }
        do {
            let digest = try MessageCipher.digest(EncryptedMessage.identity(of: bytes))
            if try store.knows(digest: digest, of: token) { return .done }
            let payload = try MessagePayload.payload(of: try registration.keys.decrypt(bytes))
            try MessagePayload.check(payload)
            if let id = try store.add(payload, digest: digest, to: registration) {
                PushCrashPoint.reached(.stored)
                handle(.stored(id: id, app: registration.app))
            }
            return .done
        } catch let problem as MessageProblem {
            PushProgram.log("a message for \(registration.app) was dropped: \(problem)")
            return .done
        } catch {
            PushProgram.log("a message for \(registration.app) was not stored: \(error)")
            return .failed("the message cannot be stored now: \(error)")
        }
    }

    // MARK: - State machines

    /// Handles an event of the registrations.
    func handle(_ event: Connector.Event) {
        noteWork()
        let actions = state.connector.handle(event)
        for (index, action) in actions.enumerated() {
            guard case .save(let registration) = action else {
                run(action)
                continue
            }
            do throws(RequestError) {
                try store.save(registration)
            } catch {
                // Whoever registers now would have keys that are forgotten.
                for case .finish(let call, _) in actions[(index + 1)...] {
                    run(.finish(call: call, .failure(error)))
                }
                return handle(.notSaved(token: registration.token, error))
            }
        }
    }

    private func run(_ action: Connector.Action) {
        switch action {
        case .save: break
        case .delete(let token): storing { try store.delete(token: token) }
        case .remember(let distributor): storing { try store.remember(distributor: distributor) }
        case .callRegister(let registration, let attempt):
            GLibActor.thread.task { @GLibActor [self] in
                let answer = await distributors.register(registration)
                handle(.answered(token: registration.token, attempt: attempt, answer))
            }
        case .callLater(let token, let attempt, let milliseconds):
            after(milliseconds) { $0.handle(.callDue(token: token, attempt: attempt)) }
        case .callUnregister(let registration):
            GLibActor.thread.task { @GLibActor [self] in
                await distributors.unregister(registration)
            }
        case .startTimer(let token, let attempt, let milliseconds):
            after(milliseconds) { $0.handle(.timeout(token: token, attempt: attempt)) }
        case .announce: onChange()
        case .finish(let call, let result):
            state.calls.removeValue(forKey: call)?.resume(returning: result)
        case .log(let message): PushProgram.log(message)
        }
    }

    /// Handles an event of the messages.
    func handle(_ event: Outbox.Event) {
        noteWork()
        for action in state.outbox.handle(event) { run(action) }
    }

    private func run(_ action: Outbox.Action) {
        switch action {
        case .deliver(let id):
            GLibActor.thread.task { @GLibActor [self] in
                handle(.answered(id: id, await deliver(id)))
            }
        case .finish(let id): storing { try store.finish(id) }
        case .startTimer(let milliseconds): after(milliseconds) { $0.handle(.timer) }
        case .log(let message): PushProgram.log(message)
        }
    }

    private func deliver(_ id: Int64) async -> DeliveryOutcome {
        do throws(RequestError) {
            guard let message = try store.message(id) else { return .accepted }
            let outcome = await receiver.deliver(
                payload: message.payload,
                app: message.app,
                messageID: message.key,
                isConfined: message.isConfined
            )
            PushCrashPoint.reached(.delivered)
            return outcome
        } catch {
            return .later(error.message)
        }
    }

    /// What cannot be written is in the log; the program goes on with what it knows.
    private func storing(_ work: () throws -> Void) {
        do { try work() } catch { PushProgram.log("\(error)") }
    }

    private func after(
        _ milliseconds: UInt32,
        _ action: @escaping @GLibActor @Sendable (PushHandler) -> Void
    ) {
        GLibActor.thread.after(milliseconds: milliseconds) {
            GLibActor.assumeIsolated { action(self) }
        }
    }

    // MARK: - Idle time

    /// Whether no call and no message waits for anything.
    var isIdle: Bool {
        state.connector.isIdle && state.outbox.isEmpty && state.calls.isEmpty
    }

    private func noteWork() {
        guard let milliseconds = state.idle.note() else { return }
        after(milliseconds) { $0.idleTimeIsOver() }
    }

    private func idleTimeIsOver() {
        switch state.idle.end(isIdle: isIdle) {
        case .idle:
            // In case the end is called off.
            noteWork()
            onIdle()
        case .wait(let milliseconds): after(milliseconds) { $0.idleTimeIsOver() }
        }
    }

    /// Returns a new token: a random UUID (RFC 9562, version 4), as the specification suggests.
    private static func token() throws(CryptoFailure) -> String {
        var bytes = try MessageCipher.randomBytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }
        let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
        return groups.map { digits[$0].joined() }.joined(separator: "-")
    }
}

/// Whether there has been nothing to do for a while, with one timer at a time.
struct IdleCounter {
    /// What to do at the end of the time.
    enum End: Equatable {
        case idle
        /// Look again after these milliseconds.
        case wait(UInt32)
    }

    private let milliseconds: UInt32
    private var hasTimer = false
    private var hasWorked = false

    /// Makes one for a time.
    init(milliseconds: UInt32) {
        self.milliseconds = milliseconds
    }

    /// Notes that there is something to do.
    ///
    /// - Returns: the milliseconds after which to look; `nil` if a timer runs.
    mutating func note() -> UInt32? {
        hasWorked = true
        guard !hasTimer else { return nil }
        hasTimer = true
        return milliseconds
    }

    /// Handles the end of the time.
    mutating func end(isIdle: Bool) -> End {
        defer { hasWorked = false }
        if isIdle, !hasWorked {
            hasTimer = false
            return .idle
        }
        return .wait(milliseconds)
    }
}
