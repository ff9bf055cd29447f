import CGLib
import Glibc
import Synchronization

/// A connection to a bus for calls that follow each other, without a loop and without threads.
///
/// A ``BusConnection`` asks the bus five questions in turn before its first call and starts two threads, which takes
/// longer than the call of a short command. This one sends the handshake, `Hello` and the first messages without
/// waiting. The messages are GIO's. It receives no calls, and sends no files.
package final class BlockingConnection: BlockingCaller {
    /// The address of the bus.
    package let address: String
    private let state: Mutex<State>
    /// How long the bus may take to accept the connection.
    private static let handshake = CallDeadline.milliseconds(10_000)

    /// Connects to a bus on this machine and sends the handshake; does not wait for its answer.
    ///
    /// - Parameter address: in D-Bus's form, such as `unix:path=/run/user/1000/bus`.
    /// - Returns: `nil` where ``BusConnection`` must be used: nobody listens, the address is of another kind, or a
    ///   sandbox stands between, whose proxy may not take a handshake in one piece.
    package init?(to address: String) {
        guard access("/.flatpak-info", F_OK) != 0,
            let descriptor = BusSocket(address: address)?.connected()
        else { return nil }
        self.address = address
        state = Mutex(State(descriptor: descriptor))
        // The digits of the number are 0x30 to 0x39, which the handshake wants in hexadecimal.
        let user = String(getuid()).map { "3\($0)" }.joined()
        let words = Array("\0AUTH EXTERNAL \(user)\r\nBEGIN\r\n".utf8)
        let isSent: Void? = state.withLock { state in
            try? words.withUnsafeBytes { (bytes) throws(GLibError) in
                try state.write(bytes, within: Self.handshake)
                try state.post("Hello", on: .bus, within: Self.handshake)
            }
        }
        guard isSent != nil else { return nil }
    }

    /// Blocks the thread until the bus has accepted the connection.
    ///
    /// - Returns: `false` if it refuses it, or does not answer in time. Nothing that was sent has reached anybody then.
    package func isAccepted() -> Bool {
        state.withLock { (try? $0.finishHandshake(within: Self.handshake)) != nil }
    }

    /// Calls a method without a reply; does not report that the receiver does not exist.
    ///
    /// - Parameter destination: the receiver, which the bus does not start.
    package func send(_ method: String, on destination: BusDestination) {
        let flags =
            G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED.rawValue
            | G_DBUS_MESSAGE_FLAGS_NO_AUTO_START.rawValue
        _ = state.withLock {
            try? $0.post(method, on: destination, flags: flags, within: Self.handshake)
        }
    }

    package func callBlocking(
        _ method: String,
        on destination: BusDestination,
        _ parameters: Variant = .tuple([]),
        deadline: CallDeadline = .standard,
        mayStart: Bool = true
    ) throws(GLibError) -> Variant {
        let start = ContinuousClock.now
        let flags = mayStart ? 0 : G_DBUS_MESSAGE_FLAGS_NO_AUTO_START.rawValue
        return try state.withLock { (state) throws(GLibError) in
            try state.finishHandshake(within: deadline)
            let serial = try state.post(
                method,
                on: destination,
                parameters,
                flags: flags,
                within: deadline
            )
            return try state.reply(to: serial, within: deadline, since: start).values
        }
    }

    /// Sends a call whose reply is awaited later.
    ///
    /// - Returns: its number, for ``reply(to:)``.
    package func begin(
        _ method: String,
        on destination: BusDestination,
        _ parameters: Variant = .tuple([])
    ) throws(GLibError) -> UInt32 {
        try state.withLock { (state) throws(GLibError) in
            try state.post(method, on: destination, parameters, within: .standard)
        }
    }

    /// Blocks the thread until the reply to a call that was begun.
    ///
    /// - Throws: ``GLibError``; its `remoteName` is set if the other side sent the error.
    package func reply(to serial: UInt32) throws(GLibError) -> PendingCall.Reply {
        let start = ContinuousClock.now
        return try state.withLock { (state) throws(GLibError) in
            try state.reply(to: serial, within: .standard, since: start)
        }
    }

    /// Keeps the signals that come from now on, for ``nextSignal(within:)``.
    ///
    /// - Parameter rule: the match rule of those that are not sent to this connection alone.
    package func keepSignals(_ rule: String) {
        state.withLock { state in
            state.keepsSignals = true
            _ = try? state.post("AddMatch", on: .bus, .tuple([.string(rule)]), within: .standard)
        }
    }

    /// Blocks the thread until the next signal, from whomever.
    ///
    /// - Parameter milliseconds: the time limit; `nil` for none.
    /// - Returns: the signal; `nil` after the time limit.
    /// - Throws: ``GLibError`` if the connection is closed.
    package func nextSignal(within milliseconds: Int?) throws(GLibError) -> BusSignal? {
        let start = ContinuousClock.now
        let deadline = milliseconds.map { CallDeadline.milliseconds(Int32(clamping: $0)) } ?? .none
        return try state.withLock { (state) throws(GLibError) in
            do throws(GLibError) {
                return try state.nextSignal(within: deadline, since: start)
            } catch {
                guard error.isTimeout else { throw error }
                return nil
            }
        }
    }

    package var lastSerial: UInt32 { state.withLock { $0.serial } }
}

