import AgentInterface
import GLibBridge
import NotifyCore

/// Hears what happens to requests, also across restarts of the agent.
struct RequestWatch {
    /// What has come.
    enum Step {
        /// Something happened to a request.
        case event(RequestEvent)
        /// The agent has left the bus; nothing comes until it is back.
        case agentLeft
        /// The agent is back, and tells again what happens; what happened meanwhile was missed.
        case agentReturned
        /// The user or the system wants the program to end.
        case interrupted(Int32)
        /// Nobody reads what is printed any more.
        case outputClosed
        /// The bus went away.
        case busClosed
        /// The time is over.
        case timedOut
    }

    /// Since when it hears.
    let start = Instant(microseconds: ClockTimer.Clock.realTime.now)
    private let client: AgentClient
    private let inbox: BusInbox
    private var wish: (app: String?, identifier: String?)
    private var owner: String?
    /// What asked the agent to tell, until its answer was looked at.
    private var beginning: BusCallUnderWay?

    /// Starts to hear of all that is called for from now on; an agent is started where none runs.
    ///
    /// Whether it may hear shows in ``next(until:)`` or ``begun()``, so that nobody waits for two answers.
    ///
    /// - Parameters:
    ///   - client: the agent.
    ///   - app: to whose requests; `nil` for all.
    ///   - unixSignals: come as steps and end the program no longer.
    ///   - output: a descriptor whose end is a step.
    init(
        client: AgentClient,
        app: String?,
        unixSignals: [Int32] = [],
        output: Int32? = nil
    ) {
        self.client = client
        wish = (app, nil)
        inbox = BusInbox(
            connection: client.connection,
            source: AgentNames.destination,
            unixSignals: unixSignals,
            output: output
        )
        beginning = client.beginWatch(app: app)
    }

    /// Waits until the agent has said that it tells what happens.
    ///
    /// - Returns: whether it has told all that was called for since; else it had to be started for this.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentInterface/AgentUnreachable``.
    @discardableResult
    mutating func begun() throws -> Bool {
        guard let beginning else { return true }
        self.beginning = nil
        owner = try client.finish(beginning)
        guard owner == nil else { return true }
        try client.watch(app: wish.app, identifier: wish.identifier)
        owner = client.connection.nameOwner(AgentNames.bus)
        return false
    }

    /// Hears of one request alone from now on, which spares the agent and this program work.
    mutating func narrow(to key: RequestKey) {
        wish = (key.appID, key.identifier)
        try? client.watch(app: key.appID, identifier: key.identifier)
    }

    /// Waits for the next step.
    ///
    /// - Parameter end: until when; `nil` for as long as it takes.
    /// - Returns: the step.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentInterface/AgentUnreachable`` where the agent cannot be heard.
    mutating func next(until end: ContinuousClock.Instant? = nil) throws -> Step {
        guard try begun() else { return .agentReturned }
        while true {
            let left = end.map { Self.milliseconds(until: $0) }
            switch inbox.next(within: left) {
            case nil: return .timedOut
            case .unixSignal(let signal): return .interrupted(signal)
            case .outputClosed: return .outputClosed
            case .busClosed: return .busClosed
            case .signal(let signal) where signal.name == "Happened":
                return .event(try RequestEvent(record: signal.parameters[0]))
            case .signal: continue
            case .ownerChanged(let name):
                guard name != owner else { continue }
                owner = name
                guard name != nil else { return .agentLeft }
                try client.watch(app: wish.app, identifier: wish.identifier)
                return .agentReturned
            }
        }
    }

    private static func milliseconds(until end: ContinuousClock.Instant) -> Int {
        let left = (end - .now).components
        let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
        // Rounded up: it would turn round and round in the last millisecond.
        return Int(clamping: max(0, milliseconds) + 1)
    }
}
