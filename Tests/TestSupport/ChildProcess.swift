import Foundation

/// A program that could not be started.
package struct StartFailure: Error, CustomStringConvertible {
    /// Why.
    package let description: String
}

/// How a program ended.
package enum ExitStatus: Sendable, Equatable, CustomStringConvertible {
    /// It returned a code.
    case code(Int32)
    /// A signal ended it.
    case signal(Int32)

    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .code((waitStatus >> 8) & 0xFF) : .signal(signal)
    }

    /// In words.
    package var description: String {
        switch self {
        case .code(let code): "exit code \(code)"
        case .signal(let signal): "signal \(signal)"
        }
    }
}

/// A running program with its input, output and end.
///
/// Started by `posix_spawn` with three threads of its own (two outputs, the end): many at a time are
/// reliable, unlike with `Foundation.Process`.
package final class ChildProcess: Sendable {
    /// What came from the program.
    package enum Event: Sendable, Equatable {
        /// A piece of its standard output.
        case output([UInt8])
        /// A piece of its standard error.
        case error([UInt8])
        /// The end of its standard output.
        case outputEnd
        /// The end of its standard error.
        case errorEnd
        /// Its end.
        case exit(ExitStatus)
    }

    /// The process id.
    package let id: Int32
    /// What came from it so far.
    package let events = Recorder<Event>()
    private let input: Guarded<Int32?>
    private let reaped = Guarded(false)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: without the program itself.
    ///   - directory: its working directory; `nil` for the test's.
    package init(
        path: String,
        arguments: [String],
        environment: [String: String],
        directory: String? = nil
    ) throws {
        let pipes = Pipes.one
        pipes.lock()
        defer { pipes.unlock() }
        let input = try Pipe.make()
        let output = try Pipe.make()
        let error = try Pipe.make()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
        posix_spawn_file_actions_adddup2(&actions, error.writing, 2)
        CloseFrom.add(3, to: &actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
        )
        var process: pid_t = 0
        // `env` turns into the program, so the process id is the program's.
        let changer = directory.map { ["/usr/bin/env", "-C", $0] } ?? []
        let command = changer + [path] + arguments
        let failure = Self.withStrings(command) { arguments in
            Self.withStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
                posix_spawn(&process, command[0], &actions, &attributes, arguments, variables)
            }
        }
        close(input.reading)
        close(output.writing)
        close(error.writing)
        guard failure == 0 else {
            for descriptor in [input.writing, output.reading, error.reading] { close(descriptor) }
            throw StartFailure(description: "\(path): \(String(cString: strerror(failure)))")
        }
        id = process
        self.input = Guarded(input.writing)
        let events = events
        Self.read(output.reading, { events.append(.output($0)) }, { events.append(.outputEnd) })
        Self.read(error.reading, { events.append(.error($0)) }, { events.append(.errorEnd) })
        Thread.detachNewThread { self.reap() }
    }

    deinit {
        closeInput()
    }

    /// Sends a signal, unless the program has ended.
    package func kill(_ signal: Int32) {
        // Under the lock, so that the id cannot have become another program's.
        reaped.withLock { isReaped in
            if !isReaped { _ = Foundation.kill(id, signal) }
        }
    }

    /// Writes to the program's standard input.
    package func write(_ text: String) {
        input.withLock { descriptor in
            guard let descriptor else { return }
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes {
                    Foundation.write(descriptor, $0.baseAddress, $0.count)
                }
                guard count > 0 else { return }
                bytes = bytes.dropFirst(count)
            }
        }
    }

    /// Ends the program's standard input.
    package func closeInput() {
        input.withLock { descriptor in
            if let open = descriptor { close(open) }
            descriptor = nil
        }
    }

    private func reap() {
        // The end is seen before it is collected, so that `kill` never meets a stranger's id.
        var information = siginfo_t()
        while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        let status: Int32 = reaped.withLock { isReaped in
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            isReaped = true
            return status
        }
        events.append(.exit(ExitStatus(waitStatus: status)))
    }

    private static func read(
        _ descriptor: Int32,
        _ onBytes: @escaping @Sendable ([UInt8]) -> Void,
        _ onEnd: @escaping @Sendable () -> Void
    ) {
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                let count = Foundation.read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                onBytes(Array(buffer.prefix(count)))
            }
            close(descriptor)
            onEnd()
        }
    }

    private static func withStrings<Result>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}

/// Closes what else is open in the test process: it would keep other tests' pipes from ending.
enum CloseFrom {
    private typealias Function =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    // The headers show the function under _GNU_SOURCE alone, which Swift does not set.
    private static let function: Function? = {
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else {
            return nil
        }
        return unsafeBitCast(symbol, to: Function.self)
    }()

    static func add(_ descriptor: Int32, to actions: inout posix_spawn_file_actions_t) {
        _ = function?(&actions, descriptor)
    }
}

/// Held while pipes are made and handed on: a program started in between by another thread would inherit
/// their ends and keep them open.
private enum Pipes {
    static let one = NSLock()
}

/// Both ends of a pipe that children do not inherit.
private struct Pipe {
    let reading: Int32
    let writing: Int32

    static func make() throws -> Pipe {
        // A write to a program that has ended must be an error, not the end of all tests.
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            throw StartFailure(description: "pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return Pipe(reading: ends[0], writing: ends[1])
    }
}