/// The bytes that go to the bus and come from it.
private struct State: ~Copyable {
    /// The number of the call of `Hello`.
    private static let hello: UInt32 = 1

    /// A socket.
    private let descriptor: Int32
    /// The number of the last message that was sent.
    private(set) var serial: UInt32 = 0
    private var isAccepted = false
    /// The calls that were sent and have no reply yet.
    private var awaited: [UInt32] = []
    /// Replies that nobody has taken yet.
    private var replies: [(serial: UInt32, result: Result<PendingCall.Reply, GLibError>)] = []
    /// Whether signals are kept.
    var keepsSignals = false
    private var signals: [BusSignal] = []
    /// The number of signals that wait at most, as in ``BusInbox``.
    private static let maxSignals = 10_000
    /// What was read and not used yet.
    private var read: [UInt8] = []
    /// The length of the start of a message, which has the message's length.
    private static let headLength = 16
    private static let chunkLength = 4_096
    /// The maximum length of the bus's answer to the handshake.
    private static let maxLineLength = 1_024

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Waits until the bus has accepted the connection.
    ///
    /// It knows another user as well, and closes the connection after that: only the reply to `Hello`, the first call,
    /// says that this one may use it.
    mutating func finishHandshake(within deadline: CallDeadline) throws(GLibError) {
        guard !isAccepted else { return }
        let start = ContinuousClock.now
        var end = read.firstIndex(of: UInt8(ascii: "\n"))
        while end == nil {
            guard read.count < Self.maxLineLength else { throw Self.closed }
            try fill(Self.chunkLength, within: deadline, since: start)
            end = read.firstIndex(of: UInt8(ascii: "\n"))
        }
        guard let end, read.starts(with: "OK ".utf8) else { throw Self.closed }
        read.removeFirst(end + 1)
        _ = try reply(to: Self.hello, within: deadline, since: start)
        isAccepted = true
    }

    /// Sends a call.
    ///
    /// - Returns: its number.
    @discardableResult
    mutating func post(
        _ method: String,
        on destination: BusDestination,
        _ parameters: Variant = .tuple([]),
        flags: UInt32 = 0,
        within deadline: CallDeadline
    ) throws(GLibError) -> UInt32 {
        let message = g_dbus_message_new_method_call(
            destination.name,
            destination.path,
            destination.interface,
            method
        )
        defer { g_object_unref(UnsafeMutableRawPointer(message)) }
        parameters.withPointer { g_dbus_message_set_body(message, $0) }
        g_dbus_message_set_flags(message, GDBusMessageFlags(rawValue: flags))
        serial += 1
        g_dbus_message_set_serial(message, serial)
        var length: gsize = 0
        let bytes = try GLibError.check {
            g_dbus_message_to_blob(message, &length, G_DBUS_CAPABILITY_FLAGS_NONE, $0)
        }
        defer { g_free(bytes) }
        try write(UnsafeRawBufferPointer(start: bytes, count: Int(length)), within: deadline)
        if flags & G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED.rawValue == 0 { awaited.append(serial) }
        return serial
    }

