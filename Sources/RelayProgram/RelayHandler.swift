import AgentInterface
import GLibBridge
import NotifyCore
import RelayGroup
import RelayServers

/// Carries out what the group decides: between the server, the agent and the callers on the bus.
@GLibActor
final class RelayHandler {
    /// What is reported to programs on the bus.
    enum Signal: Sendable {
        case paired(PairingOutcome)
        case answered(RelayedAnswer, device: String)
        /// What was sent from here came late there, and is listed in a summary.
        case listed(RequestKey, device: String)
        /// What was sent from here was dismissed, answered or removed.
        case ended(RequestKey, device: String)
        case changed
    }

    /// The connection to the server.
    private struct Link {
        var connected: Set<String> = []
        var problem: String?
    }

    private(set) var configuration: RelayConfiguration
    private let peer: RelayPeer
    private var server: any RelayTransport
    private let agent: AgentCalls
    /// What is written to the history of what was sent from here.
    let history: RemoteHistory
    private let send: @GLibActor @Sendable (Signal) -> Void
    private var topics: [TopicPosition] = []
    private var pairing: PairingRun?
    private var link = Link()
    private var timer: ClockTimer?
    private let refusals = RefusalLog()

    /// Creates a handler.
    init(
        _ configuration: RelayConfiguration,
        _ peer: RelayPeer,
        _ server: any RelayTransport,
        _ agent: AgentCalls,
        send: @escaping @GLibActor @Sendable (Signal) -> Void
    ) {
        self.configuration = configuration
        self.peer = peer
        self.server = server
        self.agent = agent
        history = RemoteHistory(agent: agent)
        self.send = send
    }

    /// Begins to follow the group's topic, if there is a group.
    func start() throws(SystemError) {
        timer = try ClockTimer(on: .realTime) { [weak self] _ in self?.handle(.timer) }
        handle(.started)
    }

    /// Uses what relay.conf says now.
    ///
    /// - Parameter fresh: the server, if it is another one or is used in another way.
    /// - Throws: ``NotifyCore/RequestError``; nothing is changed then.
    func use(
        _ configuration: RelayConfiguration,
        _ fresh: (any RelayTransport)?
    ) throws(RequestError) {
        try peer.use(name: configuration.name, textLimit: (fresh ?? server).maxMessage)
        self.configuration = configuration
        if let fresh {
            cancelPairing()
            server.follow([]) { _ in }
            server = fresh
            link = Link()
        }
        // As after a start: the topics are followed, and what waits is published.
        handle(.started)
        send(.changed)
    }

    // MARK: - Calls

    /// What this machine knows of its group.
    var status: RelayStatus? { peer.status }

    /// Whether the connection to the group's topic stands, and why not; the latter is also set without a group.
    var connection: (isConnected: Bool, problem: String?) {
        (!topics.isEmpty && topics.allSatisfy { link.connected.contains($0.topic) }, link.problem)
    }

    private var delivery: ItemDelivery {
        ItemDelivery(
            peer: peer,
            agent: agent,
            history: history,
            refusals: refusals,
            send: send
        )
    }

    /// Sends a request to other machines; it is on the disk when this returns.
    func send(
        _ request: NotificationRequest,
        to targets: [String],
        expires: Instant?
    ) async throws(RequestError) -> [String] {
        try RemoteRequest.check(request)
        let name = try RemoteRequest.name(of: request.key)
        let content = try RemoteRequest.content(of: await marked(request), expires: expires)
        let sent = try peer.send(
            name,
            content,
            to: RelayTargets(names: targets),
            now: RelayProgram.now
        )
        run(sent.actions)
        return sent.devices.map(\.name)
    }

    /// Returns a request with its texts marked as private if the user has those of its app hidden here: another machine
    /// knows nothing of that setting.
    private func marked(_ request: NotificationRequest) async -> NotificationRequest {
        guard !request.content.isPrivate, await agent.hasPrivateTexts(request.appID) else {
            return request
        }
        var request = request
        request.content.isPrivate = true
        return request
    }

    /// Removes what was sent from all machines.
    func withdraw(_ key: RequestKey) throws(RequestError) {
        let id = RelayedID(origin: peer.keys.id, identifier: try RemoteRequest.name(of: key))
        guard peer.isOpen(id) else {
            throw RequestError(
                .notFound,
                "\(key.identifier.quoted) was not sent from here, or is removed from all machines already"
            )
        }
        run(try peer.withdraw(id, now: RelayProgram.now))
        send(.ended(key, device: delivery.name(of: peer.keys.id)))
    }

    /// Removes a machine from the group with those that are in it on its word alone.
    func forget(_ device: String) throws(RequestError) {
        run(try peer.forget(device, now: RelayProgram.now).actions)
    }

    /// Keeps machines in the group also when those that let them in are removed.
    func confirm(_ devices: [String]) throws(RequestError) {
        run(try peer.confirm(devices, now: RelayProgram.now).actions)
    }

