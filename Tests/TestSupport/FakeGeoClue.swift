package import GLibBridge

/// A GeoClue with one client, on a bus that a test makes the system's.
@GLibActor
package final class FakeGeoClue {
    /// What it was asked: `GetClient`, `Set NAME=VALUE`, `Start`, `Stop`, `GetAll`, in order.
    package nonisolated let calls = Recorder<String>()
    /// Whether this program may know positions.
    package var isAllowed = true

    private let connection: BusConnection
    private var registrations: [BusRegistration] = []
    private var places: [BusRegistration] = []
    private var count = 0
    private var last = "/"

    private static let client = "/org/freedesktop/GeoClue2/Client/1"
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let managerXML = """
        <node><interface name="org.freedesktop.GeoClue2.Manager">
        <method name="GetClient"><arg name="client" type="o" direction="out"/></method>
        </interface></node>
        """
    private static let clientXML = """
        <node><interface name="org.freedesktop.GeoClue2.Client">
        <method name="Start"/><method name="Stop"/>
        <signal name="LocationUpdated"><arg name="old" type="o"/><arg name="new" type="o"/></signal>
        </interface></node>
        """
    private static let propertiesXML = """
        <node><interface name="org.freedesktop.DBus.Properties">
        <method name="Set"><arg name="interface" type="s" direction="in"/>
        <arg name="name" type="s" direction="in"/><arg name="value" type="v" direction="in"/></method>
        <method name="GetAll"><arg name="interface" type="s" direction="in"/>
        <arg name="values" type="a{sv}" direction="out"/></method>
        </interface></node>
        """

    /// Takes GeoClue's name on a bus.
    package init(on bus: PrivateBus, isAllowed: Bool = true) throws {
        connection = try bus.connect()
        self.isAllowed = isAllowed
        try export("/org/freedesktop/GeoClue2/Manager", "Manager", Self.managerXML) { call in
            self.calls.append("GetClient")
            call.reply([Variant.objectPath(Self.client) ?? .string("")])
        }
        try export(Self.client, "Client", Self.clientXML) { call in
            self.calls.append(call.method)
            if call.method == "Start", !self.isAllowed {
                return call.fail("org.freedesktop.DBus.Error.AccessDenied", "not for you")
            }
            call.reply()
        }
        registrations.append(
            try connection.export(
                BusObject { [weak self] call in
                    let value = call.parameters[2]?.unboxed
                    let text = value?.string ?? value?.integer.map { "\($0)" } ?? "?"
                    self?.calls.append("Set \(call.parameters[1]?.string ?? "")=\(text)")
                    call.reply()
                },
                at: Self.client,
                interface: Self.properties,
                xml: Self.propertiesXML
            )
        )
        _ = try connection.requestName("org.freedesktop.GeoClue2")
    }

    /// Tells a position, as GeoClue does.
    package func move(to latitude: Double, _ longitude: Double, accuracy: Double) throws {
        count += 1
        let path = "\(Self.client)/Location/\(count)"
        let values = Variant.dictionary([
            ("Latitude", .double(latitude)), ("Longitude", .double(longitude)),
            ("Accuracy", .double(accuracy)), ("Altitude", .double(-1e308)),
            ("Timestamp", .tuple([.uint64(0), .uint64(0)])),
        ])
        places.append(
            try connection.export(
                BusObject { call in
                    self.calls.append("GetAll")
                    call.reply([values])
                },
                at: path,
                interface: Self.properties,
                xml: Self.propertiesXML
            )
        )
        try connection.emit(
            "LocationUpdated",
            interface: "org.freedesktop.GeoClue2.Client",
            path: Self.client,
            .tuple([
                Variant.objectPath(last) ?? .string(""), Variant.objectPath(path) ?? .string(""),
            ])
        )
        last = path
    }

    /// Tells that the user changed what is allowed.
    package func set(isAllowed: Bool) throws {
        self.isAllowed = isAllowed
        try tell(
            "Manager",
            "/org/freedesktop/GeoClue2/Manager",
            "AvailableAccuracyLevel",
            .uint32(8)
        )
    }

    /// Reports that the client's positions come, or no longer come.
    package func set(isActive: Bool) throws {
        try tell("Client", Self.client, "Active", .boolean(isActive))
    }

    /// Leaves the bus.
    package func stop() { connection.close() }

    private func tell(_ interface: String, _ path: String, _ name: String, _ value: Variant) throws
    {
        try connection.emit(
            "PropertiesChanged",
            interface: Self.properties,
            path: path,
            .tuple([
                .string("org.freedesktop.GeoClue2.\(interface)"),
                .dictionary([(name, value)]), .strings([]),
            ])
        )
    }

    private func export(
        _ path: String,
        _ interface: String,
        _ xml: String,
        _ answer: @escaping @GLibActor @Sendable (BusMethodCall) -> Void
    ) throws {
        registrations.append(
            try connection.export(
                BusObject(call: answer),
                at: path,
                interface: "org.freedesktop.GeoClue2.\(interface)",
                xml: xml
            )
        )
    }
}
