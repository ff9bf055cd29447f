import AgentInterface

/// The responses that wait for an unlocked session.
///
/// A state machine without side effects. Each response is removed from the store after it was carried out.
/// After a crash in between it is carried out again, because twice is better than never. If only the removal
/// failed, only the removal is retried. A check of the session while another one is in progress returns at
/// once, and the first one checks again.
struct HeldResponses: Sendable {
    /// An event of the responses.
    enum Event: Sendable {
        /// The session may be unlocked.
        case look
        /// The session is locked, no response is held, or the store cannot be read.
        case nothingToDo
        /// The session is unlocked; with the held responses, oldest first.
        case unlocked([HeldResponse])
        /// A response was carried out; with the message to its app.
        case acted(Int64, leaving: AppResponse?, activationToken: String?)
        /// A response was removed from the store.
        case removed(Int64)
        /// A response could not be carried out or removed.
        case failed
    }

    /// A step to carry out after an event.
    enum Action: Sendable {
        /// Check whether responses are held and the session is unlocked.
        case checkSession
        /// Carry out a response.
        case act(HeldResponse, activationToken: String?)
        /// Remove a response, and store the message to its app.
        case remove(Int64, leaving: AppResponse?, activationToken: String?)
        /// Retry later, because the store failed.
        case retryLater
    }

    /// The desktop's activation tokens of the responses that wait.
    private var activationTokens: [Int64: String] = [:]
    /// The responses that were carried out and are still in the store, with the messages to their apps.
    private var acted: [Int64: AppResponse?] = [:]
    /// The remaining responses of this round.
    private var remaining: ArraySlice<HeldResponse> = []
    private var isRunning = false
    private var mustLookAgain = false

    /// Keeps the activation token of a response that is in the store from now on; `look` is the next event.
    mutating func hold(_ id: Int64, activationToken: String?) {
        activationTokens[id] = activationToken
    }

    /// Handles an event.
    ///
    /// - Returns: the steps to carry out, in order.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
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

    /// Continues or ends this round.
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
