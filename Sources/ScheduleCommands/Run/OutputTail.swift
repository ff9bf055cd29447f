import NotifyCore

/// The end of a command's output.
struct OutputTail {
    private var bytes: [UInt8] = []
    private static let kept = 32_768
    private static let maxLine = 200

    /// Adds output; what is far from the end is dropped.
    mutating func add(_ more: [UInt8]) {
        if more.count >= Self.kept { bytes.removeAll(keepingCapacity: true) }
        // Not `suffix`, of which Swift takes the one of sequences, byte by byte.
        bytes += more[max(0, more.count - Self.kept)...]
        if bytes.count > 2 * Self.kept { bytes.removeFirst(bytes.count - Self.kept) }
    }

    /// Returns the last lines with text, without terminal control sequences.
    func lastLines(_ count: Int) -> [String] {
        guard count > 0 else { return [] }
        return PipedText.plain(String(decoding: bytes, as: UTF8.self)).withoutUnseen
            .split(separator: "\n")
            .filter { $0.contains { !$0.isWhitespace } }
            .suffix(count)
            .map { line in
                line.count > Self.maxLine ? line.prefix(Self.maxLine - 1) + "…" : String(line)
            }
    }
}
