import Glibc

/// Reads an open file to its end.
package enum FileBytes {
    /// Returns the bytes, at most one more than the limit; `nil` if reading fails, with the reason in `errno`.
    package static func read(_ file: Int32, atMost limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = Glibc.read(file, &buffer, min(buffer.count, limit + 1 - bytes.count))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }
}
