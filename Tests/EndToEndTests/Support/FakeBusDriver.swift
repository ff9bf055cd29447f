import GLibBridge
import Glibc
import TestSupport

/// The part of a bus that says who made a connection.
struct FakeBusDriver {
    private static let path = "/org/freedesktop/DBus"
    private static let interface = "org.freedesktop.DBus"
    private static let xml = """
        <node><interface name="\(interface)"><method name="GetConnectionCredentials">
        <arg type="s" direction="in"/><arg type="a{sv}" direction="out"/>
        </method></interface></node>
        """

    private let peer: BusPeer

    /// Makes one that answers each question in the test's way.
    @GLibActor
    init(on bus: PrivateBus, answer: @escaping @Sendable (BusMethodCall) -> Void) throws {
        peer = try BusPeer(on: bus, at: Self.path, interface: Self.interface, xml: Self.xml) {
            answer($0)
            return true
        }
    }

    /// Where it is asked.
    var destination: BusDestination {
        BusDestination(
            name: peer.connection.uniqueName,
            path: Self.path,
            interface: Self.interface
        )
    }

    /// What a bus says of a process of this user.
    static func credentials(
        of process: Int32,
        _ more: [(key: String, value: Variant)] = []
    ) -> Variant {
        .dictionary(
            [("ProcessID", .uint32(UInt32(process))), ("UnixUserID", .uint32(getuid()))] + more
        )
    }
}
