import NotifyCore

/// Deliveries that a newer one of their request has replaced while the user can still answer them.
///
/// A response to a bubble applies to the delivery that the bubble shows, even while its replacement is in
/// progress.
struct ReplacedDeliveries: Sendable {
    /// A delivery whose bubble is on the screen.
    struct Shown: Sendable {
        let bubble: BubbleKey
        let id: Int64
        let delivery: Delivery
    }

    /// The maximum number of bubbles; the oldest are dropped first.
    static let maxShown = 64

    private var shown: [Shown] = []
    /// The deliveries whose text is being asked for.
    private var prompted: [Int64: Delivery] = [:]

    /// The folders of their attachments.
    var attachmentFolders: [String] {
        (shown.map(\.delivery) + prompted.values).compactMap(\.request.attachmentFolder)
    }

    /// Returns the replaced delivery that a bubble still shows, if any.
    func delivery(shownBy bubble: BubbleKey) -> Delivery? {
        shown.first { $0.bubble == bubble }?.delivery
    }

    /// Returns the delivery that a bubble still shows, if it is a replaced one.
    func shown(by bubble: BubbleKey) -> Shown? { shown.first { $0.bubble == bubble } }

    /// Returns the bubble that the newer delivery of a request is to replace, if any.
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

    /// Forgets the bubbles of an exited server.
    mutating func forget(owner: String) {
        shown.removeAll { $0.bubble.owner == owner }
    }

    mutating func add(prompted delivery: Delivery, id: Int64) {
        prompted[id] = delivery
    }

    func delivery(prompted id: Int64) -> Delivery? { prompted[id] }

    mutating func take(prompted id: Int64) -> Delivery? { prompted.removeValue(forKey: id) }
}