    // MARK: - Pairing

    /// Begins to let another machine in.
    func pair() throws(RequestError) -> String {
        let member = try freshMember()
        let host = PairingHost(keys: peer.keys, host: member, now: RelayProgram.now)
        try begin(PairingRun(host, server, pairingHandlers))
        return host.code.text
    }

    /// Begins to enter the group of a machine that shows a code.
    func join(_ code: String) throws(RequestError) {
        do throws(PairingProblem) {
            let code = try PairingCode(code)
            try begin(code)
        } catch {
            throw RequestError(.invalidContent, "\(error)")
        }
    }

    private func begin(_ code: PairingCode) throws(PairingProblem) {
        do throws(RequestError) {
            // One that was removed from a group enters it again only as a new device.
            if peer.status?.isForgotten == true { run(try peer.leave()) }
            let guest = PairingGuest(
                code: code,
                keys: peer.keys,
                guest: try freshMember(),
                now: RelayProgram.now
            )
            try begin(PairingRun(guest, server, pairingHandlers))
        } catch {
            RelayProgram.log(error.message)
            throw .cancelled
        }
    }

    private func freshMember() throws(RequestError) -> Member {
        guard let member = peer.status?.device else {
            throw RequestError(.storage, "this machine has no name; set Name= in relay.conf")
        }
        return member
    }

    /// Ends an attempt to pair, if there is one.
    func cancelPairing() { pairing?.handle(.cancelled) }

    private func begin(_ run: PairingRun) throws(RequestError) {
        cancelPairing()
        pairing = run
        try run.start()
    }

    private var pairingHandlers: PairingRun.Handlers {
        PairingRun.Handlers(
            admit: { [weak self] member throws(RequestError) in
                guard let self else { throw RequestError(.storage, "notify-relay ends") }
                let admitted = try peer.admit(member, now: RelayProgram.now)
                run(admitted.actions)
                return admitted.invitation
            },
            hasRemoved: { [weak self] in self?.peer.hasRemoved($0) == true },
            join: { [weak self] invitation throws(RequestError) in
                guard let self else { throw RequestError(.storage, "notify-relay ends") }
                run(try peer.join(invitation, now: RelayProgram.now))
                // Of a topic that was followed before, the server does not report it again.
                let connected = Set(topics.map(\.topic)).intersection(link.connected)
                if !connected.isEmpty { handle(.caughtUp(topics: connected)) }
            },
            topicChanged: { [weak self] in self?.follow() },
            finished: { [weak self] outcome in
                if case .failed(.removed) = outcome {
                    self?.perform { () throws(RequestError) in try self?.peer.leave() ?? [] }
                }
                self?.send(.paired(outcome))
                self?.send(.changed)
            }
        )
    }

    // MARK: - The group

    /// Handles an event of the group.
    func handle(_ event: RelayEvent) {
        perform { () throws(RequestError) in try peer.handle(event, now: RelayProgram.now) }
    }

    private func perform(_ work: () throws(RequestError) -> [RelayAction]) {
        do throws(RequestError) {
            run(try work())
        } catch {
            RelayProgram.log(error.message)
        }
    }

    private func run(_ actions: [RelayAction]) {
        for action in actions { run(action) }
        if let wake = peer.nextWake {
            timer?.arm(at: wake.microseconds)
        } else {
            timer?.disarm()
        }
    }

    private func run(_ action: RelayAction) {
        switch action {
        case .follow(let positions):
            topics = positions
            follow()
        case .publish(let publication): publish(publication)
        case .deliver(let item):
            GLibActor.thread.task { @GLibActor [self] in
                finish(await delivery.deliver(item), [item])
            }
        case .summarize(let items):
            GLibActor.thread.task { @GLibActor [self] in
                finish(await delivery.summarize(items), items)
            }
        case .changed: send(.changed)
        case .removed(let names, let remover):
            GLibActor.thread.task { @GLibActor [self] in
                await delivery.tell(removed: names, by: remover)
            }
        case .log(let message): RelayProgram.log(message)
        }
    }

    private func publish(_ publication: Publication) {
        GLibActor.thread.task { @GLibActor [self] in
            do throws(RelayError) {
                try await server.publish(
                    TopicPost(topic: publication.topic, text: publication.text)
                )
                handle(.published(publication.id))
            } catch {
                handle(.unpublished(publication.id, reason: error.message))
            }
        }
    }

    // MARK: - The server

    private func follow() {
        var all = topics.map { FollowedTopic($0.topic, since: $0.since) }
        if let meeting = pairing?.topic { all.append(FollowedTopic(meeting)) }
        link.connected.formIntersection(all.map(\.name))
        server.follow(all) { [weak self] in self?.receive($0) }
    }

