import Dispatch
import Synchronization

/// What comes over a bus to a program whose main thread waits for it.
///
/// Nothing here needs Swift's thread pool, which costs a command start-up time.
public final class BusInbox: Sendable {
    /// What has come.
    public enum Message: Sendable {
        /// A signal.
        case signal(BusSignal)
        /// The name has another owner, or none.
        case ownerChanged(String?)
        /// A Unix signal.
        case unixSignal(Int32)
        /// What the program writes can be read by nobody any more.
        case outputClosed
        /// The bus went away.
        case busClosed
    }

    private let messages = Mutex<[Message]>([])
    private let filled = DispatchSemaphore(value: 0)
    private let kept = Mutex<[any Sendable]>([])

    /// Starts to take in what comes.
    ///
    /// - Parameters:
    ///   - connection: the bus.
    ///   - source: whose signals, and which name is watched.
    ///   - unixSignals: are taken in, too; they end the program no longer.
    ///   - output: a descriptor whose end is told; `nil` for none.
    public init(
        connection: BusConnection,
        source: BusDestination,
        unixSignals: [Int32] = [],
        output: Int32? = nil
    ) {
        GLibActor.thread.perform {
            GLibActor.assumeIsolated {
                let signals = connection.subscribe(
                    to: nil,
                    interface: source.interface,
                    sender: source.name,
                    path: source.path
                ) { [weak self] in self?.put(.signal($0)) }
                let owner = connection.watchName(source.name) { [weak self] in
                    self?.put(.ownerChanged($0))
                }
                connection.onClose { [weak self] in self?.put(.busClosed) }
                self.keep(signals)
                self.keep(owner)
            }
        }
        for signal in unixSignals {
            if let watch = UnixSignalWatch(
                signal,
                handler: { [weak self] in
                    self?.put(.unixSignal(signal))
                }
            ) {
                keep(watch)
            }
        }
        if let output {
            let watch = try? FileDescriptorWatch(endOf: output) { [weak self] in
                self?.put(.outputClosed)
            }
            if let watch { keep(watch) }
        }
    }

    /// Waits for what comes next.
    ///
    /// - Parameter milliseconds: how long; `nil` for as long as it takes.
    /// - Returns: the message; `nil` where none came in time.
    public func next(within milliseconds: Int?) -> Message? {
        if let milliseconds {
            let end = DispatchTime.now() + .milliseconds(max(0, milliseconds))
            guard filled.wait(timeout: end) == .success else { return nil }
        } else {
            filled.wait()
        }
        return messages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    /// Signals that come while so many wait are dropped: who does not read must not cost memory.
    private static let mostWaiting = 10_000

    private func put(_ message: Message) {
        let isTaken = messages.withLock { messages in
            if case .signal = message, messages.count >= Self.mostWaiting { return false }
            messages.append(message)
            return true
        }
        if isTaken { filled.signal() }
    }

    private func keep(_ thing: some Sendable) {
        kept.withLock { $0.append(thing) }
    }
}
