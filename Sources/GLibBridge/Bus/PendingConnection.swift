/// A connection to a bus that is opened in the background.
package final class PendingConnection: Sendable {
    /// The address of the bus.
    package let address: String
    private let result: BlockingFuture<Result<BusConnection, GLibError>>

    /// Starts to connect.
    ///
    /// - Parameters:
    ///   - address: in D-Bus's form, such as `unix:path=/run/user/1000/bus`.
    ///   - begin: called when it is connected, before any other use; on the thread of ``GLibActor``.
    package init(
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

    /// Blocks the thread until it is connected; must not be called on ``GLibActor``.
    ///
    /// - Throws: ``GLibError`` if no bus answers there.
    package func connection() throws(GLibError) -> BusConnection {
        try result.take().get()
    }
}
