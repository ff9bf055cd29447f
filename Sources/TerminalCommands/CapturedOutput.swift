import CTerminal
import Glibc

/// Standard output and error of a command, passed on to this process's own.
///
/// What is a terminal becomes a pseudo-terminal, so that the command sees one, and a pipe another pipe. A regular file
/// stays with the command, whose errors are its own, and is read at the end; so does a device but for `/dev/null`,
/// without being read. A descriptor that is closed stays closed.
final class CapturedOutput {
    /// What the command gets for each captured descriptor.
    private(set) var streams: [Int32: CommandStart.Stream] = [:]
    private var relays: [ByteRelay] = []
    private var files: [WrittenFile] = []
    private var masters: [Int32] = []
    private var writing: [Int32] = []
    private let loop: PollLoop
    private let tap: ([UInt8]) -> Void

    init(in loop: PollLoop, tap: @escaping ([UInt8]) -> Void) {
        self.loop = loop
        self.tap = tap
    }

    /// Captures open descriptors; two of the same file share a relay, which keeps their order.
    func capture(_ descriptors: [Int32]) throws(CommandProblem) {
        var left = descriptors.filter { fcntl($0, F_GETFD) >= 0 }
        while let first = left.first {
            let same = left.filter { Self.isSame(first, $0) }
            left.removeAll { same.contains($0) }
            if isatty(first) == 1 {
                try captureTerminal(same)
            } else if let file = try WrittenFile(first) {
                files.append(file)
            } else if !NullDevice.isOtherDevice(first) {
                try capturePipe(same)
            }
        }
    }

    /// Passes on what a command writes to the terminal that it has as its own.
    func pass(terminal master: Int32, to descriptor: Int32) {
        relays.append(
            ByteRelay(
                from: master,
                to: OutputSink(shared: descriptor),
                in: loop,
                // The keys go the other way.
                closesSource: false,
                tap: tap
            )
        )
    }

    /// Starts to pass on; the command has its own copies by now.
    func start() {
        for end in writing { close(end) }
        writing = []
        for relay in relays { relay.resume() }
    }

    /// Passes on what is there, before the command is stopped.
    func flush() {
        for relay in relays where relay.isOpen {
            relay.drain()
            relay.resume()
        }
    }

    /// Passes on the rest, after the command has ended.
    func drain() {
        for relay in relays { relay.drain() }
        for file in files { file.read(tap) }
        (relays, files) = ([], [])
    }

    /// Gives the pseudo-terminals the size of the terminal.
    func copySize() {
        for master in masters { OuterTerminal.copySize(from: STDERR_FILENO, to: master) }
        for master in masters { OuterTerminal.copySize(from: STDOUT_FILENO, to: master) }
    }

    /// The terminal that the command reads stays the real one, with its signals; this one is for writing alone.
    private func captureTerminal(_ descriptors: [Int32]) throws(CommandProblem) {
        let terminal = try PseudoTerminal()
        // Not this process's controlling terminal either.
        let end = try HighDescriptor.moved(open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC))
        var settings = termios()
        if tcgetattr(end, &settings) == 0 {
            // The real one makes a carriage return of each line end.
            settings.c_oflag &= ~tcflag_t(OPOST)
            settings.c_lflag &= ~tcflag_t(ECHO)
            tcsetattr(end, TCSANOW, &settings)
        }
        OuterTerminal.copySize(from: descriptors[0], to: terminal.master)
        masters.append(terminal.master)
        pass(terminal.master, end, descriptors)
    }

    private func capturePipe(_ descriptors: [Int32]) throws(CommandProblem) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw HighDescriptor.failure() }
        for index in 0...1 {
            _ = fcntl(ends[index], F_SETFD, FD_CLOEXEC)
            ends[index] = try HighDescriptor.moved(ends[index])
        }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        // The fewer the pieces, the less each byte costs; where the user has too many of these, it stays as it is.
        _ = cterminal_set_pipe_size(ends[0], Int32(ByteRelay.pieceSize))
        pass(ends[0], ends[1], descriptors)
    }

    private func pass(_ source: Int32, _ end: Int32, _ descriptors: [Int32]) {
        for descriptor in descriptors { streams[descriptor] = .copy(of: end) }
        writing.append(end)
        relays.append(
            ByteRelay(
                from: source,
                to: OutputSink(shared: descriptors[0]),
                in: loop,
                closesSource: true,
                // Standard error is for messages of this process as well.
                atEnd: { NullDevice.replace(descriptors.filter { $0 != STDERR_FILENO }) },
                tap: tap
            )
        )
    }

    private static func isSame(_ one: Int32, _ other: Int32) -> Bool {
        var (first, second) = (stat(), stat())
        guard fstat(one, &first) == 0, fstat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}

/// A regular file that a command writes by itself; what is new in it is read once the command has ended.
private final class WrittenFile {
    private let copy: Int32
    private let start: off_t
    /// How much is read of its end: more than anything keeps.
    private static let maxCount: off_t = 12 << 20
    private static let pieceSize = 65_536

    /// Opens the file of a descriptor once more; `nil` if it is no regular file, or may not be read.
    ///
    /// - Throws: ``CommandProblem`` if this process has no free descriptor.
    init?(_ descriptor: Int32) throws(CommandProblem) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        let opened = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        copy = try HighDescriptor.moved(opened)
        let appends = fcntl(descriptor, F_GETFL) & O_APPEND != 0
        start = appends ? status.st_size : lseek(descriptor, 0, SEEK_CUR)
    }

    deinit {
        close(copy)
    }

    /// Calls a handler with what was written.
    func read(_ handler: ([UInt8]) -> Void) {
        var status = stat()
        guard fstat(copy, &status) == 0 else { return }
        let end = status.st_size
        // The command may have shortened it.
        var place = max(start <= end ? start : 0, end - Self.maxCount)
        var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
        while place < end {
            let count = pread(copy, &buffer, min(buffer.count, Int(end - place)), place)
            guard count > 0 else { return }
            handler(Array(buffer[..<count]))
            place += off_t(count)
        }
    }
}

/// The device without content.
enum NullDevice {
    /// Returns whether a descriptor is a device that is not this one, such as `/dev/full`.
    static func isOtherDevice(_ descriptor: Int32) -> Bool {
        var (status, null) = (stat(), stat())
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else {
            return false
        }
        return stat("/dev/null", &null) == 0 && status.st_rdev != null.st_rdev
    }

    /// Lets go of standard descriptors, so that whoever is at their other end notices when the command has closed them.
    static func replace(_ descriptors: [Int32]) {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard null >= 0 else { return }
        for descriptor in descriptors where descriptor != null { dup2(null, descriptor) }
        if null > 2 { close(null) }
    }
}
