import Glibc
import NotifyCore

/// Standard input as text.
enum StandardInput {
    /// The bytes kept; escape sequences can take several times the size of the text.
    private static let maxBytes = 8 << 20
    /// The bytes after which reading stops, for input without an end.
    private static let maxCounted = 1 << 30

    /// Reads to the end, and removes terminal control sequences.
    ///
    /// The final line end is removed. What is not UTF-8 becomes U+FFFD, because a text with such a character says more
    /// than none.
    static func text() throws(RequestError) -> String {
        var text = PipedText.plain(String(decoding: try bytes(), as: UTF8.self))
        if text.unicodeScalars.last == "\n" { text.unicodeScalars.removeLast() }
        guard text.utf8.count <= RequestLimits.body else { throw tooLong(text.utf8.count) }
        return text
    }

    /// Reads to the end; of input over the limit only the size is used.
    private static func bytes() throws(RequestError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var size = 0
        while size <= maxCounted {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                throw RequestError(
                    .invalidContent,
                    "standard input cannot be read: \(String(cString: strerror(errno)))"
                )
            }
            guard count > 0 else { break }
            size += count
            if size <= maxBytes { bytes += buffer[..<count] }
        }
        guard size <= maxBytes else { throw tooLong(size) }
        return bytes
    }

    private static func tooLong(_ size: Int) -> RequestError {
        RequestError(
            .invalidContent,
            "standard input has \(size > maxCounted ? "more than \(maxCounted)" : "\(size)") bytes, "
                + "but a body can have at most \(RequestLimits.body); shorten it"
        )
    }
}
