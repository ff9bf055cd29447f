package import GLibBridge

/// A program on the bus that a test plays, with one object.
@GLibActor
package final class BusPeer {
    /// Its connection.
    package nonisolated let connection: BusConnection
    /// The calls to its object; whoever takes one answers it.
    package nonisolated let calls = Recorder<BusMethodCall>()
    private var registration: BusRegistration?

    /// Connects and exports the object.
    ///
    /// - Parameters:
    ///   - path: where.
    ///   - properties: the values of its properties.
    ///   - answer: answers a call and says so; `nil` for none, which are left to the test.
    /// - Throws: `GLibError` if there is no such bus or the document is invalid.
    package init(
        on bus: PrivateBus,
        at path: String,
        interface: String,
        xml: String,
        properties: [String: Variant] = [:],
        answer: (@Sendable (BusMethodCall) -> Bool)? = nil
    ) throws {
        connection = try bus.connect()
        let calls = calls
        registration = try connection.export(
            BusObject(
                call: { call in
                    if !(answer?(call) ?? false) { calls.append(call) }
                },
                property: { properties[$0] }
            ),
            at: path,
            interface: interface,
            xml: xml
        )
    }
}
