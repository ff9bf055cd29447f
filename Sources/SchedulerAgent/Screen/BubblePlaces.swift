import NotifyCore

/// Requests that replace a bubble by its number, as notify-send's `--replace-id` does.
///
/// A number is valid only on the server that assigned it; `owner` is the current server.
struct BubblePlaces {
    /// The maximum number of requests that wait; further requests replace no bubble.
    static let maxPlaces = 64

    private let store: Store
    /// The bubbles that requests replace when they are shown.
    private var wanted: [RequestKey: BubblePlace] = [:]
    /// The bubbles of other requests that deliveries in progress replace.
    private var taken: [DeliveryID: BubbleKey] = [:]

    init(_ store: Store) {
        self.store = store
    }

    /// Records the bubble that an added request replaces when it is shown; `nil` for none.
    mutating func note(_ place: BubblePlace?, of key: RequestKey, on owner: String?) {
        wanted[key] = nil
        guard let place else { return }
        if wanted.count >= Self.maxPlaces { forgetIdle(on: owner) }
        if wanted.count < Self.maxPlaces { wanted[key] = place }
    }

    /// Removes and returns the bubble that a request replaces.
    ///
    /// Numbers of an earlier server are invalid.
    mutating func take(for key: RequestKey, on owner: String?) -> BubbleKey? {
        guard let place = wanted.removeValue(forKey: key), place.bubble.owner == owner else {
            return nil
        }
        guard place.isOfOwnApp else { return place.bubble }
        let shown = try? store.delivered(showing: place.bubble)?.delivery().request.key
        return shown?.appID == key.appID ? place.bubble : nil
    }

    /// Records that a delivery in progress replaces a bubble, if the bubble shows another notification.
    mutating func begin(_ id: DeliveryID, in bubble: BubbleKey?) {
        guard let bubble, other(than: id, in: bubble) != nil else { return }
        taken[id] = bubble
    }

    /// Records that a delivery is no longer in progress.
    mutating func end(_ id: DeliveryID) { taken[id] = nil }

    /// Whether a delivery in progress replaces a bubble with another notification.
    func isTaken(_ bubble: BubbleKey) -> Bool { taken.values.contains(bubble) }

    /// Returns the notification that a bubble showed before a delivery replaced it.
    func other(than id: DeliveryID, in bubble: BubbleKey) -> DeliveryID? {
        guard let row = try? store.delivered(showing: bubble), row.id != id else { return nil }
        return row.id
    }

    /// Forgets removed requests and the bubbles of earlier servers.
    private mutating func forgetIdle(on owner: String?) {
        wanted = wanted.filter { key, place in
            place.bubble.owner == owner
                && (try? store.pending(app: key.appID, identifier: key.identifier).isEmpty) != true
        }
    }
}
