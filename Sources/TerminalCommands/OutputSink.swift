import CTerminal
import Glibc

/// A standard output that is written to without blocking, although other processes share it.
final class OutputSink {
    /// The outcome of bytes.
    enum Outcome: Equatable {
        /// So many were written.
        case written(Int)
        /// None, until the descriptor is ready.
        case full
        /// The reader has gone.
        case closed
    }

    /// The descriptor that becomes ready.
    let descriptor: Int32
    private let isOwn: Bool
    private let maxCount: Int

    /// Makes a sink for a descriptor of this process's own that does not block.
    init(own descriptor: Int32) {
        (self.descriptor, isOwn, maxCount) = (descriptor, false, .max)
    }

    /// Makes a sink for a descriptor that other processes share.
    init(shared original: Int32) {
        var status = stat()
        fstat(original, &status)
        let kind = status.st_mode & S_IFMT
        // O_NONBLOCK belongs to the open file, which the shell and others share: terminals and pipes are opened
        // once more.
        let isSlow = kind == S_IFCHR || kind == S_IFIFO
        let again =
            isSlow
            ? open("/proc/self/fd/\(original)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1
        if again > 2 {
            (descriptor, isOwn, maxCount) = (again, true, .max)
        } else {
            // A pipe that is ready takes so many without blocking.
            (descriptor, isOwn, maxCount) = (original, false, kind == S_IFREG ? .max : 4_096)
        }
    }

    deinit {
        if isOwn { close(descriptor) }
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Outcome {
        let (count, reason) = bytes.withUnsafeBytes {
            (Glibc.write(descriptor, $0.baseAddress, min($0.count, maxCount)), errno)
        }
        if count >= 0 { return .written(count) }
        return reason == EAGAIN || reason == EINTR ? .full : .closed
    }
}
