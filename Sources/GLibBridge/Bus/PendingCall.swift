import CGLib

/// A method call whose reply is awaited later than it is sent.
///
/// Later messages of the same connection arrive after it.
package final class PendingCall: Sendable {
    /// The reply.
    package struct Reply: Sendable {
        /// A tuple.
        package let values: Variant
        /// The unique name of the replier.
        package let sender: String?
    }

    private let result = BlockingFuture<Result<Reply, GLibError>>()

    /// Sends the call.
    ///
    /// - Parameter destination: whose method; the bus may start the program that owns the name.
    package init(
        _ method: String,
        on destination: BusDestination,
        _ parameters: Variant = .tuple([]),
        by connection: BusConnection
    ) {
        let result = result
        // The reply is delivered to the loop of the thread that sends the call.
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
                    let slot = CallbackBox<BlockingFuture<Result<Reply, GLibError>>>.take(data)
                    slot?.fill(PendingCall.finish(source, answer))
                },
                CallbackBox(result).retained()
            )
        }
    }

    /// Blocks the thread until the reply; must not be called on ``GLibActor``.
    ///
    /// - Throws: ``GLibError``; its `remoteName` is set if the other side sent the error.
    package func reply() throws(GLibError) -> Reply {
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
