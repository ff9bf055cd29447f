import GLibBridge
import TestSupport
import Testing

/// Answers that are too large for a message of D-Bus: the bus would end the connection that sends one.
@Suite struct ReplySizeTests {
    private static let interface = "org.example.Lists"
    private static let xml = """
        <node><interface name="\(interface)"><method name="All">
        <arg type="u" direction="in"/><arg type="v" direction="out"/>
        </method></interface></node>
        """

    /// So many arrays of bytes, each with a mebibyte.
    private static func mebibytes(_ count: Int64) -> Variant {
        let one = Variant.bytes(Array(repeating: 1, count: 1 << 20))
        return .variant(.array(of: "ay", Array(repeating: one, count: Int(count))))
    }

    @Test @GLibActor func oneThatIsTooLargeIsAnErrorInstead() async throws {
        let bus = try await PrivateBus()
        let peer = try BusPeer(on: bus, at: "/lists", interface: Self.interface, xml: Self.xml) {
            $0.reply([Self.mebibytes($0.parameters[0]?.integer ?? 0)])
            return true
        }
        let client = try bus.connect()
        let destination = BusDestination(
            name: peer.connection.uniqueName,
            path: "/lists",
            interface: Self.interface
        )
        for (count, isSent) in [(1, true), (70, false), (20, true), (64, false), (1, true)] {
            do throws(GLibError) {
                let parameters = Variant.tuple([.uint32(UInt32(count))])
                let reply = try await client.call("All", on: destination, parameters)
                #expect(isSent)
                #expect(reply[0]?.unboxed?.children.count == count)
            } catch {
                #expect(!isSent)
                #expect(error.remoteName == "org.freedesktop.DBus.Error.LimitsExceeded")
                #expect(error.message.contains("the answer to All has \(count) MiB"))
            }
        }
    }
}
