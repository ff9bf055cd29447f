import Logging
import NotifyCore

/// Knows what waits for a place, and what a new position does to it.
///
/// Of where the machine is, nothing is kept but on which side of each region's border it was last.
///
/// A crossing makes its request due. Until that is handed to the notification server, later positions wait,
/// lest two crossings become one.
final class RegionMonitor {
    /// How many positions wait at most; the oldest goes first.
    private static let maxPositions = 64

    /// What a request that waits for a place waits for.
    private struct Target {
        let key: RequestKey
        let title: String
        let trigger: LocationTrigger
        let until: Instant?
    }

    private let context: SchedulingContext
    private let journal: Journal
    private let location: any LocationProvider
    /// What waits for a place, by the numbers of the requests.
    private var targets: [Int64: Target] = [:]
    /// Where the machine was since, in order.
    private var unreadPositions: [Position] = []
    /// Whether a crossing has made something due that was not handed on yet.
    private var isCrossingUnderWay = false

    init(_ context: SchedulingContext, journal: Journal, location: any LocationProvider) {
        self.context = context
        self.journal = journal
        self.location = location
    }

    /// Has the location service report no more than what waits for a place needs.
    func follow() {
        do {
            location.follow(PlaceNeed(of: try waiting().map(\.trigger.region)))
        } catch {
            context.logger.error("\(error)")
        }
    }

    /// Handles a new position.
    ///
    /// - Returns: whether something is due now.
    func moved(to position: Position) -> Bool {
        if unreadPositions.count >= Self.maxPositions { unreadPositions.removeFirst() }
        unreadPositions.append(position)
        return readPositions()
    }

    /// Goes on with the positions that waited until what was due had been handed on.
    ///
    /// - Returns: whether something is due now.
    func delivered() -> Bool {
        isCrossingUnderWay = false
        return readPositions()
    }

    /// Looks at positions up to the first that makes something due.
    private func readPositions() -> Bool {
        while !isCrossingUnderWay, !unreadPositions.isEmpty {
            let position = unreadPositions.removeFirst()
            do {
                let changes = try changes(at: position)
                guard !changes.isEmpty else { continue }
                try context.store.apply(changes, now: context.clock.now)
                isCrossingUnderWay = changes.contains { $0.crossing != nil }
                if isCrossingUnderWay { return true }
            } catch {
                // The next position finds the same change.
                context.logger.error("\(error)")
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

    /// The requests that wait for a place, with their triggers; those whose end has come are dropped.
    private func waiting() throws(RequestError) -> [(row: PlaceRow, trigger: LocationTrigger)] {
        let rows = try context.store.waitingForPlaces()
        var waiting: [(row: PlaceRow, trigger: LocationTrigger)] = []
        var current: [Int64: Target] = [:]
        let now = context.clock.now
        for row in rows {
            guard let target = try target(row.id) else { continue }
            guard target.until ?? .distantFuture >= now else {
                try context.store.drop(pending: row.id)
                journal.note([
                    HistoryLine(at: now, key: target.key, title: target.title, event: .ended)
                ])
                continue
            }
            current[row.id] = target
            // One that fires once has had its crossing.
            if !row.isDue || target.trigger.repeats { waiting.append((row, target.trigger)) }
        }
        targets = current
        return waiting
    }

    /// What a request waits for, read once: a number is never given twice, and a request keeps its trigger.
    private func target(_ id: Int64) throws(RequestError) -> Target? {
        if let target = targets[id] { return target }
        guard let request = try? context.store.pending(id: id)?.pending().request,
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
