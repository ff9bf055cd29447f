import ConfigurationFiles
import GLibBridge
import Glibc
import NotifyCore
import Synchronization

/// Prevents that a second agent uses the same store, also on another bus.
///
/// The kernel releases the lock when the process ends.
final class AgentLock: Sendable {
    private let path: String
    private let folder: String
    private let bus: String
    private let descriptor: Mutex<Int32>
    /// Whether the machine has not restarted since an agent last had the lock; `false` if unknown.
    let isSameBoot: Bool
    /// The mark of the store by the agent that last had the lock; `nil` if it did not end in order, or the machine has
    /// restarted since.
    let lastMark: String?

    /// Acquires the lock in a store's folder.
    init(folder: String, bus: String, waiting milliseconds: Int) throws(RequestError) {
        self.folder = folder
        self.bus = bus
        path = "\(folder)/agent.lock"
        let descriptor = try Self.acquire(path, in: folder, waiting: milliseconds)
        self.descriptor = Mutex(descriptor)
        let boot = BootIdentifier.current
        let lines = Self.lines(of: descriptor)
        isSameBoot = !boot.isEmpty && lines.dropFirst().first == "boot \(boot)"
        let mark = lines.count > 2 ? lines[2] : ""
        lastMark =
            isSameBoot && mark.hasPrefix(Self.markStart)
            ? String(mark.dropFirst(Self.markStart.count)) : nil
        Self.note(bus: bus, in: descriptor)
    }

    deinit {
        close(descriptor.withLock { $0 })
    }

    private static let markStart = "store "

    /// Notes that the agent ends in order and has left the store as it is marked.
    func noteEnd(mark: String) {
        let text = "\(Self.markStart)\(mark)\n"
        descriptor.withLock { descriptor in
            let end = lseek(descriptor, 0, SEEK_END)
            _ = text.withCString { pwrite(descriptor, $0, strlen($0), end) }
        }
    }

    /// Acquires the lock again if its file was deleted or replaced.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if another agent has acquired it; this one keeps the deleted file.
    func retake() throws(RequestError) {
        let earlier = descriptor.withLock { $0 }
        if let there = OpenFile.status(of: path), Self.isSame(earlier, there) { return }
        let fresh = try Self.acquire(path, in: folder, waiting: 0)
        Self.note(bus: bus, in: fresh)
        descriptor.withLock { $0 = fresh }
        close(earlier)
    }

    private static func isSame(_ descriptor: Int32, _ there: OpenFile.Status) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && UInt64(status.st_dev) == there.device
            && UInt64(status.st_ino) == there.number
    }

    private static func acquire(
        _ path: String,
        in folder: String,
        waiting milliseconds: Int
    ) throws(RequestError) -> Int32 {
        let descriptor = try OwnFile.open(path)
        guard lock(descriptor, waiting: milliseconds) else {
            let holder = lines(of: descriptor).first ?? "not known which"
            close(descriptor)
            throw RequestError(
                .notAllowed,
                "another notify-agent has the store in \(folder) (\(holder)); "
                    + "stop that one first: notify-schedule agent stop"
            )
        }
        return descriptor
    }

    private static func note(bus: String, in descriptor: Int32) {
        ftruncate(descriptor, 0)
        let note = "pid \(getpid()), bus \(bus)\nboot \(BootIdentifier.current)\n"
        _ = note.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    private static func lock(_ descriptor: Int32, waiting milliseconds: Int) -> Bool {
        for attempt in 0..<max(1, milliseconds / 20) {
            if attempt > 0 { usleep(20_000) }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
        }
        return false
    }

    /// Returns the holder's description, without control characters.
    private static func lines(of descriptor: Int32) -> [String] {
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return [] }
        let text = String(decoding: buffer[..<count], as: UTF8.self)
        return text.split(separator: "\n").map { line in
            String(
                String.UnicodeScalarView(line.unicodeScalars.filter { (0x20...0x7E) ~= $0.value })
            )
        }
    }
}
