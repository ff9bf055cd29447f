public import GLibBridge

/// The answer that a caller of a notification server waits for.
///
/// Kept, it can be given later, or never: the caller then waits for as long as the object lives. Dropped
/// without an answer, the caller gets an error.
@GLibActor
public final class ServerReply<Value: Sendable> {
    private let call: BusMethodCall
    private let encode: @GLibActor (Value) -> [Variant]

    init(to call: BusMethodCall, encode: @escaping @GLibActor (Value) -> [Variant]) {
        self.call = call
        self.encode = encode
    }

    /// Answers; the first answer counts.
    public func answer(_ value: Value) {
        call.reply(encode(value))
    }

    /// Answers with a named error, such as `org.freedesktop.DBus.Error.InvalidArgs`.
    public func fail(_ name: String, _ message: String) {
        call.fail(name, message)
    }
}
