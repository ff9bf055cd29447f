import CGLib
import Glibc

extension ProgramStart {
    /// Runs the program to its end and collects its output, without blocking a thread.
    ///
    /// - Parameters:
    ///   - limit: the bytes to keep; the rest is read and dropped.
    ///   - input: its standard input, at most what a pipe holds; `nil` for none.
    ///   - started: called with the process id, which is valid until this returns.
    @GLibActor
    package func collect(
        atMost limit: Int,
        input: String? = nil,
        started: @GLibActor (Int32) -> Void = { _ in }
    ) async throws(SystemError) -> ProgramOutcome {
        var ends: [Int32] = [-1, -1]
        guard g_unix_open_pipe(&ends, FD_CLOEXEC, nil) != 0 else {
            throw SystemError(doing: "make a pipe")
        }
        let source = try input.map { text throws(SystemError) in try Self.pipe(holding: text) }
        defer { if let source { close(source) } }
        let collector = OutputCollector(reading: ends[0], atMost: limit)
        defer { close(ends[0]) }
        do {
            defer { close(ends[1]) }
            let process = try start(output: ends[1], input: source) { collector.end($0) }
            started(process)
        }
        try collector.watch()
        return await collector.outcome()
    }

    /// Returns the end of a pipe from which a text is read.
    private static func pipe(holding text: String) throws(SystemError) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard g_unix_open_pipe(&ends, FD_CLOEXEC, nil) != 0 else {
            throw SystemError(doing: "make a pipe")
        }
        defer { close(ends[1]) }
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        let bytes = Array(text.utf8)
        guard write(ends[1], bytes, bytes.count) == bytes.count else {
            close(ends[0])
            throw SystemError(doing: "write a text of \(bytes.count) bytes into a pipe")
        }
        return ends[0]
    }
}

/// Reads a pipe until its program has ended.
@GLibActor
private final class OutputCollector {
    private let descriptor: Int32
    private let limit: Int
    private var bytes: [UInt8] = []
    private var isCut = false
    private var status: Int32?
    private var watcher: FileDescriptorWatch?
    private var waiting: CheckedContinuation<ProgramOutcome, Never>?

    init(reading descriptor: Int32, atMost limit: Int) {
        self.descriptor = descriptor
        self.limit = limit
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    func watch() throws(SystemError) {
        watcher = try FileDescriptorWatch(reading: descriptor) { [weak self] in self?.read() }
    }

    func outcome() async -> ProgramOutcome {
        await withCheckedContinuation { continuation in
            waiting = continuation
            finish()
        }
    }

    func end(_ status: Int32) {
        self.status = status
        // The last output may not have been reported yet. This does not wait for a child that keeps the
        // pipe open.
        read()
        watcher = nil
        finish()
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            // Otherwise its end would be reported repeatedly.
            if count == 0 { watcher = nil }
            guard count > 0 else { return }
            let room = limit - bytes.count
            bytes += buffer.prefix(min(count, room))
            if count > room { isCut = true }
        }
    }

    private func finish() {
        guard let status, let waiting else { return }
        self.waiting = nil
        // As `WIFEXITED` and `WEXITSTATUS`, which are macros.
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
        waiting.resume(returning: ProgramOutcome(code: code, output: bytes, isCut: isCut))
    }
}
