import Glibc
import NotifyCore

/// Standard input as a text.
enum StandardInput {
    /// Reads to the end, or to the bound of a body.
    ///
    /// A line end at the very end belongs to the shell's pipe, and is left out.
    static func text() throws(RequestError) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while bytes.count <= RequestLimits.body {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw RequestError(
                .invalidContent,
                "standard input is not valid UTF-8; convert it, for example with iconv"
            )
        }
        return text
    }
}
