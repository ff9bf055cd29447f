import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

/// The bounds of an import that can be checked before anything of it is sent.
enum ImportBounds {
    /// The maximum size of all lines without attachments, in bytes: what is stored of them is at least half as large.
    private static let maxBytes = 2 * TransferFormat.maxImportBytes
    private static let piece = 1 << 20

    /// Checks a file of JSON lines, of which nothing is read otherwise.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it has too many lines or bytes.
    static func check(_ file: OpenFile) throws {
        let count = try countLines(of: file)
        // One of them is the header.
        guard count <= TransferFormat.maxImportEntries + 1 else {
            throw RequestError(
                .notAllowed,
                "the file has \(count - 1) entries, and an import may have \(TransferFormat.maxImportEntries) at a "
                    + "time; split the file, and begin each part with its first line"
            )
        }
        guard try file.status().size > Int64(maxBytes) else { return }
        guard try sizeWithoutFiles(of: file) <= maxBytes else {
            throw RequestError(
                .notAllowed,
                "an import may have \(TransferFormat.maxImportBytes >> 20) MiB at a time; split the file, and begin "
                    + "each part with its first line"
            )
        }
    }

    private static func countLines(of file: OpenFile) throws(SystemError) -> Int {
        var buffer = [UInt8](repeating: 0, count: piece)
        var offset: off_t = 0
        var count = 0
        var last = UInt8(ascii: "\n")
        while true {
            let length = pread(file.descriptor, &buffer, piece, offset)
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw SystemError(number: errno, doing: "read the file") }
            guard length > 0 else { return last == UInt8(ascii: "\n") ? count : count + 1 }
            count += buffer.withUnsafeBytes { Self.countEnds(in: $0.prefix(length)) }
            last = buffer[length - 1]
            offset += off_t(length)
        }
    }

    /// Returns how many line ends bytes have; `memchr` because the file may be large.
    private static func countEnds(in bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        let all = UnsafeRawBufferPointer(rebasing: bytes)
        guard let start = all.baseAddress else { return 0 }
        var count = 0
        var place = 0
        while place < all.count,
            let found = memchr(start + place, Int32(UInt8(ascii: "\n")), all.count - place)
        {
            count += 1
            place = UnsafeRawPointer(found) - start + 1
        }
        return count
    }

    /// Returns the size of the lines that have no attachments.
    private static func sizeWithoutFiles(of file: OpenFile) throws -> Int {
        let copy = dup(file.descriptor)
        guard copy >= 0 else { throw SystemError(number: errno, doing: "read the file") }
        let own = OpenFile(adopting: copy)
        let start = lseek(copy, 0, SEEK_CUR)
        lseek(copy, 0, SEEK_SET)
        defer { lseek(copy, start, SEEK_SET) }
        var lines = LineReader(own, longest: TransferFormat.longestLine)
        var size = 0
        while let line = try lines.next() {
            if !line.contains(filesKey) { size += line.count }
        }
        return size
    }

    private static let filesKey = Array("\"attachments\"".utf8)
}
