import GLibBridge
import Glibc
import NotifyCore

/// Reads an open file line by line; lines have a maximum length, the file has none.
///
/// A byte order mark at its start is skipped.
struct LineReader {
    private let file: OpenFile
    private let longest: Int
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// The number of the last line that was read, from 1.
    private(set) var number = 0

    private static let piece = 1 << 18

    init(_ file: OpenFile, longest: Int) {
        self.file = file
        self.longest = longest
    }

    /// Returns the next line without its line end; `nil` after the last one.
    mutating func next() throws -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return line(upTo: end)
            }
            searched = buffer.count
            guard buffer.count - start <= longest else {
                throw RequestError(
                    .invalidContent,
                    "line \(number + 1) is longer than \(longest >> 20) MiB"
                )
            }
            guard !isAtEnd else { break }
            buffer.removeSubrange(..<start)
            searched -= start
            start = 0
            try readOn()
        }
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        return line(upTo: buffer.count)
    }

    private mutating func line(upTo end: Int) -> [UInt8] {
        number += 1
        let line = buffer[start..<end]
        return Array(number == 1 ? TextBytes.withoutMark(line) : line)
    }

    private mutating func readOn() throws(SystemError) {
        var piece = [UInt8](repeating: 0, count: Self.piece)
        let count = read(file.descriptor, &piece, piece.count)
        if count < 0, errno == EINTR { return }
        guard count >= 0 else { throw SystemError(number: errno, doing: "read the file") }
        isAtEnd = count == 0
        buffer += piece[..<count]
    }
}
