import Dispatch
import Synchronization

/// The messages for a program whose main thread waits for them.
///
/// It does not use Swift's thread pool, which costs a command start-up time.
package final class BusInbox: MessageInbox {
    /// A message.
    package enum Message: Sendable {
        /// A signal.
        case signal(BusSignal)
        /// The name has another owner, or none.
        case ownerChanged(String?)
        /// A Unix signal.
        case unixSignal(Int32)
        /// The reader of the program's output has closed it.
        case outputClosed
        /// The connection to the bus was closed.
        case busClosed
    }

    private let messages = Mutex<[Message]>([])
    private let filled = DispatchSemaphore(value: 0)
    private let kept = Mutex<[any Sendable]>([])

    /// Starts to collect messages.
    ///
    /// - Parameters:
    ///   - unixSignals: Unix signals that are collected instead of ending the program.
    ///   - output: a descriptor whose closing is reported; `nil` for none.
    package init(
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

    package func next(within milliseconds: Int?) -> Message? {
        if let milliseconds {
            let end = DispatchTime.now() + .milliseconds(max(0, milliseconds))
            guard filled.wait(timeout: end) == .success else { return nil }
        } else {
            filled.wait()
        }
        return messages.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    /// The number of waiting messages from which signals are dropped, so that they do not cost memory.
    private static let maxWaiting = 10_000

    private func put(_ message: Message) {
        let isTaken = messages.withLock { messages in
            if case .signal = message, messages.count >= Self.maxWaiting { return false }
            messages.append(message)
            return true
        }
        if isTaken { filled.signal() }
    }

    private func keep(_ thing: some Sendable) {
        kept.withLock { $0.append(thing) }
    }
}
