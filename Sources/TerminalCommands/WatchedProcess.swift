import CTerminal
import Glibc

/// A process that another program started, until its end.
package final class WatchedProcess {
    /// The process id.
    package let id: Int32
    /// The command line; empty if it ended before that could be read.
    package let words: [String]
    private let descriptor: Int32
    /// When it was started, in microseconds of the time since boot.
    private let start: Int64?

    /// Starts to watch a process.
    ///
    /// - Throws: ``CommandProblem`` if there is none of that id.
    package init(_ id: Int32) throws(CommandProblem) {
        descriptor = cterminal_pidfd_open(id)
        guard descriptor >= 0 else {
            let reason = errno
            let message =
                switch reason {
                case ESRCH, EINVAL: "there is no process \(id); see ps -e"
                default: "process \(id) cannot be watched: \(String(cString: strerror(reason)))"
                }
            throw CommandProblem(status: 65, message: message)
        }
        self.id = id
        // Read while the descriptor keeps the id from being used again.
        words = Self.words(of: id)
        start = Self.fields(of: id)?.start
    }

    deinit {
        close(descriptor)
    }

    /// Waits for its end.
    ///
    /// - Returns: how it ended; `nil` where the kernel does not say, as of another user's process before Linux 6.15.
    package func wait() -> CommandEnd? {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&ready, 1, -1) < 0, errno == EINTR {}
        // Until its parent has collected it, its line is there; afterwards the descriptor has the status.
        if let fields = Self.fields(of: id), fields.start == start, fields.isOver,
            let status = fields.status
        {
            return Self.end(status)
        }
        var status: Int32 = 0
        return cterminal_pidfd_exit_status(descriptor, &status) == 0 ? Self.end(status) : nil
    }

    /// How long it has run, in microseconds.
    package var age: Int64 {
        guard let start else { return 0 }
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return max(0, Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000 - start)
    }

    private static func end(_ status: Int32) -> CommandEnd {
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }

    private struct Fields {
        let isOver: Bool
        let start: Int64
        /// `nil` where this process may not see it.
        let status: Int32?
    }

    /// Reads the line of a process that proc(5) describes.
    private static func fields(of id: pid_t) -> Fields? {
        guard let bytes = read("/proc/\(id)/stat"),
            // The name before it may have blanks and brackets.
            let name = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = bytes[(name + 1)...].split(separator: UInt8(ascii: " ")).map {
            String(decoding: $0, as: UTF8.self).trimmingNewline
        }
        guard fields.count > 49, let ticks = Int64(fields[19]) else { return nil }
        let isOver = fields[0] == "Z" || fields[0] == "X"
        // A number of another user's process is zero.
        let isVisible = access("/proc/\(id)/environ", R_OK) == 0 || geteuid() == 0
        return Fields(
            isOver: isOver,
            start: ticks * 1_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK))),
            status: isVisible ? Int32(fields[49]) : nil
        )
    }

    private static func words(of id: pid_t) -> [String] {
        let words = (read("/proc/\(id)/cmdline") ?? []).split(
            separator: 0,
            omittingEmptySubsequences: false
        )
        guard words.count > 1 else {
            // A thread of the kernel, or a process that has ended.
            let name = read("/proc/\(id)/comm") ?? []
            return name.isEmpty ? [] : [String(decoding: name.dropLast(), as: UTF8.self)]
        }
        return words.dropLast().map { String(decoding: $0, as: UTF8.self) }
    }

    private static func read(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < 1 << 20 {
            let count = Glibc.read(file, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes
    }
}

extension String {
    fileprivate var trimmingNewline: String {
        hasSuffix("\n") ? String(dropLast()) : self
    }
}
