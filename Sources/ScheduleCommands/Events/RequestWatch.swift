import AgentInterface
import GLibBridge
import NotifyCore

/// Receives the events of requests, also across restarts of the agent.
struct RequestWatch {
    /// What ended a wait.
    enum Step {
        /// Something happened to a request.
        case event(RequestEvent)
        /// The agent has left the bus; there are no events until it returns.
        case agentLeft
        /// The agent has returned and reports events again; those in between are lost.
        case agentReturned
        /// A signal asks the program to end.
        case interrupted(Int32)
        /// The reader of the output has closed it.
        case outputClosed
        /// The connection to the bus was closed.
        case busClosed
        /// The deadline has passed.
        case timedOut
    }

    /// When the watch was started.
    let start = Instant(microseconds: ClockTimer.Clock.realTime.now)
    private let client: AgentClient
    private let inbox: any MessageInbox
    private var filter: (app: String?, identifier: String?)
    private var owner: String?
    /// The call that subscribes at the agent, until its reply is read.
    private var subscribing: AgentClient.PendingWatch?

    /// Subscribes to the events of what is called from now on; starts an agent if none is running.
    ///
    /// ``next(until:)`` or ``begun()`` throw if that is not allowed, so that nothing waits for two replies.
    ///
    /// - Parameters:
    ///   - app: whose requests; `nil` for all.
    ///   - unixSignals: signals that become steps instead of ending the program.
    ///   - isAlone: whether the client is used by this thread alone, which needs no loop then.
    /// - Throws: ``AgentInterface/AgentUnreachable`` if no bus answers.
    init(
        client: AgentClient,
        app: String?,
        unixSignals: [Int32] = [],
        output: Int32? = nil,
        isAlone: Bool = false
    ) throws(AgentUnreachable) {
        self.client = client
        filter = (app, nil)
        if isAlone, unixSignals.isEmpty, output == nil {
            inbox = try client.inbox
        } else {
            inbox = BusInbox(
                connection: try client.connection,
                source: AgentNames.destination,
                unixSignals: unixSignals,
                output: output
            )
        }
        subscribing = try client.beginWatch(app: app)
    }

    /// Waits until the agent has confirmed the subscription.
    ///
    /// - Returns: whether all events since the start of the watch are received; `false` if the agent was started
    ///   for this.
    @discardableResult
    mutating func begun() throws -> Bool {
        guard let subscribing else { return true }
        self.subscribing = nil
        owner = try client.finish(subscribing)
        guard owner == nil else { return true }
        try client.watch(app: filter.app, identifier: filter.identifier)
        owner = client.agentName
        return false
    }

    /// Receives the events of one request only from now on, which saves work on both sides.
    mutating func narrow(to key: RequestKey) {
        filter = (key.appID, key.identifier)
        try? client.watch(app: key.appID, identifier: key.identifier)
    }

    /// Waits for the next step.
    ///
    /// - Parameter end: the deadline; `nil` for none.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentInterface/AgentUnreachable`` if the subscription fails.
    mutating func next(until end: ContinuousClock.Instant? = nil) throws -> Step {
        guard try begun() else { return .agentReturned }
        while true {
            let left = end.map { Self.milliseconds(until: $0) }
            switch inbox.next(within: left) {
            case nil: return .timedOut
            case .unixSignal(let signal): return .interrupted(signal)
            case .outputClosed: return .outputClosed
            case .busClosed: return .busClosed
            case .signal(let signal) where signal.name == "Happened" && signal.sender == owner:
                return .event(try RequestEvent(record: signal.parameters[0]))
            case .signal: continue
            case .ownerChanged(let name):
                guard name != owner else { continue }
                owner = name
                guard name != nil else { return .agentLeft }
                try client.watch(app: filter.app, identifier: filter.identifier)
                return .agentReturned
            }
        }
    }

    /// Returns the time that is left, at least a millisecond.
    static func milliseconds(until end: ContinuousClock.Instant) -> Int {
        let left = (end - .now).components
        let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
        // Rounded up, because the loop would spin during the last millisecond.
        return Int(clamping: max(0, milliseconds) + 1)
    }
}
