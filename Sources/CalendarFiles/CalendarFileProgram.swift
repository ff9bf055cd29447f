import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

/// The program `notify-ical`, which converts calendar files to lines of an export and back.
///
/// A separate program, because libical's libraries take longer to load than the command takes to run, and to
/// contain the effects of a hostile file.
package enum CalendarFileProgram {
    /// The limits of processor time, in seconds, and memory, in bytes.
    private static let bounds: (seconds: UInt, bytes: UInt) = (60, 4 << 30)
    /// The maximum size of what it writes to a file, in bytes.
    private static let maxOutput: UInt = 1 << 30
    /// The limit of memory for calendars that are followed, in bytes.
    private static let maxMemoryOfFiles: UInt = 1 << 30
    /// The maximum size of a list of files, in bytes.
    private static let maxList = 64 << 20

    /// The option of an address of the user's.
    package static let addressOption = "--me="

    /// The option that has the events listed, with the stamp of the file.
    private static let syncOption = "--sync="

    /// Runs the program: `import [--trust] [--me=ADDRESS]… [--sync=STAMP | --files]` or `export`, from standard input to standard output.
    ///
    /// - Returns: the exit status: 0 done, 64 usage, 65 invalid input.
    package static func run() -> Int32 {
        var time = rlimit(rlim_cur: bounds.seconds, rlim_max: bounds.seconds)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &time)
        var memory = rlimit(rlim_cur: bounds.bytes, rlim_max: bounds.bytes)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
        var output = rlimit(rlim_cur: maxOutput, rlim_max: maxOutput)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &output)
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        do throws(RequestError) {
            let words = CommandLine.arguments.dropFirst()
            let addresses = words.dropFirst().filter { $0.hasPrefix(addressOption) }
            let options = Set(words.dropFirst()).subtracting(addresses)
            let stamps = options.filter { $0.hasPrefix(syncOption) }
            let own = addresses.map { String($0.dropFirst(addressOption.count)) }
            switch words.first {
            case "import" where options.subtracting(stamps).isSubset(of: ["--trust"]):
                try importCalendar(
                    now: now,
                    trusts: options.contains("--trust"),
                    own,
                    stamp: stamps.first.map { String($0.dropFirst(syncOption.count)) }
                )
            case "import" where options.isSubset(of: ["--trust", "--files"]):
                // It is in the agent's group of processes, which has a limit.
                memory = rlimit(rlim_cur: maxMemoryOfFiles, rlim_max: maxMemoryOfFiles)
                setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
                try CalendarFile.importing(
                    files: try input(atMost: maxList),
                    now: now,
                    trusts: options.contains("--trust"),
                    addresses: own,
                    put
                )
            case "export" where options.isEmpty: try exportCalendar(now: now)
            default:
                complain(
                    "usage: notify-ical import [--trust] [--me=ADDRESS]… [--sync=STAMP | --files] | export"
                )
                return EX_USAGE
            }
            return 0
        } catch {
            complain(error.message)
            return EX_DATAERR
        }
    }

    private static func importCalendar(
        now: Instant,
        trusts: Bool,
        _ addresses: [String],
        stamp: String?
    ) throws(RequestError) {
        let bytes = try input(atMost: CheckedCalendar.maxBytes)
        FileDeadline.begin(bytes: bytes.count)
        let remarks = try CalendarFile.importing(
            bytes,
            now: now,
            trusts: trusts,
            addresses: addresses,
            stamp: stamp,
            put
        )
        for remark in remarks { complain(remark) }
    }

    /// Tells the command which of several files is read from now on.
    ///
    /// - Parameter number: its place in the list; the number of files after the last one.
    static func noteProgress(_ number: Int) {
        let text = "\(number) "
        _ = text.withCString { pwrite(CalendarProgram.progressDescriptor, $0, strlen($0), 0) }
    }

    /// Returns the content of a file.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it is no regular file, is too large, or cannot be read.
    static func bytes(of path: String) throws(RequestError) -> [UInt8] {
        let bytes: [UInt8]?
        do throws(SystemError) {
            let file = try OpenFile(reading: path)
            let status = try file.status()
            guard status.isRegular else {
                throw SystemError(number: EINVAL, doing: "read what is no regular file")
            }
            // One that is too large is not read at all.
            let isSmall = status.size <= Int64(CheckedCalendar.maxBytes)
            bytes = isSmall ? try file.start(Int(status.size)) : nil
        } catch {
            throw RequestError(.invalidContent, "the file cannot be read: \(error)")
        }
        guard let bytes else { throw CheckedCalendar.tooLarge }
        return bytes
    }

    private static func exportCalendar(now: Instant) throws(RequestError) {
        let lines = try input(atMost: 1 << 30)
        for remark in try CalendarFile.exporting(lines, now: now, put) { complain(remark) }
    }

    /// Returns standard input, or one byte more than the limit if it is longer.
    private static func input(atMost limit: Int) throws(RequestError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while bytes.count <= limit {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                let reason = String(cString: strerror(errno))
                throw RequestError(.invalidContent, "the file cannot be read: \(reason)")
            }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    private static func put(_ bytes: [UInt8]) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(STDOUT_FILENO, $0.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { exit(EX_IOERR) }
            written += count
        }
    }

    private static func complain(_ message: String) {
        let line = message.printableLine + "\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}
