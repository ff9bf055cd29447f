/// The progress that a command reports to its terminal, by the sequence OSC 9;4.
package struct ProgressReader {
    /// How far a command is.
    package enum Progress: Hashable, Sendable {
        /// So many percent are done.
        case percent(Int)
        /// It works, and does not say how far it is.
        case unknown
        /// It reports no progress any more.
        case ended
    }

    /// What has been read of a sequence, without its start.
    private var parameters: [UInt8]?
    private var hasEscape = false
    private static let maxCount = 16

    /// Makes a reader.
    package init() {}

    /// Reads a piece of output; sequences may be cut anywhere.
    ///
    /// - Returns: the last progress in it; `nil` if there is none.
    package mutating func read(_ bytes: [UInt8]) -> Progress? {
        // Most output has no escape at all.
        guard parameters != nil || hasEscape || bytes.contains(0x1B) else { return nil }
        var progress: Progress?
        for byte in bytes {
            switch byte {
            case 0x1B:
                // It begins the string terminator, or another sequence.
                progress = finish() ?? progress
                hasEscape = true
            case UInt8(ascii: "]") where hasEscape:
                (parameters, hasEscape) = ([], false)
            case 0x07:
                progress = finish() ?? progress
            default:
                hasEscape = false
                // Other sequences, such as a title, are longer.
                if let count = parameters?.count {
                    if count < Self.maxCount { parameters?.append(byte) } else { parameters = nil }
                }
            }
        }
        return progress
    }

    private mutating func finish() -> Progress? {
        defer {
            parameters = nil
            hasEscape = false
        }
        guard let parameters else { return nil }
        let fields = String(decoding: parameters, as: UTF8.self).split(
            separator: ";",
            omittingEmptySubsequences: false
        )
        guard fields.count >= 3, fields[0] == "9", fields[1] == "4" else { return nil }
        let percent = fields.count > 3 ? Int(fields[3]).map { max(0, min(100, $0)) } : nil
        switch fields[2] {
        case "0": return .ended
        case "1", "2", "4": return percent.map { .percent($0) } ?? .unknown
        case "3": return .unknown
        default: return nil
        }
    }
}
