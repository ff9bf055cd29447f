import CTerminal
import Glibc

/// Passes bytes on from one descriptor to another; stops reading while the other one is full.
final class ByteRelay {
    private let source: Int32
    private let sink: OutputSink
    private let loop: PollLoop
    private let closesSource: Bool
    private let atEnd: () -> Void
    /// Called with what was read.
    private let tap: ([UInt8]) -> Void
    private var pending: ArraySlice<UInt8> = []
    private(set) var isOpen = true
    private var isPaused = false

    /// Makes a relay, which starts with ``resume()``.
    ///
    /// - Parameters:
    ///   - source: a descriptor that does not block.
    ///   - sink: where the bytes go.
    ///   - loop: the loop that waits for both.
    ///   - closesSource: whether the source is closed where the sink is, so that its writer notices.
    ///   - atEnd: called where the source has ended.
    ///   - tap: called with what was read.
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
        self.atEnd = atEnd
        self.tap = tap
    }

    /// Passes on what is there, after the last writer that matters has gone; blocks while the sink is full.
    func drain() {
        loop.ignore(source)
        loop.ignore(sink.descriptor)
        while true {
            while !pending.isEmpty {
                switch sink.write(pending) {
                case .written(let count): pending = pending.dropFirst(count)
                case .full:
                    var ready = pollfd(fd: sink.descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&ready, 1, -1)
                case .closed: return end()
                }
            }
            guard isOpen, let bytes = next(), !bytes.isEmpty else { return }
            tap(bytes)
            pending = bytes[...]
        }
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
            loop.watch(sink.descriptor, for: POLLOUT) { [weak self] in self?.flush() }
        }
    }

    private func read() {
        guard let bytes = next() else { return }
        guard !bytes.isEmpty else { return end() }
        tap(bytes)
        pending = bytes[...]
        loop.ignore(source)
        flush()
    }

    /// Reads; `nil` if there is nothing now, empty at the end.
    private func next() -> [UInt8]? {
        let size = 65_536
        var (count, reason): (Int, Int32) = (0, 0)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
            (count, reason) = (Glibc.read(source, buffer.baseAddress, size), errno)
            initialized = max(0, count)
        }
        return count < 0 && (reason == EAGAIN || reason == EINTR) ? nil : bytes
    }

    private func flush() {
        while !pending.isEmpty {
            switch sink.write(pending) {
            case .written(let count): pending = pending.dropFirst(count)
            case .full: return wait()
            case .closed:
                pending = []
                if closesSource { end() }
            }
        }
        loop.ignore(sink.descriptor)
        wait()
    }

    private func end() {
        guard isOpen else { return }
        isOpen = false
        loop.ignore(source)
        if closesSource { close(source) }
        atEnd()
    }
}
