import Logging
import NotifyCore

/// What waits for a place, and what a new position does to it.
///
/// Of where the machine is, nothing is kept but on which side of each region's border it was last.
extension Scheduler {
    /// Takes in what waits for a place now, and has the location service tell no more than that needs.
    func followPlaces() {
        do {
            let waiting = try waitingForPlaces()
            location.follow(PlaceNeed(of: waiting.map(\.trigger.region)))
        } catch {
            logger.error("\(error)")
        }
    }

    /// Takes in where the machine is.
    func moved(to position: Position) {
        if unreadPositions.count >= Self.mostPositions { unreadPositions.removeFirst() }
        unreadPositions.append(position)
        readPositions()
    }

    private static let mostPositions = 64

    /// Looks at positions up to the first that fires something: the next one waits until that was handed to
    /// the server, if there is one, lest two crossings become one.
    func readPositions() {
        while !crossingsAreUnderWay, !unreadPositions.isEmpty {
            let position = unreadPositions.removeFirst()
            do {
                let changes = try changes(at: position)
                guard !changes.isEmpty else { continue }
                try store.apply(changes, now: clock.now)
                guard changes.contains(where: { $0.crossing != nil }) else { continue }
            } catch {
                // The next position finds the same change.
                logger.error("\(error)")
                continue
            }
            crossingsAreUnderWay = true
            deliverSoon()
        }
    }

    private func changes(at position: Position) throws(RequestError) -> [PlaceChange] {
        var changes: [PlaceChange] = []
        for (row, trigger) in try waitingForPlaces() {
            let side = trigger.region.side(after: row.side, at: position)
            guard side != row.side else { continue }
            let crossing = trigger.fires(from: row.side, to: side).map { kind in
                RegionCrossing(kind: kind, date: position.date, accuracy: position.accuracy)
            }
            changes.append(PlaceChange(id: row.id, side: side, crossing: crossing))
        }
        return changes
    }

    /// The requests that wait for a place, with their triggers; those whose end has come are dropped.
    private func waitingForPlaces() throws(RequestError) -> [(
        row: PlaceRow, trigger: LocationTrigger
    )] {
        let rows = try store.waitingForPlaces()
        var waiting: [(row: PlaceRow, trigger: LocationTrigger)] = []
        var known: [Int64: KnownPlace] = [:]
        let now = clock.now
        for row in rows {
            guard let place = try knownPlace(row.id) else { continue }
            guard place.until ?? .distantFuture >= now else {
                try store.drop(pending: row.id)
                note(.ended, place.key, title: place.title)
                continue
            }
            known[row.id] = place
            // One that fires once has had its crossing.
            if !row.isDue || place.trigger.repeats { waiting.append((row, place.trigger)) }
        }
        knownPlaces = known
        return waiting
    }

    /// What a request waits for, read once: a number is never given twice, and a request keeps its trigger.
    private func knownPlace(_ id: Int64) throws(RequestError) -> KnownPlace? {
        if let place = knownPlaces[id] { return place }
        guard let request = try? store.pending(id: id)?.pending().request,
            case .location(let trigger) = request.trigger
        else { return nil }
        return KnownPlace(
            key: request.key,
            title: request.content.title,
            trigger: trigger,
            until: request.options.until
        )
    }
}

/// What a request that waits for a place waits for.
struct KnownPlace: Sendable {
    let key: RequestKey
    let title: String
    let trigger: LocationTrigger
    let until: Instant?
}
