import NotifyCore

/// A bubble whose place a request takes once it is shown.
struct BubblePlace: Sendable, Equatable {
    let bubble: BubbleKey
    /// Whether that may only be a bubble of the request's own app.
    let isOfOwnApp: Bool
}

/// Requests that take the place of a bubble by its number, as notify-send's `--replace-id` does.
///
/// A number counts with the server alone that gave it: `owner` is the one that runs.
struct BubblePlaces {
    /// How many requests wait for their turn; more take no place.
    static let maxPlaces = 64

    private let store: Store
    /// The bubbles whose places requests take when they are shown.
    private var wanted: [RequestKey: BubblePlace] = [:]
    /// The bubbles of other requests that deliveries with the server come into.
    private var taken: [Int64: BubbleKey] = [:]

    init(_ store: Store) {
        self.store = store
    }

    /// Takes the number out of a request that is being added; nothing else changes.
    ///
    /// What the bubble shows is found by its number. Where that is a request of the same app, the new one
    /// gets its name, as a program does that adds it again; one that goes on firing keeps its name.
    ///
    /// - Returns: the bubble, where it is not replaced by way of the name.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` where the number has to be that of a
    ///   bubble of the app's own and is not.
    func find(
        of request: inout NotificationRequest,
        on owner: String?
    ) throws(RequestError) -> BubblePlace? {
        guard let number = request.bubble.replaces else { return nil }
        let isOfOwnApp = request.bubble.replacesOwnAlone
        request.bubble.replaces = nil
        request.bubble.replacesOwnAlone = false
        guard number != 0 else { return nil }
        let bubble = owner.map { BubbleKey(owner: $0, id: number) }
        let shown = try bubble.flatMap { bubble throws(RequestError) in
            try store.delivered(showing: bubble)?.delivery().request.key
        }
        guard !isOfOwnApp || shown?.appID == request.appID else {
            throw RequestError(
                .notAllowed,
                "replaces is \(number), which is no bubble of \(request.appID) on the screen; leave it out"
            )
        }
        guard let bubble else { return nil }
        let place = BubblePlace(bubble: bubble, isOfOwnApp: isOfOwnApp)
        guard let shown else { return place }
        let isPending = try !store.pending(app: shown.appID, identifier: shown.identifier).isEmpty
        guard shown.appID == request.appID, !isPending,
            [shown.identifier, ""].contains(request.identifier)
        else { return place }
        request.identifier = shown.identifier
        return nil
    }

    /// Remembers which bubble a request that was added takes the place of once it is shown; `nil` for none.
    mutating func note(_ place: BubblePlace?, of key: RequestKey, on owner: String?) {
        wanted[key] = nil
        guard let place else { return }
        if wanted.count >= Self.maxPlaces { forgetIdle(on: owner) }
        if wanted.count < Self.maxPlaces { wanted[key] = place }
    }

    /// Takes out the bubble whose place a request takes; a number of an earlier server is nobody's.
    mutating func take(for key: RequestKey, on owner: String?) -> BubbleKey? {
        guard let place = wanted.removeValue(forKey: key), place.bubble.owner == owner else {
            return nil
        }
        guard place.isOfOwnApp else { return place.bubble }
        let shown = try? store.delivered(showing: place.bubble)?.delivery().request.key
        return shown?.appID == key.appID ? place.bubble : nil
    }

    /// Notes that a delivery is on its way into a bubble, where that shows another notification.
    mutating func begin(_ id: Int64, in bubble: BubbleKey?) {
        guard let bubble, other(than: id, in: bubble) != nil else { return }
        taken[id] = bubble
    }

    /// Notes that a delivery is not on its way any more.
    mutating func end(_ id: Int64) { taken[id] = nil }

    /// Whether another notification is on its way into a bubble.
    func isTaken(_ bubble: BubbleKey) -> Bool { taken.values.contains(bubble) }

    /// The notification that a bubble showed until a delivery took its place.
    func other(than id: Int64, in bubble: BubbleKey) -> Int64? {
        guard let row = try? store.delivered(showing: bubble), row.id != id else { return nil }
        return row.id
    }

    /// Forgets the places of what has been removed, and of bubbles that went with their server.
    private mutating func forgetIdle(on owner: String?) {
        wanted = wanted.filter { key, place in
            place.bubble.owner == owner
                && (try? store.pending(app: key.appID, identifier: key.identifier).isEmpty) != true
        }
    }
}
