import AgentInterface
import ConfigurationFiles
import Glibc
import NotifyCore

/// The right to ask one of the few questions that hooks may have open at a time, and what a later hook knows of it.
///
/// It is a lock on a file, so it goes with the process, however that ends. The file says which process has it, and what
/// it asks.
struct HookSlot {
    /// The most questions of all hooks at a time.
    static let count = 8

    private let descriptor: OpenDescriptor

    private final class OpenDescriptor {
        let number: Int32
        init(_ number: Int32) { self.number = number }
        deinit { close(number) }
    }

    /// Takes one.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if there is none left, or none can be made.
    init(_ permission: HookPermission) throws {
        let folder = try Self.folder()
        var reason: Int32 = 0
        for number in 1...Self.count {
            let file = open(Self.path(number, in: folder), Self.flags | O_CREAT, 0o600)
            guard file >= 0 else {
                reason = errno
                continue
            }
            var lock = Self.lock
            guard fcntl(file, F_SETLK, &lock) == 0 else {
                close(file)
                continue
            }
            descriptor = OpenDescriptor(file)
            let text = "\(getpid())\n\(permission.session ?? "")\n\(permission.use)\n"
            ftruncate(file, 0)
            _ = Array(text.utf8).withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
            return
        }
        guard reason == 0 else {
            throw RequestError(
                .storage,
                "no lock can be made in \(folder): \(String(cString: strerror(reason)))"
            )
        }
        throw RequestError(.notAllowed, "\(Self.count) questions of hooks are open already")
    }

    /// Ends the hooks whose questions are over, which take them back.
    ///
    /// - Parameters:
    ///   - session: the session of the agent that asked.
    ///   - use: the use of a tool that was asked for; `nil` for all.
    static func end(session: String, use: String?) {
        guard !session.isEmpty, let folder = try? folder() else { return }
        for number in 1...count {
            let file = open(path(number, in: folder), flags)
            guard file >= 0 else { continue }
            defer { close(file) }
            var lock = Self.lock
            guard fcntl(file, F_GETLK, &lock) == 0, lock.l_type != F_UNLCK, lock.l_pid > 0 else {
                continue
            }
            var buffer = [UInt8](repeating: 0, count: 1_024)
            let length = pread(file, &buffer, buffer.count, 0)
            guard length > 0 else { continue }
            let lines = String(decoding: buffer[..<length], as: UTF8.self)
                .split(separator: "\n", omittingEmptySubsequences: false)
            // A file without its end, or of an earlier process, is still being written.
            guard lines.count == 4, lines[0] == "\(lock.l_pid)", lines[1] == session,
                use.map({ $0 == lines[2] }) ?? true
            else { continue }
            kill(lock.l_pid, SIGTERM)
        }
    }

    private static let flags = O_RDWR | O_NOFOLLOW | O_CLOEXEC

    private static var lock: flock {
        flock(
            l_type: Int16(F_WRLCK),
            l_whence: Int16(SEEK_SET),
            l_start: 0,
            l_len: 0,
            l_pid: 0
        )
    }

    private static func path(_ number: Int, in folder: String) -> String {
        "\(folder)/hook-\(number).lock"
    }

    private static func folder() throws -> String {
        do {
            return try OwnFolder.make("\(ForwardSocket.runtimeFolder)/notify-schedule").path
        } catch {
            return try StateFolder.make()
        }
    }
}
