import NotifyCore

/// Deliveries that left the list for a newer one of their request while the user could still answer them.
///
/// What the user does with a bubble is about what the bubble shows, also while the one that takes its place
/// is on its way.
struct ReplacedDeliveries: Sendable {
    /// One whose bubble is on the screen.
    struct Shown: Sendable {
        let bubble: BubbleKey
        let id: Int64
        let delivery: Delivery
    }

    /// How many are known at a time; the oldest go first.
    static let maxShown = 64

    private var shown: [Shown] = []
    /// Those whose text is being asked for.
    private var prompted: [Int64: Delivery] = [:]

    /// The folders of their files.
    var attachmentFolders: [String] {
        (shown.map(\.delivery) + prompted.values).compactMap(\.request.attachmentFolder)
    }

    /// What a bubble shows still; `nil` if it shows nothing that was replaced.
    func delivery(shownBy bubble: BubbleKey) -> Delivery? {
        shown.first { $0.bubble == bubble }?.delivery
    }

    /// The bubble that the newer delivery of a request is to take the place of; `nil` if there is none.
    func bubble(of key: RequestKey) -> BubbleKey? {
        shown.last { $0.delivery.request.key == key }?.bubble
    }

    mutating func add(_ replaced: Shown) {
        forget(replaced.bubble)
        shown.append(replaced)
        if shown.count > Self.maxShown { shown.removeFirst() }
    }

    mutating func take(shownBy bubble: BubbleKey) -> Shown? {
        shown.firstIndex { $0.bubble == bubble }.map { shown.remove(at: $0) }
    }

    mutating func forget(_ bubble: BubbleKey) {
        shown.removeAll { $0.bubble == bubble }
    }

    /// Forgets the bubbles of a server that has gone.
    mutating func forget(owner: String) {
        shown.removeAll { $0.bubble.owner == owner }
    }

    mutating func add(prompted delivery: Delivery, id: Int64) {
        prompted[id] = delivery
    }

    func delivery(prompted id: Int64) -> Delivery? { prompted[id] }

    mutating func take(prompted id: Int64) -> Delivery? { prompted.removeValue(forKey: id) }
}
