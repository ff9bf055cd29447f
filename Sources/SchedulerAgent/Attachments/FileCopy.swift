import GLibBridge
import Glibc

/// Copies an open file, which may change during the copy.
struct FileCopy {
    /// Why a copy failed.
    struct Failure: Error {
        /// Whether the source failed, not the target.
        let isOfSource: Bool
        let reason: String
    }

    let source: OpenFile
    let target: OpenFile

    /// Copies a number of bytes from the start and syncs them to the disk.
    ///
    /// - Throws: ``Failure``, also if the size of the file changed.
    func run(size: Int64) throws(Failure) {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var offset: Int64 = 0
        while offset < size {
            let limit = min(buffer.count, Int(size - offset))
            let count = pread(source.descriptor, &buffer, limit, off_t(offset))
            guard count >= 0 else { throw failure(isOfSource: true) }
            guard count > 0 else { throw Self.changed }
            try write(buffer, count, at: offset)
            offset += Int64(count)
        }
        guard let status = try? source.status(), status.size == size else { throw Self.changed }
        guard fsync(target.descriptor) == 0 else { throw failure(isOfSource: false) }
    }

    private static let changed = Failure(isOfSource: true, reason: "it changed while it was read")

    private func write(_ bytes: [UInt8], _ count: Int, at offset: Int64) throws(Failure) {
        var written = 0
        while written < count {
            let step = bytes.withUnsafeBytes { bytes in
                pwrite(
                    target.descriptor,
                    bytes.baseAddress.map { $0 + written },
                    count - written,
                    off_t(offset) + off_t(written)
                )
            }
            guard step > 0 else { throw failure(isOfSource: false) }
            written += step
        }
    }

    private func failure(isOfSource: Bool) -> Failure {
        Failure(isOfSource: isOfSource, reason: String(cString: strerror(errno)))
    }
}
