#if NATS
import CNATS
import GLibBridge
import NotifyCore

/// A connection to a NATS server.
///
/// Its calls wait for the server, on any thread.
final class NATSConnection: Sendable {
    /// The stream, and the subjects that it has: one for each topic.
    static let (stream, prefix) = ("NOTIFY", "notify.")
    /// The time between two signs of life of the server for a topic, in milliseconds; as that of ntfy.
    private static let heartbeat: Int64 = 45_000
    private static let maxPublishing: Int64 = 10_000
    /// What a stream keeps that is not there yet: messages of a week, up to 256 MiB of them.
    private static let limits = cnats_limits(
        max_age: 7 * 86_400 * second,
        max_bytes: 256 << 20,
        duplicate_window: 120 * second
    )
    private static let second: Int64 = 1_000_000_000
    /// What the headers of a message take at most.
    private static let maxHeaders = 4096

    /// The maximum length of a message's text in bytes.
    let maxPayload: Int
    // Safe: the client's objects have locks of their own, and end with this one.
    private nonisolated(unsafe) let connection: OpaquePointer
    private nonisolated(unsafe) let jetStream: OpaquePointer
    private let options: NATSOptions
    /// When the stream was created, which tells it from an earlier one of its name.
    private let created: Int64

    /// Connects, and finds or creates the stream.
    static func open(_ options: NATSOptions, events: UInt) -> Result<NATSConnection, RelayError> {
        do throws(RelayError) {
            return .success(try NATSConnection(options, events: events))
        } catch {
            return .failure(error)
        }
    }

    private init(_ options: NATSOptions, events: UInt) throws(RelayError) {
        let connection = try options.connect(events: events)
        var context: OpaquePointer?
        var code = jsErrCode(0)
        var created: Int64 = 0
        var status = natsConnection_JetStream(&context, connection, nil)
        if status == NATS_OK {
            status = cnats_open_stream(
                context,
                Self.stream,
                "\(Self.prefix)*",
                Self.limits,
                &created,
                &code
            )
        }
        guard status == NATS_OK, let context else {
            let failure = NATSFailure(status, code)
            jsCtx_Destroy(context)
            natsConnection_Destroy(connection)
            throw failure.meaning(options.url, hasToken: options.hasToken)
        }
        self.connection = connection
        self.options = options
        self.created = created
        jetStream = context
        maxPayload = max(0, Int(natsConnection_GetMaxPayload(connection)) - Self.maxHeaders)
    }

    deinit {
        // It waits for the client's threads.
        let parts = Parts(connection: connection, jetStream: jetStream)
        _ = BackgroundTask(name: "nats") { parts.destroy() }
    }

    private struct Parts: @unchecked Sendable {
        let connection: OpaquePointer
        let jetStream: OpaquePointer

        func destroy() {
            jsCtx_Destroy(jetStream)
            natsConnection_Destroy(connection)
        }
    }

    /// Whether it is still connected.
    var isOpen: Bool { natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED }

    // MARK: - Positions

    /// Returns the ID of a message: its number in the stream, and which stream that is.
    func id(of sequence: UInt64) -> String {
        "\(sequence)-\(String(created, radix: 36))"
    }

    /// Returns the number of the first message after that of an ID; 0 for those that come from now on.
    ///
    /// An ID of another stream stands for none.
    func first(after id: String) -> UInt64 {
        if id == "none" { return 0 }
        let parts = id.split(separator: "-")
        guard parts.count == 2, parts[1] == String(created, radix: 36),
            let sequence = UInt64(parts[0]), sequence < UInt64.max
        else { return 1 }
        return sequence + 1
    }

    // MARK: - Calls

    /// Publishes a message, and waits until the server has stored it.
    func publish(_ post: TopicPost, id: String) -> Result<String, RelayError> {
        var made: OpaquePointer?
        let text = Array(post.text.utf8)
        let status = text.withUnsafeBytes { bytes in
            natsMsg_Create(
                &made,
                Self.prefix + post.topic,
                nil,
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(bytes.count)
            )
        }
        guard status == NATS_OK, let message = made else { return .failure(meaning(status)) }
        defer { natsMsg_Destroy(message) }
        if !post.title.isEmpty {
            natsMsgHeader_Set(message, NATSMessage.title, post.title.printableLine)
        }
        if post.priority != 3 {
            natsMsgHeader_Set(message, NATSMessage.priority, "\(post.priority)")
        }
        if let click = post.click {
            natsMsgHeader_Set(message, NATSMessage.click, click.printableLine)
        }
        var sequence: UInt64 = 0
        var code = jsErrCode(0)
        let result = cnats_publish(jetStream, message, id, Self.maxPublishing, &sequence, &code)
        guard result == NATS_OK else { return .failure(meaning(result, code)) }
        return .success(self.id(of: sequence))
    }

    /// Has the server send what a topic has since a message, and what comes.
    func follow(
        _ topic: String,
        since id: String,
        events: UInt
    ) -> Result<NATSSubscription, RelayError> {
        var made: UnsafeMutablePointer<natsInbox>?
        guard natsInbox_Create(&made) == NATS_OK, let inbox = made else {
            return .failure(meaning(NATS_NO_MEMORY))
        }
        defer { natsInbox_Destroy(inbox) }
        var subscription: OpaquePointer?
        let status = natsConnection_Subscribe(
            &subscription,
            connection,
            inbox,
            { _, _, message, closure in
                guard let message else { return }
                defer { natsMsg_Destroy(message) }
                guard let event = NATSMessage.event(message) else { return }
                NATSCallbacks.post(event, closure)
            },
            UnsafeMutableRawPointer(bitPattern: events)
        )
        guard status == NATS_OK, let subscription else { return .failure(meaning(status)) }
        var target: UInt64 = 0
        var code = jsErrCode(0)
        let result = Self.stream.withCString { stream in
            "\(Self.prefix)\(topic)".withCString { subject in
                cnats_consume(
                    jetStream,
                    cnats_consumer(
                        stream: stream,
                        subject: subject,
                        inbox: UnsafePointer(inbox),
                        first: first(after: id),
                        heartbeat: Self.heartbeat * 1_000_000
                    ),
                    &target,
                    &code
                )
            }
        }
        guard result == NATS_OK else {
            let error = meaning(result, code)
            natsSubscription_Destroy(subscription)
            return .failure(error)
        }
        return .success(NATSSubscription(subscription, target: target))
    }

    /// Has a consumer go on that waits until its messages were read.
    func answer(_ subject: String) {
        natsConnection_PublishString(connection, subject, "")
    }

    private func meaning(_ status: natsStatus, _ code: jsErrCode = jsErrCode(0)) -> RelayError {
        NATSFailure(status, code).meaning(options.url, hasToken: options.hasToken)
    }
}

/// What a topic's messages come by; it ends with this object.
final class NATSSubscription: Sendable {
    /// The number of the last message that was there when it began.
    let target: UInt64
    // Safe: the client's objects have locks of their own.
    private nonisolated(unsafe) let subscription: OpaquePointer

    fileprivate init(_ subscription: OpaquePointer, target: UInt64) {
        self.subscription = subscription
        self.target = target
    }

    deinit {
        natsSubscription_Destroy(subscription)
    }
}
#endif
