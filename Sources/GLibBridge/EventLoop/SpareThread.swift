import CGLib
import Dispatch
import Synchronization

/// Threads for pieces of work, one of which stays for the next piece when it has nothing to do.
///
/// A thread for each piece costs more than most pieces: its creation, its stack and its end. A piece that comes while
/// another one runs gets a new thread.
final class SpareThread: Sendable {
    /// A piece of work, which returns what reports its result.
    ///
    /// The report comes when the thread can take the next piece, so that whoever waits for it gets the same thread.
    typealias Piece = @Sendable () -> @Sendable () -> Void

    /// The thread that waits for work.
    private static let spare = Mutex<SpareThread?>(nil)

    private let wakes = DispatchSemaphore(value: 0)
    private let next = Mutex<(name: String, piece: Piece)?>(nil)

    private init() {}

    /// Starts a piece of work on the thread that waits, or on a new one.
    ///
    /// - Parameter name: the thread's name meanwhile, of which 15 bytes are used.
    /// - Returns: whether it was started; `false` if no thread can be created.
    static func start(name: String, _ piece: @escaping Piece) -> Bool {
        let waiting = spare.withLock { spare in
            defer { spare = nil }
            return spare
        }
        guard let waiting else {
            return OwnThread.start(name: name) { SpareThread().run(name, piece) }
        }
        waiting.next.withLock { $0 = (name, piece) }
        waiting.wakes.signal()
        return true
    }

    /// Runs a piece, and those that follow until another thread already waits.
    private func run(_ name: String, _ piece: Piece) {
        var report = piece()
        while wait() {
            report()
            wakes.wait()
            guard let (name, piece) = next.withLock({ $0.take() }) else { return }
            cglib_name_thread(name)
            report = piece()
        }
        report()
    }

    /// Makes this the thread that waits.
    private func wait() -> Bool {
        Self.spare.withLock { spare in
            guard spare == nil else { return false }
            spare = self
            return true
        }
    }
}
