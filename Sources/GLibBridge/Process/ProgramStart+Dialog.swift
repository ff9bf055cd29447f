import CGLib
import Glibc

extension ProgramStart {
    /// Runs the program in the foreground, with this process's terminal, and waits for its end.
    ///
    /// - Parameter descriptors: the descriptors that take the place of the program's own ones, and the numbers of these;
    ///   other ones above 2 are closed.
    /// - Returns: its status, as `waitpid` reports it.
    package func run(_ descriptors: [(own: Int32, number: Int32)]) throws(SystemError) -> Int32 {
        try wait(for: try startInForeground(descriptors))
    }

    /// Runs the program in the foreground, with this process's terminal, and collects its output on a descriptor.
    ///
    /// Blocks the thread until the program ends; for dialogs.
    ///
    /// - Parameters:
    ///   - descriptor: the descriptor of its output: 1, its standard output, or a number above 2, which is
    ///     opened for it.
    ///   - input: its standard input; `nil` for the process's own.
    /// - Returns: its exit status, 128 or more if a signal ended it, and its output.
    package func answer(
        on descriptor: Int32,
        to input: String? = nil
    ) throws(SystemError) -> (status: Int32, text: String) {
        var ends: [Int32] = [-1, -1]
        var inputEnds: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError(doing: "make a pipe") }
        defer { close(ends[0]) }
        let process: pid_t
        do {
            defer { close(ends[1]) }
            guard input == nil || pipe(&inputEnds) == 0 else {
                throw SystemError(doing: "make a pipe")
            }
            defer { if input != nil { close(inputEnds[0]) } }
            var descriptors: [(own: Int32, number: Int32)] = [(ends[1], descriptor)]
            if input != nil { descriptors.append((inputEnds[0], 0)) }
            process = try startInForeground(descriptors)
        }
        if let input { Self.write(input, to: inputEnds[1]) }
        let text = Self.text(from: ends[0])
        let status = try wait(for: process)
        let signal = status & 0x7F
        return (signal == 0 ? status >> 8 & 0xFF : 128 + signal, text)
    }

    private func startInForeground(
        _ descriptors: [(own: Int32, number: Int32)]
    ) throws(SystemError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (own, number) in descriptors {
            posix_spawn_file_actions_adddup2(&actions, own, number)
        }
        let last = descriptors.map(\.number).max() ?? 2
        cglib_spawn_add_closefrom(&actions, max(last + 1, 3))
        var process: pid_t = 0
        let program = arguments.first ?? ""
        let failure = Self.withStrings(arguments) { arguments in
            Self.withStrings(self.variables) { variables in
                posix_spawnp(&process, program, &actions, nil, arguments, variables)
            }
        }
        guard failure == 0 else { throw SystemError(number: failure, doing: "start \(program)") }
        return process
    }

    private func wait(for process: pid_t) throws(SystemError) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else {
                throw SystemError(doing: "wait for \(arguments.first ?? "")")
            }
        }
        return status
    }

    /// Writes a text and closes the file; a program that has closed its end reads no more of it.
    private static func write(_ text: String, to file: Int32) {
        signal(SIGPIPE, SIG_IGN)
        defer { close(file) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func text(from file: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < 1 << 20 {
            let count = read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
