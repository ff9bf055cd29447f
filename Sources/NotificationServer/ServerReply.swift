package import GLibBridge

/// The reply to a caller of a notification server.
///
/// The caller waits as long as the object exists. If it is released without a reply, the caller gets an error.
@GLibActor
package final class ServerReply<Value: Sendable> {
    private let call: BusMethodCall
    private let encode: @GLibActor (Value) -> [Variant]

    init(to call: BusMethodCall, encode: @escaping @GLibActor (Value) -> [Variant]) {
        self.call = call
        self.encode = encode
    }

    /// Replies; later replies are ignored.
    package func answer(_ value: Value) {
        call.reply(encode(value))
    }

    /// Replies with a named error, such as `org.freedesktop.DBus.Error.InvalidArgs`.
    package func fail(_ name: String, _ message: String) {
        call.fail(name, message)
    }
}
