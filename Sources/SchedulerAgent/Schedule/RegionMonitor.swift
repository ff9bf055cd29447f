import Logging
import NotifyCore

/// Tracks the requests that wait for a place, and handles new positions.
///
/// It stores no position, only on which side of each region's border the machine was last.
///
/// A crossing makes its request due. Until the round of deliveries after it has ended, later positions wait, lest
/// two crossings become one.
final class RegionMonitor {
    /// The maximum number of positions that wait; the oldest is dropped first.
    private static let maxPositions = 64

    /// A request that waits for a place.
    private struct Target {
        let key: RequestKey
        let title: String
        let trigger: LocationTrigger
        let until: Instant?
    }

    private let store: Store
    private let clock: any AgentClock
    private let logger: Logger
    private let journal: Journal
    private let location: any LocationProvider
    /// The requests that wait for a place, by number.
    private var targets: [PendingID: Target] = [:]
    /// The positions that wait, in order.
    private var unreadPositions: [Position] = []
    /// Whether a crossing has made something due, and the round of deliveries after it has not ended.
    private var isCrossingUnderWay = false

    init(
        store: Store,
        clock: any AgentClock,
        logger: Logger,
        journal: Journal,
        location: any LocationProvider
    ) {
        self.store = store
        self.clock = clock
        self.logger = logger
        self.journal = journal
        self.location = location
    }

    /// Sets the accuracy of the location service to what the requests and other places need.
    func follow(and others: [CircularRegion] = []) {
        do {
            location.follow(PlaceNeed(of: try waiting().map(\.trigger.region) + others))
        } catch {
            logger.error("\(error)")
        }
    }

    /// Reads a request again, which may have been changed.
    func forget(_ id: PendingID) { targets[id] = nil }

    /// Handles a new position.
    func moved(to position: Position) -> Bool {
        if unreadPositions.count >= Self.maxPositions { unreadPositions.removeFirst() }
        unreadPositions.append(position)
        return readPositions()
    }

    /// Goes on with the positions that waited for the end of a round of deliveries.
    func delivered() -> Bool {
        isCrossingUnderWay = false
        return readPositions()
    }

    /// Handles positions up to the first that makes a request due.
    private func readPositions() -> Bool {
        while !isCrossingUnderWay, !unreadPositions.isEmpty {
            let position = unreadPositions.removeFirst()
            do {
                let changes = try changes(at: position)
                guard !changes.isEmpty else { continue }
                try store.apply(changes, now: clock.now)
                isCrossingUnderWay = changes.contains { $0.crossing != nil }
                if isCrossingUnderWay { return true }
            } catch {
                // The next position leads to the same change.
                logger.error("\(error)")
            }
        }
        return false
    }

    private func changes(at position: Position) throws(RequestError) -> [PlaceChange] {
        var changes: [PlaceChange] = []
        for (row, trigger) in try waiting() {
            let side = trigger.region.side(after: row.side, at: position)
            guard side != row.side else { continue }
            let crossing = trigger.fires(from: row.side, to: side).map { kind in
                RegionCrossing(kind: kind, date: position.date, accuracy: position.accuracy)
            }
            changes.append(PlaceChange(id: row.id, side: side, crossing: crossing))
        }
        return changes
    }

    /// The requests that wait for a place, with their triggers; expired ones are dropped.
    private func waiting() throws(RequestError) -> [(row: PlaceRow, trigger: LocationTrigger)] {
        let rows = try store.waitingForPlaces()
        var waiting: [(row: PlaceRow, trigger: LocationTrigger)] = []
        var current: [PendingID: Target] = [:]
        let now = clock.now
        for row in rows {
            guard let target = try target(row.id) else { continue }
            guard target.until ?? .distantFuture >= now else {
                try store.drop(pending: row.id)
                journal.note([
                    HistoryLine(at: now, key: target.key, title: target.title, event: .ended)
                ])
                continue
            }
            current[row.id] = target
            // A due request that fires once has had its crossing.
            if !row.isDue || target.trigger.repeats { waiting.append((row, target.trigger)) }
        }
        targets = current
        return waiting
    }

    /// Returns a request, cached by its number: numbers are never reused, and one with another trigger gets a new one.
    private func target(_ id: PendingID) throws(RequestError) -> Target? {
        if let target = targets[id] { return target }
        guard let request = try? store.pending(id: id)?.pending().request,
            case .location(let trigger) = request.trigger
        else { return nil }
        return Target(
            key: request.key,
            title: request.content.title,
            trigger: trigger,
            until: request.options.until
        )
    }
}
