import GLibBridge
import TestSupport

/// A logind with one session, on a bus that a test makes the system's.
@GLibActor
final class FakeLogind {
    /// What the session's `LockedHint` was asked for, in order, as it was answered.
    nonisolated let answers = Recorder<Bool>()

    private let connection: BusConnection
    private var registration: BusRegistration?
    private var isLocked: Bool

    private static let interface = "org.freedesktop.login1.Session"
    private static let xml = """
        <node><interface name="\(interface)">
        <property name="LockedHint" type="b" access="read"/>
        </interface></node>
        """

    init(on bus: PrivateBus, isLocked: Bool) throws {
        connection = try bus.connect()
        self.isLocked = isLocked
        let object = BusObject { _ in
        } property: { [weak self] _ in
            guard let self else { return nil }
            answers.append(self.isLocked)
            return .boolean(self.isLocked)
        }
        registration = try connection.export(
            object,
            at: "/org/freedesktop/login1/session/auto",
            interface: Self.interface,
            xml: Self.xml
        )
        _ = try connection.requestName("org.freedesktop.login1")
    }

    /// Locks or unlocks the session, and says so as logind does.
    func set(isLocked: Bool) throws {
        self.isLocked = isLocked
        try connection.emit(
            "PropertiesChanged",
            interface: "org.freedesktop.DBus.Properties",
            path: "/org/freedesktop/login1/session/_32",
            .tuple([
                .string(Self.interface), .dictionary([("LockedHint", .boolean(isLocked))]),
                .strings([]),
            ])
        )
    }

    /// Leaves the bus.
    func stop() { connection.close() }
}
