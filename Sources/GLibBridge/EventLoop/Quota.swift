import Synchronization

/// Limits a resource, in total and for each owner.
package final class Quota: Sendable {
    private struct Counts {
        var all = 0
        var byOwner: [String: Int] = [:]
    }

    private let maxTotal: Int
    private let maxPerOwner: Int
    private let counts = Mutex(Counts())

    /// Makes a quota with nothing in use.
    package init(maxTotal: Int, maxPerOwner: Int) {
        self.maxTotal = maxTotal
        self.maxPerOwner = maxPerOwner
    }

    /// Reserves an amount for an owner.
    ///
    /// - Returns: whether all of it is available; nothing is reserved otherwise.
    package func reserve(_ count: Int = 1, for owner: String) -> Bool {
        counts.withLock { counts in
            let ofOwner = counts.byOwner[owner, default: 0] + count
            guard counts.all + count <= maxTotal, ofOwner <= maxPerOwner else { return false }
            counts.all += count
            counts.byOwner[owner] = ofOwner
            return true
        }
    }

    /// Releases an amount of an owner.
    package func release(_ count: Int = 1, of owner: String) {
        counts.withLock { counts in
            let left = counts.byOwner[owner, default: 0] - count
            counts.all -= count
            counts.byOwner[owner] = left > 0 ? left : nil
        }
    }
}
