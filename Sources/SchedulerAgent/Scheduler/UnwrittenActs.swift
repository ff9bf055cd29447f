import NotifyCore

/// What the user did that the store could not take yet, in order.
struct UnwrittenActs: Sendable {
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
        /// The desktop's leave to take the focus.
        let activationToken: String?
    }

    /// As many are kept; later ones are lost, since the first act on a bubble is the one that counts.
    static let most = 64

    private var acts: [Act] = []

    var first: Act? { acts.first }

    /// The folders of the files of what is in no list any more.
    var attachmentFolders: [String] {
        acts.compactMap { act in
            guard case .replaced(let delivery, _, _) = act.target else { return nil }
            return delivery.request.attachmentFolder
        }
    }

    /// Whether something that the user did with a delivery has its turn first.
    func hold(_ id: Int64) -> Bool {
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

    /// Keeps an act.
    ///
    /// - Returns: whether there was room.
    mutating func add(_ act: Act) -> Bool {
        guard acts.count < Self.most else { return false }
        acts.append(act)
        return true
    }

    mutating func removeFirst() {
        acts.removeFirst()
    }
}
