import GLibBridge
import TestSupport
import Testing

/// Messages that are too large, counted by what they take once they are decoded.
@Suite struct MessageLimitTests {
    private static let interface = "org.example.Words"
    private static let xml = """
        <node><interface name="\(interface)"><method name="Say">
        <arg type="v" direction="in"/><arg type="u" direction="out"/>
        </method></interface></node>
        """

    private static func empty(_ count: Int) -> Variant {
        .variant(.array(of: "ay", Array(repeating: .bytes([]), count: count)))
    }

    @Test @GLibActor func aCallIsCountedByItsValues() async throws {
        let bus = try await PrivateBus()
        let peer = try BusPeer(on: bus, at: "/words", interface: Self.interface, xml: Self.xml) {
            $0.reply([.uint32(1)])
            return true
        }
        peer.connection.limitCalls(to: 1 << 20)
        let client = try bus.connect()
        let destination = BusDestination(
            name: peer.connection.uniqueName,
            path: "/words",
            interface: Self.interface
        )
        let long = String(repeating: "x", count: 1_100_000)
        for (value, isTaken) in [
            (Self.empty(10_000), true), (Self.empty(17_000), false),
            (.variant(.bytes(Array(repeating: 1, count: 1_000_000))), true),
            (.variant(.bytes(Array(repeating: 1, count: 1_100_000))), false),
            (.variant(.string(long)), false),
            (.variant(.variant(.variant(Self.empty(17_000)))), false),
            (.variant(.variant(.variant(Self.empty(1_000)))), true),
        ] {
            do throws(GLibError) {
                let reply = try await client.call("Say", on: destination, .tuple([value]))
                #expect(isTaken)
                #expect(reply[0]?.integer == 1)
            } catch {
                #expect(!isTaken)
                #expect(error.remoteName == "org.freedesktop.DBus.Error.LimitsExceeded")
                #expect(
                    error.message.contains(
                        "the call of Say has more than 1024 KiB, 64 bytes counted for each value in it; "
                            + "send less in one call"
                    )
                )
            }
        }
    }

    /// Somebody waits for a reply, however large it is.
    @Test @GLibActor func aReplyIsLetThrough() async throws {
        let bus = try await PrivateBus()
        let xml = """
            <node><interface name="\(Self.interface)"><method name="All">
            <arg type="v" direction="out"/></method></interface></node>
            """
        let peer = try BusPeer(on: bus, at: "/words", interface: Self.interface, xml: xml) {
            $0.reply([Self.empty(20_000)])
            return true
        }
        let client = try bus.connect()
        client.limitCalls(to: 1 << 20)
        let reply = try await client.call(
            "All",
            on: BusDestination(
                name: peer.connection.uniqueName,
                path: "/words",
                interface: Self.interface
            )
        )
        #expect(reply[0]?.unboxed?.children.count == 20_000)
    }
}
