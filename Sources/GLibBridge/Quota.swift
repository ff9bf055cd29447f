import Synchronization

/// Counts what is in use, over all and of each owner, and gives out no more than there may be.
public final class Quota: Sendable {
    private struct Counts {
        var all = 0
        var byOwner: [String: Int] = [:]
    }

    private let most: Int
    private let mostOfOne: Int
    private let counts = Mutex(Counts())

    /// Makes one with nothing in use.
    ///
    /// - Parameters:
    ///   - most: as much may be in use by all owners together.
    ///   - mostOfOne: as much by one of them.
    public init(most: Int, mostOfOne: Int) {
        self.most = most
        self.mostOfOne = mostOfOne
    }

    /// Takes a number for an owner.
    ///
    /// - Returns: whether there is room for all of it; nothing is taken otherwise.
    public func take(_ count: Int = 1, for owner: String) -> Bool {
        counts.withLock { counts in
            let ofOwner = counts.byOwner[owner, default: 0] + count
            guard counts.all + count <= most, ofOwner <= mostOfOne else { return false }
            counts.all += count
            counts.byOwner[owner] = ofOwner
            return true
        }
    }

    /// Gives back what was taken for an owner.
    public func giveBack(_ count: Int = 1, of owner: String) {
        counts.withLock { counts in
            let left = counts.byOwner[owner, default: 0] - count
            counts.all -= count
            counts.byOwner[owner] = left > 0 ? left : nil
        }
    }
}