    /// Sends bytes.
    func write(_ bytes: UnsafeRawBufferPointer, within deadline: CallDeadline) throws(GLibError) {
        let start = ContinuousClock.now
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = Glibc.send(
                descriptor,
                part.baseAddress,
                part.count,
                Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            )
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                try wait(for: POLLOUT, deadline, since: start)
            } else if errno != EINTR {
                throw Self.closed
            }
        }
    }

    /// Waits for the reply to a call.
    mutating func reply(
        to serial: UInt32,
        within deadline: CallDeadline,
        since start: ContinuousClock.Instant
    ) throws(GLibError) -> PendingCall.Reply {
        while true {
            if let index = replies.firstIndex(where: { $0.serial == serial }) {
                return try replies.remove(at: index).result.get()
            }
            try receive(within: deadline, since: start)
        }
    }

    /// Waits for a signal.
    mutating func nextSignal(
        within deadline: CallDeadline,
        since start: ContinuousClock.Instant
    ) throws(GLibError) -> BusSignal {
        while signals.isEmpty { try receive(within: deadline, since: start) }
        return signals.removeFirst()
    }

    /// Reads a message, and keeps it if somebody waits for it.
    private mutating func receive(
        within deadline: CallDeadline,
        since start: ContinuousClock.Instant
    ) throws(GLibError) {
        let message = try nextMessage(within: deadline, since: start)
        defer { g_object_unref(UnsafeMutableRawPointer(message)) }
        let values = g_dbus_message_get_body(message).map { Variant(retaining: $0) } ?? .tuple([])
        let sender = g_dbus_message_get_sender(message).map { String(cString: $0) }
        guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_SIGNAL else {
            let serial = g_dbus_message_get_reply_serial(message)
            guard let index = awaited.firstIndex(of: serial) else { return }
            awaited.remove(at: index)
            let result: Result<PendingCall.Reply, GLibError>
            do throws(GLibError) {
                _ = try GLibError.check { g_dbus_message_to_gerror(message, $0) }
                result = .success(PendingCall.Reply(values: values, sender: sender))
            } catch {
                result = .failure(error)
            }
            return replies.append((serial, result))
        }
        guard keepsSignals, signals.count < Self.maxSignals else { return }
        signals.append(
            BusSignal(
                sender: sender ?? "",
                path: g_dbus_message_get_path(message).map { String(cString: $0) } ?? "",
                interface: g_dbus_message_get_interface(message).map { String(cString: $0) } ?? "",
                name: g_dbus_message_get_member(message).map { String(cString: $0) } ?? "",
                parameters: values
            )
        )
    }

    /// Returns the next message, which the caller owns.
    private mutating func nextMessage(
        within deadline: CallDeadline,
        since start: ContinuousClock.Instant
    ) throws(GLibError) -> OpaquePointer {
        while read.count < Self.headLength {
            try fill(Self.chunkLength, within: deadline, since: start)
        }
        let length = try read.withUnsafeMutableBufferPointer { (bytes) throws(GLibError) in
            try GLibError.check {
                g_dbus_message_bytes_needed(bytes.baseAddress, gsize(Self.headLength), $0)
            }
        }
        while read.count < length {
            let missing = length - read.count
            try fill(max(missing, Self.chunkLength), within: deadline, since: start)
        }
        let message = try read.withUnsafeMutableBufferPointer { (bytes) throws(GLibError) in
            try GLibError.check {
                g_dbus_message_new_from_blob(
                    bytes.baseAddress,
                    gsize(length),
                    G_DBUS_CAPABILITY_FLAGS_NONE,
                    $0
                )
            }
        }
        read.removeFirst(length)
        guard let message else { throw Self.closed }
        return message
    }

    /// Reads more bytes.
    private mutating func fill(
        _ count: Int,
        within deadline: CallDeadline,
        since start: ContinuousClock.Instant
    ) throws(GLibError) {
        let old = read.count
        read.append(contentsOf: repeatElement(0, count: count))
        var length = 0
        defer { read.removeLast(count - length) }
        while true {
            let got = read.withUnsafeMutableBytes {
                recv(
                    descriptor,
                    $0.baseAddress?.advanced(by: old),
                    count,
                    Int32(MSG_DONTWAIT)
                )
            }
            length = max(0, got)
            if got > 0 { return }
            guard got < 0, errno == EAGAIN || errno == EINTR else { throw Self.closed }
            if errno == EAGAIN { try wait(for: POLLIN, deadline, since: start) }
        }
    }

    /// Waits until the socket can be read or written.
    private func wait(
        for event: Int32,
        _ deadline: CallDeadline,
        since start: ContinuousClock.Instant
    ) throws(GLibError) {
        var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        let left = deadline.left(since: start)
        let isEndless = left.milliseconds == .max
        // A signal only makes the caller look again.
        guard poll(&entry, 1, isEndless ? -1 : left.milliseconds) == 0 else { return }
        throw GLibError.timeout("Timeout was reached")
    }

    /// As GIO says it.
    private static var closed: GLibError {
        GLibError(
            domain: "g-io-error-quark",
            code: G_IO_ERROR_CLOSED.rawValue.asCode,
            message: "The connection is closed"
        )
    }
}

/// What calls methods over a bus and blocks the thread until the reply.
package protocol BlockingCaller: Sendable {
    /// Calls a method and blocks the thread until its reply.
    ///
    /// - Throws: ``GLibError``; its `remoteName` is set if the other side sent the error.
    func callBlocking(
        _ method: String,
        on destination: BusDestination,
        _ parameters: Variant,
        deadline: CallDeadline,
        mayStart: Bool
    ) throws(GLibError) -> Variant

    /// The number of the last message that this thread has sent.
    var lastSerial: UInt32 { get }
}
