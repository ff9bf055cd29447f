import GLibBridge
import NotifyCore

/// Requests that take the place of a bubble by its number, as notify-send's `--replace-id` does.
extension Scheduler {
    /// As many wait for their turn; more take no place.
    static let mostPlaces = 64

    /// Takes the number out of a request that is being added.
    ///
    /// What the bubble shows is found by its number. Where that is a request of the same app, the new one
    /// gets its name, as a program does that adds it again; one that goes on firing keeps its name.
    ///
    /// - Returns: the bubble, where it is not replaced by way of the name.
    func takePlace(
        of request: inout NotificationRequest
    ) throws(RequestError) -> BubbleKey? {
        guard let number = request.bubble.replaces else { return nil }
        request.bubble.replaces = nil
        guard number != 0, let owner = server.owner else { return nil }
        let bubble = BubbleKey(owner: owner, id: number)
        guard let row = try store.delivered(showing: bubble) else { return bubble }
        let shown = try row.delivery().request.key
        let isPending = try !store.pending(app: shown.appID, identifier: shown.identifier).isEmpty
        if shown.appID == request.appID, !isPending,
            [shown.identifier, ""].contains(request.identifier)
        {
            request.identifier = shown.identifier
            return nil
        }
        // Its bubble goes to the new one.
        let id = row.id
        Self.thread.task { await self.apply(.closed(.closed), to: id) }
        return bubble
    }

    /// Remembers which bubble a request takes the place of once it is shown.
    func remember(place bubble: BubbleKey, of key: RequestKey) {
        if places.count < Self.mostPlaces { places[key] = bubble }
    }

    /// The bubble whose place a request takes; a number of an earlier server is nobody's.
    func takePlace(for key: RequestKey) -> BubbleKey? {
        guard let bubble = places.removeValue(forKey: key), bubble.owner == server.owner else {
            return nil
        }
        return bubble
    }
}
