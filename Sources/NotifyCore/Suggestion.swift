/// What somebody who mistyped a word probably meant.
public enum Suggestion {
    /// The name of a list that is nearest to a mistyped word, where one is near.
    ///
    /// - Parameters:
    ///   - word: what was written.
    ///   - names: what could have been meant.
    /// - Returns: the nearest one; `nil` where none is near.
    public static func nearest(to word: String, in names: [String]) -> String? {
        let word = word.lowercased()
        let scored = names.map { ($0, distance(word, $0.lowercased())) }
        guard let best = scored.min(by: { $0.1 < $1.1 }), best.1 <= max(1, word.utf8.count / 3)
        else { return nil }
        return best.0
    }

    /// How many letters were changed, left out, added or swapped with their neighbour.
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
