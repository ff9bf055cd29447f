import GLibBridge
import Glibc

/// The process behind a connection.
///
/// Its number alone does not say which process it is: it may have ended and left its number to another one,
/// while a child of it keeps the connection.
struct CallerProcess: Sendable {
    /// What tells the process from a later one of its number.
    enum Identity: Sendable {
        /// Its descriptor, as the kernel made it when the connection was made.
        case descriptor(OpenFile)
        /// When its connection was there at the latest, in microseconds since boot.
        case firstSeen(Int64)
    }

    let number: Int32
    let identity: Identity

    /// The process that a descriptor stands for; `nil` if it has ended, or the descriptor is of something else.
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

    /// The process of a number, whose connection was there at a time.
    init(number: Int32, firstSeen: Int64) {
        self.number = number
        identity = .firstSeen(firstSeen)
    }

    /// Whether the number is still that of the process which made the connection.
    ///
    /// What was read under the number before this was asked is the process's own then.
    func hasItsNumber(_ examination: SandboxDetector) -> Bool {
        switch identity {
        case .descriptor(let file):
            // Readable once it has ended.
            var request = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&request, 1, 0) == 0
        case .firstSeen(let time):
            guard let beginning = examination.beginning(of: number) else { return false }
            return beginning <= time
        }
    }
}
