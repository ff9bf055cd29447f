/// A connection to a bus that is made while the program does something else.
public final class BusConnecting: Sendable {
    /// Where the bus is.
    public let address: String
    private let result: ResultSlot<Result<BusConnection, GLibError>>

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - address: in D-Bus's form, such as `unix:path=/run/user/1000/bus`.
    ///   - begin: called once it is connected, before anybody else has the connection; on the thread of
    ///     ``GLibActor``.
    public init(
        to address: String,
        then begin: @escaping @Sendable (BusConnection) -> Void = { _ in }
    ) {
        self.address = address
        result = GLibActor.thread.begin {
            let result = BusConnection.connectOnLoop(to: address)
            if case .success(let connection) = result { begin(connection) }
            return result
        }
    }

    /// Blocks the thread until it is connected; not to be called on ``GLibActor``.
    ///
    /// - Throws: ``GLibError`` where no bus answers there.
    /// - Returns: the connection.
    public func connection() throws(GLibError) -> BusConnection {
        try result.take().get()
    }
}
