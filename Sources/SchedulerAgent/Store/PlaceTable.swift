import AgentInterface
import NotifyCore
import SQLiteBridge

/// A pending request that waits for a place.
struct PlaceRow: Sendable {
    let id: Int64
    /// The side of the region's border on which the machine was last.
    let side: RegionSide
    /// Whether a crossing has made it due and it has not been delivered yet.
    let isDue: Bool
}

/// The change of a request that waits for a place after a new position.
struct PlaceChange: Sendable {
    let id: Int64
    let side: RegionSide
    /// The crossing that makes it due; `nil` if the request does not fire.
    let crossing: RegionCrossing?
}

extension Store {
    /// Returns the requests that wait for a place and are not paused.
    func waitingForPlaces() throws(RequestError) -> [PlaceRow] {
        try read { connection in
            try connection.cached(
                """
                SELECT id, place, crossing IS NOT NULL FROM pending
                WHERE place IS NOT NULL AND paused = 0 ORDER BY id
                """
            ).all { row in
                PlaceRow(
                    id: try row.value(0),
                    side: RegionSide(rawValue: try row.value(1)) ?? .unknown,
                    isDue: try row.value(2)
                )
            }
        }
    }

    /// Stores new sides and makes requests due, in one transaction.
    func apply(_ changes: [PlaceChange], now: Instant) throws(RequestError) {
        try write(.full) { connection in
            for change in changes {
                let crossing = change.crossing?.storedBytes
                try connection.cached(
                    """
                    UPDATE pending SET place = ?1, crossing = COALESCE(?2, crossing),
                        due = CASE WHEN ?2 IS NULL THEN due ELSE ?3 END
                    WHERE id = ?4 AND place IS NOT NULL
                    """
                ).run(change.side.rawValue, crossing, now.microseconds, change.id)
            }
        }
    }
}

extension RegionCrossing {
    /// The crossing in a column; `nil` if there is none.
    init?(_ row: Row, at index: Int) throws {
        let bytes = try row.bytes(index)
        guard !bytes.isEmpty, let crossing = try? RegionCrossing(storedBytes: bytes) else {
            return nil
        }
        self = crossing
    }
}
