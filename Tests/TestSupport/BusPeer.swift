public import GLibBridge

/// A program on the bus that a test plays, with one object.
@GLibActor
public final class BusPeer {
    /// Its connection.
    public nonisolated let connection: BusConnection
    /// The calls to its object; whoever takes one answers it.
    public nonisolated let calls = Recorder<BusMethodCall>()
    private var registration: BusRegistration?

    /// Connects and exports the object.
    ///
    /// - Parameters:
    ///   - bus: the bus.
    ///   - path: where.
    ///   - interface: the object's interface.
    ///   - xml: the document that describes it.
    ///   - answer: answers a call and says so; `nil` for none, which are left to the test.
    /// - Throws: `GLibError` where the bus or the document does not hold.
    public init(
        on bus: PrivateBus,
        at path: String,
        interface: String,
        xml: String,
        answer: (@Sendable (BusMethodCall) -> Bool)? = nil
    ) throws {
        connection = try bus.connect()
        let calls = calls
        registration = try connection.export(
            BusObject { call in
                if !(answer?(call) ?? false) { calls.append(call) }
            },
            at: path,
            interface: interface,
            xml: xml
        )
    }
}
