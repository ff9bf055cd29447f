import NotifyCore

/// Which action each key stands for in a bubble, so that no key stands for two.
///
/// An action's key is its identifier. When another notification takes over a bubble, some servers keep the old buttons
/// or labels of the keys that it has as well, and a click could be on either. Therefore an action whose identifier
/// belongs to another action of that bubble gets a mark (``WireAction``), and its plain key is ignored.
///
/// A bubble is remembered only if it showed more than what is stored in its delivery.
struct ActionKeys {
    /// The meanings of plain keys, by the hashes of their identifiers.
    private typealias Meanings = [UInt64: UInt64]

    /// The maximum number of bubbles; others are taken to have shown only their latest notification.
    static let maxBubbles = 64

    private let store: Store
    private var bubbles: [BubbleKey: Meanings] = [:]

    init(_ store: Store) {
        self.store = store
    }

    /// Returns the identifiers of the actions that need a mark, and remembers the keys of the others.
    ///
    /// - Parameter earlier: the notification that the bubble shows; `nil` if the agent knows none.
    mutating func marked(
        _ request: NotificationRequest,
        replacing bubble: BubbleKey,
        of earlier: NotificationRequest?
    ) -> (identifiers: Set<String>, isNew: Bool) {
        // The keys of a verbatim bubble are those of its caller.
        guard !request.bubble.isVerbatim else { return ([], false) }
        let own = Self.meanings(of: request)
        let known = bubbles[bubble] ?? earlier.map(Self.meanings) ?? [:]
        let all = known.merging(own) { first, _ in first }
        let hasRoom = bubbles[bubble] != nil || bubbles.count < Self.maxBubbles
        let isNew = all != own && all != bubbles[bubble] && hasRoom
        if isNew { bubbles[bubble] = all }
        let marked = request.actions.filter {
            all[WireAction.hash($0.identifier)] != WireAction.mark(of: $0)
        }
        return (Set(marked.map(\.identifier)), isNew)
    }

    /// Returns the action of a name that came from a bubble.
    ///
    /// - Parameter name: the key without the escape of ``WireAction``.
    func action(named name: String, of request: NotificationRequest, in bubble: BubbleKey?) -> Match
    {
        if let action = request.action(name) {
            guard !request.bubble.isVerbatim, let meanings = bubble.flatMap({ bubbles[$0] }) else {
                return .action(name)
            }
            let isOwn = meanings[WireAction.hash(name)] == WireAction.mark(of: action)
            return isOwn ? .action(name) : .earlier
        }
        if let action = request.actions.first(where: { WireAction.markedName(of: $0) == name }) {
            return .action(action.identifier)
        }
        let isEarlier = bubble.flatMap { bubbles[$0] }?[WireAction.hash(name)] != nil
        return isEarlier || WireAction.isMarked(name) ? .earlier : .unknown
    }

    /// What a name from a bubble stands for.
    enum Match: Equatable {
        /// An action of the notification that the bubble shows, by its identifier.
        case action(String)
        /// An action of a notification that the bubble showed before.
        case earlier
        /// Nothing that is known.
        case unknown
    }

    /// Restores the bubbles of an earlier run on a server that still runs.
    mutating func restore(owner: String?) throws(RequestError) {
        let lines = try store.metadata(.actionKeys)?.split(separator: "\n") ?? []
        bubbles = [:]
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            guard words.count > 2, words[0] == owner, let id = UInt32(words[1]) else { continue }
            var meanings: Meanings = [:]
            for word in words.dropFirst(2) {
                let pair = word.split(separator: ":").compactMap { UInt64($0, radix: 16) }
                if pair.count == 2 { meanings[pair[0]] = pair[1] }
            }
            bubbles[BubbleKey(owner: words[0], id: id)] = meanings
        }
    }

    /// Forgets a bubble that is gone.
    mutating func forget(_ bubble: BubbleKey) {
        // The stored copy goes with the next change; until then it is one of a number that is not in use.
        bubbles[bubble] = nil
    }

    /// Forgets the bubbles of a server that is gone.
    mutating func forget(owner: String) {
        bubbles = bubbles.filter { $0.key.owner != owner }
    }

    /// Stores what is remembered, for the next run of the agent.
    func save() throws(RequestError) {
        let lines = bubbles.map { bubble, meanings in
            let pairs = meanings.map { "\(String($0, radix: 16)):\(String($1, radix: 16))" }
            return "\(bubble.owner) \(bubble.id) \(pairs.joined(separator: " "))"
        }
        try store.set(.actionKeys, to: lines.joined(separator: "\n"))
    }

    private static func meanings(of request: NotificationRequest) -> Meanings {
        Dictionary(
            request.actions.map { (WireAction.hash($0.identifier), WireAction.mark(of: $0)) },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
