/// The state of the notification server, and the callers that wait for it.
///
/// A state machine without side effects, which follows the owner of `org.freedesktop.Notifications`. An answer or a
/// timeout of another owner than the current one changes nothing.
///
/// | state | event | next state | what is done |
/// |---|---|---|---|
/// | absent | a server comes | meeting | forget numbers of bubbles and the pace; note that one is there; ask it what it can do |
/// | absent | a bubble or a caller waits, the first time | absent | ask the bus to start a server |
/// | any | a start that was asked for fails | as before | answer callers; deny the questions for permission that wait |
/// | meeting, hanging | capabilities come | ready | reclaim bubbles of an earlier run; answer callers; show questions; deliver |
/// | meeting, ready | a call times out | hanging | log it; ask again what it can do, without a deadline |
/// | hanging | the late answer to a bubble comes | ready | as for capabilities |
/// | meeting, ready, hanging | another server comes | meeting | release the bubbles of the one that went; ask the new one |
/// | meeting, ready, hanging | the server goes | absent | release its bubbles; answer callers; deny questions |
/// | absent, meeting | 2 s pass for a caller | as before | answer callers |
struct ServerConnection: Sendable {
    /// The state of the server.
    enum State: Equatable, Sendable {
        /// No server runs.
        case absent
        /// A server runs and has not reported its capabilities yet.
        case meeting(owner: String)
        /// A server runs and answers.
        case ready(owner: String)
        /// A call to the server timed out; nothing is sent until it answers.
        case hanging(owner: String)
    }

    /// What happened to the server, or who waits for it.
    enum Event: Sendable {
        /// The owner of the server's name changed; `nil` if there is none.
        case ownerChanged(String?)
        /// A server has reported its capabilities.
        case capabilitiesCame(owner: String)
        /// A server answered a call that had timed out.
        case answered(owner: String)
        /// A call to a server timed out.
        case callTimedOut(owner: String)
        /// The bus could not start a server.
        case startFailed
        /// A notification waits to be shown.
        case bubbleWaits
        /// A caller waits until it is known whether a server runs and what its capabilities are.
        case callerWaits(@Sendable () -> Void)
        /// The grace period of callers has ended.
        case graceEnded
    }

    /// A step to carry out after an event.
    enum Action: Sendable {
        /// Move the deliveries of an exited server to their next state.
        case releaseBubbles(owner: String)
        /// Show the bubbles of an earlier run again, if the server requires that.
        case reclaimBubbles
        /// Record that notifications can be shown again.
        case noteAvailable
        /// Forget the state that belongs to one server: bubble numbers and pace.
        case forgetBubbles
        /// Ask a server for its capabilities, without a timeout; the answer is an event.
        case askForCapabilities(owner: String)
        /// Ask the bus to start a server.
        case start
        /// Answer the callers that waited.
        case answer([@Sendable () -> Void])
        /// End the grace period of callers after ``AgentLimits/serverTime``.
        case limitGrace
        /// Show the questions for permission that wait.
        case showQuestions
        /// Show due notifications.
        case deliver
        /// Log that the server does not answer.
        case reportHang
        /// Log that there is no server.
        case reportAbsence
    }

    /// The maximum number of callers that wait; further callers are answered at once.
    static let maxCallers = 1_000
    /// The maximum number of exited servers to remember; a late answer of one comes soon or never.
    static let maxGoneOwners = 256

    private(set) var state = State.absent
    /// Whether the bus may be asked to start a server.
    ///
    /// It is asked once until a server appears or exits, so that a server that cannot start is not tried at
    /// every request.
    private(set) var mayStart = true
    /// The last exited servers; unique names are never reused.
    private(set) var goneOwners: [String] = []
    private var callers: [@Sendable () -> Void] = []

    /// The unique name of the current server; `nil` if none runs.
    var owner: String? {
        switch state {
        case .absent: nil
        case .meeting(let owner), .ready(let owner), .hanging(let owner): owner
        }
    }

    /// Whether a server runs.
    var isPresent: Bool { state != .absent }

    /// Whether calls can be sent to it now.
    var isReady: Bool { if case .ready = state { true } else { false } }

    /// Whether a server runs that does not answer.
    var isHanging: Bool { if case .hanging = state { true } else { false } }

    /// Whether a server is known to have exited.
    ///
    /// An unknown server may have just appeared.
    func hasGone(_ owner: String) -> Bool {
        owner != self.owner && (owner.isEmpty || goneOwners.contains(owner))
    }

    /// Handles an event.
    ///
    /// - Returns: the steps to carry out, in order.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .ownerChanged(let owner): return change(to: owner)
        case .capabilitiesCame(let owner):
            return owner == self.owner ? become(readyFor: owner) : []
        case .answered(let owner):
            return state == .hanging(owner: owner) ? become(readyFor: owner) : []
        case .callTimedOut(let owner):
            guard owner == self.owner else { return [] }
            state = .hanging(owner: owner)
            return [.reportHang, .askForCapabilities(owner: owner)]
        case .bubbleWaits: return startOnce()
        case .callerWaits(let caller): return add(caller)
        case .graceEnded: return [.answer(takeCallers())]
        // Callers that wait for permission get an answer then.
        case .startFailed: return [.reportAbsence, .answer(takeCallers()), .showQuestions]
        }
    }

    private mutating func change(to owner: String?) -> [Action] {
        let earlier = self.owner
        guard earlier != owner else { return [] }
        mayStart = true
        state = owner.map { .meeting(owner: $0) } ?? .absent
        var actions: [Action] = earlier == nil ? [.noteAvailable] : []
        actions.append(.forgetBubbles)
        if let earlier {
            goneOwners = goneOwners.suffix(Self.maxGoneOwners - 1) + [earlier]
            actions.append(.releaseBubbles(owner: earlier))
        }
        if let owner {
            actions.append(.askForCapabilities(owner: owner))
        } else {
            actions += [.answer(takeCallers()), .showQuestions]
        }
        return actions
    }

    private mutating func become(readyFor owner: String) -> [Action] {
        state = .ready(owner: owner)
        return [.reclaimBubbles, .answer(takeCallers()), .showQuestions, .deliver]
    }

    private mutating func startOnce() -> [Action] {
        guard state == .absent, mayStart else { return [] }
        mayStart = false
        return [.start]
    }

    private mutating func add(_ caller: @escaping @Sendable () -> Void) -> [Action] {
        guard callers.count < Self.maxCallers else { return [.answer([caller])] }
        switch state {
        case .ready, .hanging: return [.answer([caller])]
        // Another caller has already asked for a start, or the start failed.
        case .absent where !mayStart: return [.answer([caller])]
        case .absent, .meeting: break
        }
        callers.append(caller)
        return startOnce() + (callers.count == 1 ? [.limitGrace] : [])
    }

    private mutating func takeCallers() -> [@Sendable () -> Void] {
        defer { callers = [] }
        return callers
    }
}
