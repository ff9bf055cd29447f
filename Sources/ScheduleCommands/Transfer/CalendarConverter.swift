import AgentInterface
import GLibBridge
import Glibc
import NotifyCore

/// Converts calendar files to lines of an export and back with the program `notify-ical`.
enum CalendarConverter {
    private static let program = CalendarProgram.name
    /// Returns the program's options.
    static func words(trusts: Bool, addresses: [String]) -> [String] {
        (trusts ? ["--trust"] : []) + addresses.map { "--me=\($0)" }
    }

    private static let maxErrorBytes = 65_536

    /// Converts a file.
    ///
    /// - Parameter progress: gets the number of the file that is being read, of several.
    /// - Throws: ``NotifyCore/RequestError`` with the program's message, or ``GLibBridge/SystemError`` if it
    ///   cannot be run.
    static func convert(
        _ words: [String],
        _ input: OpenFile,
        progress: OpenFile? = nil
    ) throws -> OpenFile {
        let output = try temporaryFile()
        let errors = try temporaryFile()
        let status = try run(words, [input, output, errors] + (progress.map { [$0] } ?? []))
        let lines = String(decoding: try errors.start(maxErrorBytes), as: UTF8.self)
            .split(separator: "\n").map(String.init)
        guard status & 0x7F == 0 else {
            let signal = status & 0x7F
            throw RequestError(
                .invalidContent,
                CalendarProgram.isTooLong(signal: signal)
                    ? "reading it takes longer than \(CalendarProgram.seconds) s and "
                        + "\(CalendarProgram.secondsPerMiB) s for each MiB; leave out or correct the rules that have "
                        + "very many dates, or split it"
                    : "\(program) ended by signal \(signal); the file may be damaged or too large"
            )
        }
        guard status >> 8 & 0xFF == 0 else {
            throw RequestError(
                .invalidContent,
                lines.last ?? "\(program) ended with status \(status >> 8 & 0xFF)"
            )
        }
        for line in lines { Terminal.warn(line) }
        guard lseek(output.descriptor, 0, SEEK_SET) == 0 else {
            throw SystemError(number: errno, doing: "read what \(program) wrote")
        }
        return output
    }

    /// Returns a file without a name, which is deleted with its last descriptor.
    static func temporaryFile() throws(SystemError) -> OpenFile {
        let folder = Environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var template = Array("\(folder)/notify-schedule.XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw SystemError(number: errno, doing: "make a file in \(folder)")
        }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return OpenFile(adopting: descriptor)
    }

    private static func run(
        _ words: [String],
        _ files: [OpenFile]
    ) throws(SystemError) -> Int32 {
        let path = AgentProgram.beside(name: program)
        do {
            return try ProgramStart(arguments: [path] + words).run(
                files.enumerated().map { ($0.element.descriptor, Int32($0.offset)) }
            )
        } catch  where error.action == "start \(path)" {
            throw SystemError(
                number: error.number,
                doing: "start \(path), which reads calendar files"
            )
        }
    }
}
