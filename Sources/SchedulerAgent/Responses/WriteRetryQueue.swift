import NotifyCore

/// The acts of the user that could not be stored yet, in order, and the retries.
///
/// A state machine without side effects. A run while another one is in progress returns at once; the first run
/// also writes acts that are added.
struct WriteRetryQueue: Sendable {
    /// An act of the user.
    struct Act: Sendable {
        /// The target of the act.
        enum Target: Sendable {
            /// A bubble whose delivery could not be looked up.
            case bubble(BubbleKey)
            /// A delivery in the list.
            case delivery(Int64)
            /// A replaced delivery, with the effects on it.
            case replaced(Delivery, id: Int64, [DeliveryEffect])
        }

        let event: DeliveryEvent
        let target: Target
        /// The desktop's activation token.
        let activationToken: String?
    }

    /// An event while failed writes are retried.
    enum Event: Sendable {
        /// The time for a retry has come.
        case retry
        /// The first act is stored, or can never be.
        case done
        /// The first act could not be stored again.
        case failedAgain
    }

    /// A step to carry out after an event.
    enum Action: Sendable {
        /// Carry out a step that follows a failure of the store.
        case wait(Wait)
        /// Store an act and carry out its actions; `done` or `failedAgain` is the next event.
        case write(Act)
        /// Show the deliveries that the acts have queued.
        case deliver
        /// Retry the writes that are kept elsewhere.
        case retryOthers
    }

    /// A step to carry out after a failure of the store.
    enum Wait: Sendable {
        /// Send the event `retry` later.
        case retryLater
        /// Log that an act is lost.
        case reportLoss
    }

    /// The maximum number of acts.
    ///
    /// Later ones are lost, because only the first act on a bubble counts.
    static let maxActs = 64

    private var acts: [Act] = []
    private var isWriting = false
    /// Whether a retry is scheduled.
    private var isRetrying = false

    /// The attachment folders of replaced deliveries.
    var attachmentFolders: [String] {
        acts.compactMap { act in
            guard case .replaced(let delivery, _, _) = act.target else { return nil }
            return delivery.request.attachmentFolder
        }
    }

    /// Whether an act on a delivery waits.
    func hasAct(on id: Int64) -> Bool {
        acts.contains { act in
            if case .delivery(id) = act.target { true } else { false }
        }
    }

    /// Returns the delivery that a bubble shows if only this queue knows it.
    func delivery(shownBy bubble: BubbleKey) -> Int64? {
        acts.lazy.compactMap { act in
            guard case .delivery(let id) = act.target, act.event == .shown(bubble) else {
                return nil
            }
            return id
        }.first
    }

    /// Keeps an act that the store could not take.
    ///
    /// - Returns: the steps to carry out, in order.
    mutating func keep(_ act: Act) -> [Wait] {
        guard acts.count < Self.maxActs else { return [.reportLoss] + retryOnce() }
        acts.append(act)
        return retryOnce()
    }

    /// Notes that the store could not take something else, which is kept elsewhere.
    ///
    /// - Returns: the steps to carry out, in order.
    mutating func storeFailed() -> [Wait] { retryOnce() }

    /// Handles an event.
    ///
    /// - Returns: the steps to carry out, in order.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .retry:
            isRetrying = false
            guard !isWriting else { return [.retryOthers] }
            isWriting = true
            return writeFirst()
        case .done:
            acts.removeFirst()
            return writeFirst()
        case .failedAgain:
            isWriting = false
            return retryOnce().map { .wait($0) } + [.retryOthers]
        }
    }

    private mutating func writeFirst() -> [Action] {
        if let act = acts.first { return [.write(act)] }
        isWriting = false
        return [.deliver, .retryOthers]
    }

    private mutating func retryOnce() -> [Wait] {
        guard !isRetrying else { return [] }
        isRetrying = true
        return [.retryLater]
    }
}

extension DeliveryEvent {
    /// Whether it must be retried if it cannot be stored: it is an act of the user, or the user sees the bubble.
    var isAct: Bool {
        switch self {
        case .invoked, .replied, .replyWanted, .closed, .unseen, .shown, .suppressed: true
        default: false
        }
    }
}
