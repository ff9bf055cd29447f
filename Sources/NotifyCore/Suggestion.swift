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

    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right.utf8)
        guard left.utf8.count <= 64 else { return .max }
        var row = Array(0...right.count)
        for (index, byte) in left.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let change = diagonal + (byte == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
