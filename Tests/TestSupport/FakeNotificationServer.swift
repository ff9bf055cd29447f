package import GLibBridge
package import NotificationServer

/// A notification server that records every call and does what a test tells it to.
@GLibActor
package final class FakeNotificationServer {
    /// A call with the id that the double has for it.
    package struct Received: Sendable, Equatable {
        /// The whole call.
        package let call: NotifyCall
        /// The id that it got, or gets once ``FakeNotificationServer/release()`` is called; 0 for an error.
        package let id: UInt32

        /// Makes a record, to compare with.
        package init(call: NotifyCall, id: UInt32) {
            self.call = call
            self.id = id
        }
    }

    /// How calls of `Notify` are answered.
    package enum Behaviour: Sendable, Equatable {
        /// With an id, the replaced one or the next.
        case show
        /// With this id, such as the 0 of a server that suppresses the bubble.
        case answer(UInt32)
        /// With an error.
        case fail(name: String, message: String)
        /// With an id, so many milliseconds later.
        case slow(UInt32)
        /// Not until ``FakeNotificationServer/release()``; the other methods neither.
        case hang
        /// Not until ``FakeNotificationServer/release()``; the other methods are.
        case ignore
    }

    /// The order of the two signals after an action.
    package enum SignalOrder: Sendable {
        /// `ActionInvoked`, then `NotificationClosed`.
        case actionFirst
        /// `NotificationClosed`, then `ActionInvoked`.
        case closedFirst
    }

    /// The calls of `Notify` in order.
    package nonisolated let calls = Recorder<Received>()
    /// The ids that programs closed, in order.
    package nonisolated let closings = Recorder<UInt32>()
    /// How calls are answered from now on.
    package var behaviour: Behaviour
    /// What is played.
    package var profile: ServerProfile

    private let bus: PrivateBus
    private var connection: BusConnection?
    private var server: NotificationServer?
    private var withheld: [@GLibActor () -> Void] = []
    /// When each bubble was shown first, in microseconds since boot.
    private var appeared: [UInt32: Int64] = [:]
    /// How long a user needs to see a bubble, in milliseconds.
    private static let glance: Int64 = 350

    /// Starts a double on a bus.
    package init(
        on bus: PrivateBus,
        as profile: ServerProfile = .standard,
        behaviour: Behaviour = .show
    ) async throws {
        self.bus = bus
        self.profile = profile
        self.behaviour = behaviour
        try start()
    }

    /// The unique name of its connection; empty where it is gone.
    package var uniqueName: String { connection?.uniqueName ?? "" }

    /// Waits for the first few calls of `Notify`.
    package nonisolated func waitForCalls(
        _ count: Int,
        within seconds: Double = 10
    ) async throws -> [Received] {
        try await calls.first(count, seconds)
    }

    /// Waits for the next call of `Notify` after those that this gave before.
    package nonisolated func next(within seconds: Double = 10) async throws -> Received {
        try await calls.next(seconds)
    }

    /// Changes how calls are answered.
    package func setBehaviour(_ behaviour: Behaviour) {
        self.behaviour = behaviour
    }

    /// Answers all that was withheld, in order, and goes on as an ordinary server.
    package func release() {
        if behaviour == .hang || behaviour == .ignore { behaviour = .show }
        let answers = withheld
        withheld = []
        for answer in answers { answer() }
    }

    private func start() throws {
        let connection = try bus.connect()
        self.connection = connection
        server = try NotificationServer(
            on: connection,
            signalsTo: profile.audience,
            delegate: self
        )
    }
}

extension FakeNotificationServer {
    /// Chooses an action as a user does, with the signals of the profile.
    ///
    /// - Parameters:
    ///   - key: the action's key; `default` for the bubble itself.
    ///   - token: the activation token, where the profile gives one.
    package func click(
        _ id: UInt32,
        _ key: String = "default",
        token: String = "token",
        order: SignalOrder = .actionFirst
    ) {
        guard let server else { return }
        let reason = profile.reasonAfterAction
        if profile.givesToken { server.sendActivationToken(id: id, token: token) }
        switch order {
        case .actionFirst:
            server.sendActionInvoked(id: id, key: key)
            if let reason { server.sendClosed(id: id, reason: reason) }
        case .closedFirst:
            // To the sender alone it could not be sent once the id is dead.
            if let reason { server.sendClosed(id: id, reason: reason, keepingID: true) }
            server.sendActionInvoked(id: id, key: key)
            if reason != nil { server.forget(id) }
        }
    }

    /// Closes a bubble as a user does, who sees it first, or as the time does.
    package func close(_ id: UInt32, _ reason: ClosedReason = .dismissed) async {
        if reason == .dismissed, let shown = appeared[id] {
            let age = (ClockTimer.Clock.bootTime.now - shown) / 1_000
            let left = Self.glance - age
            if left > 0 { await GLibActor.thread.sleep(milliseconds: UInt32(left)) }
        }
        server?.sendClosed(id: id, reason: reason)
    }