    private func receive(_ event: TransportEvent) {
        switch event {
        case .message(let message):
            if message.topic == pairing?.topic {
                pairing?.handle(.received(message.text))
            } else {
                handle(
                    .received(topic: message.topic, serverID: message.id, text: message.text)
                )
            }
        case .caughtUp(let topic):
            link.connected.insert(topic)
            link.problem = nil
            if topic == pairing?.topic {
                pairing?.handle(.caughtUp)
            } else {
                handle(.caughtUp(topics: [topic]))
            }
            send(.changed)
        case .disconnected(let topic, let error, _):
            link.connected.remove(topic)
            if link.problem != error.message { RelayProgram.log(error.message) }
            link.problem = error.message
            // Of the older topics, no return is waited for; the last one is the group's current one.
            if topic == topics.last?.topic { handle(.disconnected) }
            send(.changed)
        }
    }

    // MARK: - The agent

    private func finish(_ result: ItemDelivery.Result, _ items: [InboxItem]) {
        switch result {
        case .handled: for item in items { handle(.handled(item: item.number)) }
        case .summarized(let listed):
            handle(.summarized(items: listed))
            for item in items where !listed.contains(item.number) {
                handle(.handled(item: item.number))
            }
        case .later(let reason):
            RelayProgram.log("a notification waits: \(reason)")
            for item in items { handle(.postponed(item: item.number)) }
        }
    }

    /// Handles what happened to a request of this machine.
    func handle(_ event: RequestEvent) {
        switch event.event {
        case "delivered":
            guard configuration.mirror.includes(event.key.appID),
                event.key.appID != RelayClient.app, event.key.appID != InboxMessage.app,
                !event.key.isSummary
            else { return }
            GLibActor.thread.task { @GLibActor [self] in await mirror(event.key) }
        case _ where AgentCalls.ends.contains(event.event):
            GLibActor.thread.task { @GLibActor [self] in await end(event) }
        default: break
        }
    }

    private func mirror(_ key: RequestKey) async {
        guard var request = await agent.find(key)?.request else { return }
        request.trigger = .immediate
        request.options = ScheduleOptions()
        let shown = await marked(request)
        perform { () throws(RequestError) in
            // Without another machine there is nobody to see it.
            guard peer.status?.others.isEmpty == false else { return [] }
            return try peer.send(
                try RemoteRequest.name(of: key),
                try RemoteRequest.content(of: shown),
                to: .all,
                now: RelayProgram.now
            ).actions
        }
    }

    private func end(_ event: RequestEvent) async {
        let isForeign = event.key.appID == RelayClient.app
        if isForeign, let introduction = Introduction(identifier: event.key.identifier) {
            return answer(introduction, event.action)
        }
        guard let id = id(of: event.key) else { return }
        if isForeign, event.event == "responded", let action = event.action {
            var answer = RelayedAnswer(id: id, action: action, text: event.userText)
            answer.actionTitle = event.actionTitle
            perform { () throws(RequestError) in try peer.answer(answer, now: RelayProgram.now) }
        }
        guard configuration.dismisses else { return }
        // One that repeats is dismissed for this time alone.
        if event.event != "removed", await agent.find(event.key)?.isPending == true { return }
        perform { () throws(RequestError) in try peer.withdraw(id, now: RelayProgram.now) }
    }

    /// Handles what the user said of machines that another one let in.
    private func answer(_ introduction: Introduction, _ action: String?) {
        let known = introduction.devices.filter { peer.name(of: $0) != nil }
        guard !known.isEmpty else { return }
        switch action {
        case Introduction.keep:
            perform { () throws(RequestError) in
                try peer.confirm(known.map { "\($0)" }, now: RelayProgram.now).actions
            }
        case Introduction.remove:
            // One may go with another one.
            for device in known where peer.name(of: device) != nil {
                perform { () throws(RequestError) in
                    try peer.forget("\(device)", now: RelayProgram.now).actions
                }
            }
        default: break
        }
    }

    /// Returns the notification of the group that a request here is; `nil` for none.
    private func id(of key: RequestKey) -> RelayedID? {
        guard key.appID == RelayClient.app else {
            return (try? RemoteRequest.name(of: key)).map {
                RelayedID(origin: peer.keys.id, identifier: $0)
            }
        }
        return RemoteRequest.id(of: key.identifier)
    }

    /// Handles what ended while this program did not run.
    private func endMissed() async {
        guard configuration.dismisses else { return }
        for event in await agent.ends() {
            // What was only sent from here is not shown here: an end is that of an earlier one of that name.
            let app = event.key.appID
            guard app == RelayClient.app || configuration.mirror.includes(app),
                let id = id(of: event.key), peer.isOpen(id),
                await agent.find(event.key)?.isPending != true
            else { continue }
            await end(event)
        }
    }

    /// Handles that an agent has started.
    func agentStarted() async {
        if case .later(let reason) = await agent.watch() {
            RelayProgram.log("the agent does not report what happens: \(reason)")
        }
        handle(.agentStarted)
        await endMissed()
    }
}
