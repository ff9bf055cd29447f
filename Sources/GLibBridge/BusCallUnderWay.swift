import CGLib

/// A method call whose reply is awaited later than it is sent.
///
/// What is sent after it by the same connection comes after it.
public final class BusCallUnderWay: Sendable {
    /// What came back.
    public struct Reply: Sendable {
        /// A tuple.
        public let values: Variant
        /// The unique name of who answered.
        public let sender: String?
    }

    private let result = ResultSlot<Result<Reply, GLibError>>()

    /// Sends the call.
    ///
    /// - Parameters:
    ///   - method: the method's name.
    ///   - destination: whose method; the bus may start the program that owns the name.
    ///   - parameters: a tuple.
    ///   - connection: carries it.
    public init(
        _ method: String,
        on destination: BusDestination,
        _ parameters: Variant = .tuple([]),
        by connection: BusConnection
    ) {
        let result = result
        // The answer comes to the loop of the thread that sends it.
        GLibActor.thread.perform {
            let message = g_dbus_message_new_method_call(
                destination.name,
                destination.path,
                destination.interface,
                method
            )
            defer { g_object_unref(UnsafeMutableRawPointer(message)) }
            parameters.withPointer { g_dbus_message_set_body(message, $0) }
            g_dbus_connection_send_message_with_reply(
                connection.pointer,
                message,
                G_DBUS_SEND_MESSAGE_FLAGS_NONE,
                CallDeadline.standard.milliseconds,
                nil,
                nil,
                { source, answer, data in
                    let slot = CallbackBox<ResultSlot<Result<Reply, GLibError>>>.take(data)
                    slot?.fill(BusCallUnderWay.finish(source, answer))
                },
                CallbackBox(result).retained()
            )
        }
    }

    /// Blocks the thread until the reply is there; not to be called on ``GLibActor``.
    ///
    /// - Throws: ``GLibError``; its `remoteName` is set where the other side sent the error.
    /// - Returns: the reply.
    public func reply() throws(GLibError) -> Reply {
        try result.take().get()
    }

    private static func finish(
        _ source: UnsafeMutablePointer<GObject>?,
        _ answer: OpaquePointer?
    ) -> Result<Reply, GLibError> {
        do throws(GLibError) {
            let message = try GLibError.check { error in
                source.flatMap {
                    g_dbus_connection_send_message_with_reply_finish(
                        OpaquePointer($0),
                        answer,
                        error
                    )
                }
            }
            guard let message else { throw GLibError(taking: nil) }
            defer { g_object_unref(UnsafeMutableRawPointer(message)) }
            _ = try GLibError.check { g_dbus_message_to_gerror(message, $0) }
            let body = g_dbus_message_get_body(message)
            let sender = g_dbus_message_get_sender(message).map { String(cString: $0) }
            let values = body.map { Variant(retaining: $0) } ?? .tuple([])
            return .success(Reply(values: values, sender: sender))
        } catch {
            return .failure(error)
        }
    }
}