    /// Types a reply, which leaves the bubble open.
    package func reply(_ id: UInt32, _ text: String) {
        server?.sendReplied(id: id, text: text)
    }

    /// Ends as a server does that is replaced, and starts again on another connection with ids from 1.
    package func changeOwner(to profile: ServerProfile? = nil) throws {
        stop()
        if let profile { self.profile = profile }
        try start()
    }

    /// Drops the connection without a word; callers that wait get the bus's error.
    package func crash() {
        connection?.close()
        withheld = []
        appeared = [:]
        server = nil
        connection = nil
    }

    /// Starts again after ``crash()`` or ``stop()``, also on a bus that was restarted.
    package func restart() throws {
        crash()
        try start()
    }

    /// Gives the name back and stays on the bus, as a server may that another one replaces.
    package func giveUpName() {
        connection?.releaseName(NotificationServer.name)
    }

    /// Gives the name back and leaves the bus.
    package func stop() {
        withheld = []
        appeared = [:]
        server?.stop()
        server = nil
        connection?.close()
        connection = nil
    }
}

extension FakeNotificationServer: NotificationServerDelegate {
    /// Records a call and answers it as the test wants.
    package func server(
        _ server: NotificationServer,
        show call: NotifyCall,
        reply: ServerReply<UInt32>
    ) {
        if profile.refusesWrongTypes, let name = Self.wronglyTyped(call) {
            calls.append(Received(call: call, id: 0))
            reply.fail("org.freedesktop.DBus.Error.InvalidArgs", "wrong type of \(name)")
            return
        }
        if profile.failsAtImageURIs, !call.icon.isEmpty,
            let image = call.hints.first(where: { $0.name == "image-path" })?.value.string,
            !image.hasPrefix("/")
        {
            calls.append(Received(call: call, id: 0))
            withheld.append { reply.answer(0) }
            return
        }
        switch behaviour {
        case .show:
            let id = id(for: call, server)
            calls.append(Received(call: call, id: id))
            reply.answer(id)
        case .slow(let milliseconds):
            let id = id(for: call, server)
            calls.append(Received(call: call, id: id))
            GLibActor.thread.after(milliseconds: milliseconds) {
                GLibActor.assumeIsolated { reply.answer(id) }
            }
        case .answer(let id):
            calls.append(Received(call: call, id: id))
            reply.answer(id)
        case .fail(let name, let message):
            calls.append(Received(call: call, id: 0))
            reply.fail(name, message)
        case .hang, .ignore:
            let id = id(for: call, server)
            calls.append(Received(call: call, id: id))
            withheld.append { reply.answer(id) }
        }
    }

    /// Records the call, and closes a bubble that is there.
    package func server(_ server: NotificationServer, close id: UInt32, reply: ServerReply<Void>) {
        closings.append(id)
        answerOrWithhold {
            reply.answer(())
            if server.isAlive(id) { server.sendClosed(id: id, reason: .closedByCall) }
        }
    }

    /// Tells the profile's capabilities.
    package func server(_ server: NotificationServer, capabilities reply: ServerReply<[String]>) {
        guard isReady(for: reply) else { return }
        let capabilities = profile.capabilities
        let isRefused = profile.refusedQuestions.contains(.capabilities)
        answerOrWithhold { if isRefused { Self.refuse(reply) } else { reply.answer(capabilities) } }
    }

    /// Tells the profile's identity.
    package func server(_ server: NotificationServer, identity reply: ServerReply<ServerIdentity>) {
        guard isReady(for: reply) else { return }
        let identity = profile.identity
        let isRefused = profile.refusedQuestions.contains(.identity)
        answerOrWithhold { if isRefused { Self.refuse(reply) } else { reply.answer(identity) } }
    }

    /// Answers a question that comes too early with an error.
    private func isReady(for reply: ServerReply<some Sendable>) -> Bool {
        guard profile.unreadyQuestions > 0 else { return true }
        profile.unreadyQuestions -= 1
        Self.refuse(reply)
        return false
    }

    private static let hintTypes = [
        "urgency": "y", "category": "s", "desktop-entry": "s", "value": "i", "image-path": "s",
        "transient": "b", "resident": "b", "suppress-sound": "b",
    ]

    private static func wronglyTyped(_ call: NotifyCall) -> String? {
        call.hints.first { hint in hintTypes[hint.name].map { $0 != hint.value.type } ?? false }?
            .name
    }

    private static func refuse(_ reply: ServerReply<some Sendable>) {
        reply.fail("org.freedesktop.DBus.Error.UnknownMethod", "not known here")
    }

    private func id(for call: NotifyCall, _ server: NotificationServer) -> UInt32 {
        let id =
            profile.keepsUnknownID && call.replacesID != 0 ? call.replacesID : server.id(for: call)
        if appeared[id] == nil { appeared[id] = ClockTimer.Clock.bootTime.now }
        return id
    }

    private func answerOrWithhold(_ answer: @escaping @GLibActor () -> Void) {
        if behaviour == .hang { withheld.append(answer) } else { answer() }
    }
}
