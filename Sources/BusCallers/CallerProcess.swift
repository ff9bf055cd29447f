import GLibBridge
import Glibc

/// The process behind a connection.
///
/// Its number alone does not identify the process, which may have ended while a child keeps the connection and
/// another process has its number.
struct CallerProcess: Sendable {
    /// Distinguishes the process from a later one with the same number.
    enum Identity: Sendable {
        /// Its descriptor, which the kernel created with the connection.
        case descriptor(OpenFile)
        /// The latest time at which its connection was made, in microseconds since boot.
        case firstSeen(Int64)
    }

    let number: Int32
    let identity: Identity

    /// Creates the process of a descriptor; `nil` if it has ended or the descriptor is not of a process.
    init?(_ descriptor: OpenFile) {
        guard
            let information = SandboxDetector.text("/proc/self/fdinfo/\(descriptor.descriptor)"),
            let line = information.split(separator: "\n").first(where: { $0.hasPrefix("Pid:") }),
            let number = line.split(whereSeparator: \.isWhitespace).last.flatMap({ Int32($0) }),
            number > 0
        else { return nil }
        self.number = number
        identity = .descriptor(descriptor)
    }

    /// Creates the process with a number, whose connection existed at a time.
    init(number: Int32, firstSeen: Int64) {
        self.number = number
        identity = .firstSeen(firstSeen)
    }

    /// Whether the number still belongs to the process that made the connection.
    ///
    /// If so, data that was read by the number before this call belongs to the process.
    func hasItsNumber(_ detector: SandboxDetector) -> Bool {
        switch identity {
        case .descriptor(let file):
            // The descriptor is readable once the process has ended.
            var request = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&request, 1, 0) == 0
        case .firstSeen(let time):
            guard let beginning = detector.beginning(of: number) else { return false }
            return beginning <= time
        }
    }
}
