import TestSupport

/// A zone as the C library's tool lists it; what the engine asks is not asked here.
struct ListedZone: Sendable {
    let identifier: String
    /// The seconds around each change, with their offsets.
    private let changes: [(second: Int64, offset: Int64)]

    /// Lists a zone for the time between two seconds.
    init(_ identifier: String, from start: Int64, to end: Int64) async throws {
        self.identifier = identifier
        let all = try await ZoneDump.changes(of: identifier)
        let before = all.last { $0.second <= start } ?? all.first
        let within = all.filter { $0.second > start && $0.second < end }
        let first = (second: start, offset: before?.offset ?? 0)
        let last = (second: end, offset: within.last?.offset ?? first.offset)
        changes = [first] + within + [last]
    }

    /// When the clock on the wall shows a time: twice in an overlap, never in a gap.
    ///
    /// - Parameter local: in seconds since 1970-01-01 00:00 on that wall.
    /// - Returns: seconds since 1970-01-01 00:00 UTC.
    func seconds(showing local: Int64) -> [Int64] {
        Set(changes.map(\.offset)).map { local - $0 }.filter { offset(at: $0) == local - $0 }
            .sorted()
    }

    /// When the clock on the wall first shows a time; for one that it jumps over, when that comes.
    func second(showing local: Int64) -> Int64? {
        seconds(showing: local).first ?? second(jumpedOver: local)
    }

    /// When a time comes that the clock on the wall jumps over, read with the offset before the jump.
    func second(jumpedOver local: Int64) -> Int64? {
        jump(over: local).map { local - $0.before }
    }

    /// The first second after the jump over a time.
    func secondAfterJump(over local: Int64) -> Int64? {
        jump(over: local)?.second
    }

    private func jump(over local: Int64) -> (second: Int64, before: Int64)? {
        zip(changes, changes.dropFirst()).lazy
            .filter { old, new in
                old.offset < new.offset && local >= new.second + old.offset
                    && local < new.second + new.offset
            }
            .map { old, new in (new.second, old.offset) }.first
    }

    /// The offset at a second of the list.
    func offset(at second: Int64) -> Int64? {
        guard let first = changes.first, let last = changes.last, second >= first.second,
            second < last.second
        else { return nil }
        return changes.last { $0.second <= second }?.offset
    }
}
