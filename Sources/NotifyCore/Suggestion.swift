/// Suggestions for misspelled words.
package enum Suggestion {
    /// Returns the name that is most similar to a misspelled word.
    ///
    /// - Returns: the nearest one; `nil` if none is near.
    package static func nearest(to word: String, in names: some Sequence<String>) -> String? {
        let word = word.lowercased()
        let farthest = max(1, word.utf8.count / 3)
        var best: (name: String, distance: Int)?
        for name in names where abs(name.utf8.count - word.utf8.count) <= farthest {
            let distance = distance(word, name.lowercased())
            // Of equally near names the longest, because letters are omitted more often than changed; then the
            // first in the alphabet, so that the result does not depend on the order of a set.
            let isNearer = best.map { best in
                (distance, -name.utf8.count, name)
                    < (best.distance, -best.name.utf8.count, best.name)
            }
            guard distance <= farthest, isNearer ?? true else { continue }
            best = (name, distance)
        }
        return best?.name
    }

    /// Returns the number of letters that were changed, omitted, added or swapped with their neighbour.
    private static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(left.utf8)
        let right = Array(right.utf8)
        guard left.count <= 64 else { return .max }
        var earlier: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let change = last[column] + (left[row] == right[column] ? 0 : 1)
                var best = min(change, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    best = min(best, earlier[column - 1] + 1)
                }
                current.append(best)
            }
            earlier = last
            last = current
        }
        return last[right.count]
    }
}
