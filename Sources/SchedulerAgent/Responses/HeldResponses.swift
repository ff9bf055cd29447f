import AgentInterface

/// What waits for an unlocked session, while it is acted on.
///
/// A state machine: it calls nobody. The responses are in the store, which loses each once it was acted on;
/// after a crash in between it is done again, for twice is better than never. Where removing alone failed, that
/// alone is tried again. A look at the session while another one is under way ends at once: the first looks
/// again.
struct HeldResponses: Sendable {
    /// What happens to the responses.
    enum Event: Sendable {
        /// A response is in the store from now on.
        case held(Int64, activationToken: String?)
        /// The session may be unlocked.
        case look
        /// The session is locked, nothing is held, or the store does not say.
        case nothingToDo
        /// The session is unlocked; with all that is held, oldest first.
        case unlocked([HeldResponse])
        /// One was acted on; with what its app has to hear of it.
        case acted(Int64, leaving: AppResponse?, activationToken: String?)
        /// One is in the store no longer.
        case removed(Int64)
        /// One could not be acted on, or not be removed.
        case failed
    }

    /// What has to be done after an event, in order.
    enum Action: Sendable {
        /// Send the event `look`, without waiting for what follows from it.
        case lookSoon
        /// Find out whether something is held and the session is unlocked.
        case checkSession
        /// Do what a response asks for.
        case act(HeldResponse, activationToken: String?)
        /// Remove a response, and keep what its app has to hear of it.
        case remove(Int64, leaving: AppResponse?, activationToken: String?)
        /// Look again after a while: the store failed.
        case retryLater
    }

    /// The desktop's activation tokens, for what was not acted on.
    private var activationTokens: [Int64: String] = [:]
    /// What was acted on and is in the store still, with what its app has to hear of it.
    private var acted: [Int64: AppResponse?] = [:]
    /// What this round has still to do.
    private var remaining: ArraySlice<HeldResponse> = []
    private var isRunning = false
    private var mustLookAgain = false

    /// Moves on after an event.
    ///
    /// - Returns: what has to be done, in order.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .held(let id, let activationToken):
            activationTokens[id] = activationToken
            return [.lookSoon]
        case .look:
            mustLookAgain = isRunning
            guard !isRunning else { return [] }
            isRunning = true
            return [.checkSession]
        case .nothingToDo:
            return goOn()
        case .unlocked(let responses):
            remaining = responses[...]
            return goOn()
        case .acted(let id, let response, let activationToken):
            acted.updateValue(response, forKey: id)
            return [.remove(id, leaving: response, activationToken: activationToken)]
        case .removed(let id):
            acted.removeValue(forKey: id)
            return goOn()
        case .failed:
            return [.retryLater] + goOn()
        }
    }

    /// Goes on with what is left of this round, or ends it.
    private mutating func goOn() -> [Action] {
        if let next = remaining.popFirst() {
            let activationToken = activationTokens.removeValue(forKey: next.id)
            guard let response = acted[next.id] else {
                return [.act(next, activationToken: activationToken)]
            }
            return [.remove(next.id, leaving: response, activationToken: activationToken)]
        }
        isRunning = mustLookAgain
        mustLookAgain = false
        return isRunning ? [.checkSession] : []
    }
}
