import NotifyCore

/// What the user did that the store could not take yet, in order, and when the store is tried again.
///
/// A state machine: it calls nobody. A second run while one is under way ends at once: the first writes what
/// was added, too.
struct WriteRetryQueue: Sendable {
    /// One thing that the user did.
    struct Act: Sendable {
        /// What it was done with.
        enum Target: Sendable {
            /// A bubble whose delivery could not be looked up.
            case bubble(BubbleKey)
            /// A delivery in the list.
            case delivery(Int64)
            /// One that left the list for a newer one, with what follows for it.
            case replaced(Delivery, id: Int64, [DeliveryEffect])
        }

        let event: DeliveryEvent
        let target: Target
        /// The desktop's activation token.
        let activationToken: String?
    }

    /// What happens to the queue.
    enum Event: Sendable {
        /// The store could not take an act.
        case failed(Act)
        /// The store could not take something else, which is kept elsewhere.
        case storeFailed
        /// The time is over that the store is left alone.
        case retry
        /// The first act is written, or never can be.
        case done
        /// The store could not take the first act again.
        case failedAgain
    }

    /// What has to be done after an event, in order.
    enum Action: Sendable {
        /// Send the event `retry` after a while.
        case retryLater
        /// Log that an act is lost.
        case reportLoss
        /// Write an act and do what follows; `done` or `failedAgain` is the next event.
        case write(Act)
        /// Show what the acts have made ready to be shown.
        case deliver
        /// Try again what others could not write.
        case retryOthers
    }

    /// How many acts are kept; later ones are lost, since the first act on a bubble is the one that counts.
    static let maxActs = 64

    private var acts: [Act] = []
    private var isWriting = false
    /// Whether the store is to be tried again in a while.
    private var isRetrying = false

    /// The folders of the files of what is in no list any more.
    var attachmentFolders: [String] {
        acts.compactMap { act in
            guard case .replaced(let delivery, _, _) = act.target else { return nil }
            return delivery.request.attachmentFolder
        }
    }

    /// Whether something that the user did with a delivery has its turn first.
    func hasAct(on id: Int64) -> Bool {
        acts.contains { act in
            if case .delivery(id) = act.target { true } else { false }
        }
    }

    /// The delivery that a bubble shows as far as only this knows.
    func delivery(shownBy bubble: BubbleKey) -> Int64? {
        acts.lazy.compactMap { act in
            guard case .delivery(let id) = act.target, act.event == .shown(bubble) else {
                return nil
            }
            return id
        }.first
    }

    /// Moves on after an event.
    ///
    /// - Returns: what has to be done, in order.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .failed(let act):
            guard acts.count < Self.maxActs else { return [.reportLoss] + retryOnce() }
            acts.append(act)
            return retryOnce()
        case .storeFailed:
            return retryOnce()
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
            return retryOnce() + [.retryOthers]
        }
    }

    private mutating func writeFirst() -> [Action] {
        if let act = acts.first { return [.write(act)] }
        isWriting = false
        return [.deliver, .retryOthers]
    }

    private mutating func retryOnce() -> [Action] {
        guard !isRetrying else { return [] }
        isRetrying = true
        return [.retryLater]
    }
}

extension DeliveryEvent {
    /// Whether it must not be lost where it cannot be written down: the user did it, or sees the bubble.
    var isAct: Bool {
        switch self {
        case .invoked, .replied, .replyWanted, .closed, .shown, .suppressed: true
        default: false
        }
    }
}
