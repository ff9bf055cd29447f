import Glibc

/// Reading of zone files.
enum ZoneFile {
    /// More bytes than any zone and the list of all of them have.
    private static let maxSize = 1 << 20

    /// The folders that hold the zone database, in the order of search.
    static var folders: [String] {
        if let folder = variable("TZDIR") { return [folder] }
        return ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo"]
    }

    /// The value of an environment variable; nil if it is not set.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Whether a path leads to a folder.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The bytes of a regular file; nil if it cannot be read or is too large for a zone.
    static func bytes(_ path: String) -> [UInt8]? {
        // Not blocking: a pipe in its place must not stop the program.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= maxSize
        else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while bytes.count <= maxSize {
            let count = read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
        return nil
    }

    /// Where a symbolic link points to.
    static func linkTarget(_ path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &buffer, buffer.count)
        return length > 0 ? String(decoding: buffer.prefix(length), as: UTF8.self) : nil
    }

    /// A checksum (FNV-1a, 64 bits), which distinguishes an updated file from the one before.
    static func checksum(_ bytes: [UInt8]) -> String {
        let sum = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { sum, byte in
            (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        return String(sum, radix: 16)
    }
}
