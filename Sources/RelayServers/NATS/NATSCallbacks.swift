#if NATS
import CNATS
import Dispatch
import GLibBridge

/// What a NATS server sends without a question.
enum NATSEvent: Sendable {
    /// A message of a stream.
    case message(NATSMessage)
    /// A sign of life of a consumer, with the number of the last message that it has sent, and the subject that has it
    /// go on.
    case idle(last: UInt64?, answer: String?)
    /// The connection is closed.
    case closed(RelayError)
    /// The server has refused something, with its reason.
    case refused(String)
}

/// Hands what the client's threads call back with to ``GLibBridge/GLibActor``, in order.
///
/// A callback has the number of who receives it and no pointer, so that what comes late finds nobody.
@GLibActor
enum NATSCallbacks {
    private static var receivers: [UInt: @GLibActor (NATSEvent) -> Void] = [:]
    private static var last: UInt = 0
    /// Has the client's threads wait where more comes than is read; the client then drops what is too much.
    private nonisolated static let room = DispatchSemaphore(value: 256)

    /// Adds a receiver.
    static func add(_ receive: @escaping @GLibActor (NATSEvent) -> Void) -> UInt {
        last += 1
        receivers[last] = receive
        return last
    }

    /// Removes a receiver, which gets nothing more.
    static func remove(_ number: UInt) { receivers[number] = nil }

    /// Hands on an event, on any thread.
    nonisolated static func post(_ event: NATSEvent, _ closure: UnsafeMutableRawPointer?) {
        let number = UInt(bitPattern: closure)
        room.wait()
        GLibActor.thread.run {
            room.signal()
            GLibActor.assumeIsolated { receivers[number]?(event) }
        }
    }
}
#endif
