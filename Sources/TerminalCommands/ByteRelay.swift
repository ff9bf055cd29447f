import CTerminal
import Glibc

/// Passes bytes on from one descriptor to another; stops reading while the other one is full.
final class ByteRelay {
    private let source: Int32
    private let sink: OutputSink
    private let loop: PollLoop
    private let closesSource: Bool
    /// Whether it may be read without having been waited for.
    private let isNonBlocking: Bool
    private let atEnd: () -> Void
    /// Called with what was read.
    private let tap: ([UInt8]) -> Void
    private var pending: ArraySlice<UInt8> = []
    private(set) var isOpen = true
    private var isPaused = false
    /// How much is passed on at a time, in bytes.
    static let pieceSize = 1 << 17
    /// How many pieces are passed on before other descriptors have their turn.
    private static let maxPieces = 16
    /// More than a pseudo-terminal keeps for its reader.
    private static let maxInTerminal = 1 << 17

    /// Makes a relay, which starts with ``resume()``.
    ///
    /// - Parameters:
    ///   - source: a descriptor; of one that does not block several pieces are read at a time.
    ///   - sink: where the bytes go.
    ///   - closesSource: whether the source is closed where the sink is, so that its writer notices.
    ///   - atEnd: called where the source has ended.
    init(
        from source: Int32,
        to sink: OutputSink,
        in loop: PollLoop,
        closesSource: Bool,
        atEnd: @escaping () -> Void = {},
        tap: @escaping ([UInt8]) -> Void = { _ in }
    ) {
        self.source = source
        self.sink = sink
        self.loop = loop
        self.closesSource = closesSource
        isNonBlocking = fcntl(source, F_GETFL) & O_NONBLOCK != 0
        self.atEnd = atEnd
        self.tap = tap
    }

    /// Passes on what is there, after the last writer that matters has gone or stopped; blocks while the sink is full.
    ///
    /// What others write meanwhile is left, until ``resume()``.
    func drain() {
        loop.ignore(source)
        loop.ignore(sink.descriptor)
        var left = countWaiting
        while true {
            while !pending.isEmpty {
                switch sink.write(pending) {
                case .written(let count): pending = pending.dropFirst(count)
                case .full:
                    var ready = pollfd(fd: sink.descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&ready, 1, -1)
                case .closed:
                    pending = []
                    if closesSource { return end() }
                }
            }
            guard isOpen, left > 0, let bytes = next(atMost: left), !bytes.isEmpty else { return }
            left -= bytes.count
            tap(bytes)
            pending = bytes[...]
        }
    }

    /// How many bytes can be read now; of a pseudo-terminal, at most.
    private var countWaiting: Int {
        // Of a pseudo-terminal the kernel counts only what it has made ready.
        guard isatty(source) != 1 else { return Self.maxInTerminal }
        return Int(cterminal_count_waiting(source))
    }

    /// Goes on after ``pause()``, and starts.
    func resume() {
        isPaused = false
        wait()
    }

    /// Reads nothing more for now.
    func pause() {
        isPaused = true
        loop.ignore(source)
    }

    private func wait() {
        if pending.isEmpty {
            guard isOpen, !isPaused else { return }
            loop.watch(source, for: POLLIN) { [weak self] in self?.read() }
        } else {
            loop.watch(sink.descriptor, for: POLLOUT) { [weak self] in
                self?.flush()
                self?.wait()
            }
        }
    }

    private func read() {
        loop.ignore(source)
        var count = 0
        let limit = isNonBlocking ? Self.maxPieces : 1
        while pending.isEmpty, isOpen, count < limit, let bytes = next() {
            guard !bytes.isEmpty else { return end() }
            tap(bytes)
            pending = bytes[...]
            count += 1
            flush()
        }
        wait()
    }

    /// Reads; `nil` if there is nothing now, empty at the end.
    ///
    /// A pseudo-terminal gives 4 KiB at a time, of which several are put together.
    private func next(atMost limit: Int = pieceSize) -> [UInt8]? {
        let size = min(limit, Self.pieceSize)
        var isOver = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
            initialized = 0
            while initialized < size {
                let count = Glibc.read(
                    source,
                    buffer.baseAddress?.advanced(by: initialized),
                    size - initialized
                )
                if count > 0 {
                    initialized += count
                    guard isNonBlocking else { return }
                    continue
                }
                isOver = count == 0 || (errno != EAGAIN && errno != EINTR)
                return
            }
        }
        return bytes.isEmpty && !isOver ? nil : bytes
    }

    private func flush() {
        while !pending.isEmpty {
            switch sink.write(pending) {
            case .written(let count): pending = pending.dropFirst(count)
            case .full: return
            case .closed:
                pending = []
                if closesSource { end() }
            }
        }
        loop.ignore(sink.descriptor)
    }

    private func end() {
        guard isOpen else { return }
        isOpen = false
        loop.ignore(source)
        if closesSource { close(source) }
        atEnd()
    }
}
