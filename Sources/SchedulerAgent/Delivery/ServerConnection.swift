/// What is known of the notification server, and who waits for it.
///
/// A state machine: it calls nobody. `docs/architecture.md` has its diagram.
struct ServerConnection: Sendable {
    /// Where the agent stands with the server.
    enum State: Equatable, Sendable {
        /// None runs.
        case absent
        /// One runs and has not said yet what it can do.
        case meeting(owner: String)
        /// One runs and answers.
        case ready(owner: String)
        /// One runs and let a call time out; nothing is sent until it answers.
        case hanging(owner: String)
    }

    /// What happens to the server, or is wanted of it.
    enum Event: Sendable {
        /// Another program owns the name now, or none does.
        case ownerChanged(String?)
        /// A server has said what it can do.
        case capabilitiesCame(owner: String)
        /// A server let a call time out.
        case callTimedOut(owner: String)
        /// A server answered a call that had timed out.
        case answered(owner: String)
        /// Something waits to be shown.
        case bubbleWaits
        /// A caller waits until it is known whether there is a server, and what it can do.
        case callerWaits(@Sendable () -> Void)
        /// The time is over that callers wait.
        case graceEnded
        /// The bus could not start a server.
        case startFailed
    }

    /// What has to be done after an event, in order.
    enum Action: Sendable {
        /// Note that from now on something can be shown, after a time without a server.
        case noteAvailable
        /// Forget what counts with one server alone: numbers of bubbles and the pace.
        case forgetBubbles
        /// Move on what a server that has gone showed or may have shown.
        case releaseBubbles(owner: String)
        /// Ask a server what it can do, without a deadline; the answer is an event.
        case askForCapabilities(owner: String)
        /// Show again what an earlier run showed, where the server needs that.
        case reclaimBubbles
        /// Ask the bus to start a server.
        case start
        /// Answer callers that waited.
        case answer([@Sendable () -> Void])
        /// Have the time of callers end after ``SchedulerLimits/serverTime``.
        case limitGrace
        /// Look at the questions for permission that wait.
        case showQuestions
        /// Show what is due.
        case deliver
        /// Log that the server hangs.
        case reportHang
        /// Log that there is no server.
        case reportAbsence
    }

    /// How many callers may wait; more are answered at once.
    static let maxCallers = 1_000
    /// How many servers that went are known; an answer of one of them comes soon or never.
    static let maxGoneOwners = 256

    private(set) var state = State.absent
    /// Whether the bus may be asked to start a server: once until one comes or goes, since one that cannot
    /// start is not tried at every request.
    private(set) var mayStart = true
    /// The servers that went last; a unique name is given once.
    private(set) var goneOwners: [String] = []
    private var callers: [@Sendable () -> Void] = []

    /// The unique name of the server that runs; `nil` if none does.
    var owner: String? {
        switch state {
        case .absent: nil
        case .meeting(let owner), .ready(let owner), .hanging(let owner): owner
        }
    }

    /// Whether one runs.
    var isPresent: Bool { state != .absent }

    /// Whether it can be sent something now.
    var isReady: Bool { if case .ready = state { true } else { false } }

    /// Whether a server is known to run no more; one that is not known may have come meanwhile.
    func hasGone(_ owner: String) -> Bool {
        owner != self.owner && (owner.isEmpty || goneOwners.contains(owner))
    }

    /// Moves to the state after an event.
    ///
    /// - Returns: what has to be done, in order.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .ownerChanged(let owner): return change(to: owner)
        case .capabilitiesCame(let owner):
            return owner == self.owner ? become(readyFor: owner) : []
        case .callTimedOut(let owner):
            guard owner == self.owner else { return [] }
            state = .hanging(owner: owner)
            return [.reportHang, .askForCapabilities(owner: owner)]
        case .answered(let owner):
            return state == .hanging(owner: owner) ? become(readyFor: owner) : []
        case .bubbleWaits: return startOnce()
        case .callerWaits(let caller): return add(caller)
        case .graceEnded: return [.answer(takeCallers())]
        // The questions that wait are answered then.
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
        // A start that is under way is another caller's, or was in vain.
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
