import Glibc
import NotifyCore

/// Keeps a second agent off the same store, also one on another bus.
///
/// The lock is the kernel's and goes with the process, however that ends.
final class AgentLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock beside a store.
    ///
    /// - Parameters:
    ///   - folder: the store's folder.
    ///   - bus: the address of the holder's bus, for the message to others.
    ///   - milliseconds: how long a holder that is just ending is waited for.
    /// - Throws: ``NotifyCore/RequestError`` that names the holder's pid and bus.
    init(folder: String, bus: String, waiting milliseconds: Int) throws(RequestError) {
        let path = "\(folder)/agent.lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw RequestError(.storage, "\(path): \(String(cString: strerror(errno)))")
        }
        guard Self.lock(descriptor, waiting: milliseconds) else {
            let holder = Self.content(of: descriptor)
            close(descriptor)
            throw RequestError(
                .notAllowed,
                "another notify-agent has the store in \(folder) (\(holder)); "
                    + "stop that one first: notify-schedule agent stop"
            )
        }
        ftruncate(descriptor, 0)
        let note = "pid \(getpid()), bus \(bus)"
        _ = note.withCString { write(descriptor, $0, strlen($0)) }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    private static func lock(_ descriptor: Int32, waiting milliseconds: Int) -> Bool {
        for _ in 0..<max(1, milliseconds / 20) {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            usleep(20_000)
        }
        return false
    }

    private static func content(of descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = read(descriptor, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : "not known which"
    }
}
