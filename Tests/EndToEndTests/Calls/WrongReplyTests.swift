import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// A notification server whose answer to `Notify` is none.
@Suite(.serialized) struct WrongReplyTests {
    private struct Reply: Sendable, CustomTestStringConvertible {
        let types: String
        let values: [Variant]

        var testDescription: String { "(\(types))" }
    }

    private static let replies = [
        Reply(types: "", values: []),
        Reply(types: "s", values: [.string("1")]),
        Reply(types: "i", values: [.int32(1)]),
        Reply(types: "uu", values: [.uint32(1), .uint32(2)]),
    ]

    @Test(arguments: replies)
    private func aReplyOfAWrongTypeIsAFaultOfTheServer(reply: Reply) async throws {
        let fixture = try await AgentFixture()
        let server = try await Self.server(on: fixture.bus, reply)
        try await fixture.add("Odd", "--id", "odd")
        let line = try await within(30, "the fault in the history") {
            while true {
                let history = try await fixture.run(["history"]).output
                if let line = history.split(separator: "\n").first(where: { $0.contains("odd") }) {
                    return String(line)
                }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        #expect(line.contains("refused by the notification server"), "\(line)")
        #expect(line.contains("replied to Notify with a value of type (\(reply.types))"), "\(line)")
        withExtendedLifetime(server) {}
    }

    /// A server that answers its own questions well, and `Notify` in its own way.
    private static func server(on bus: PrivateBus, _ reply: Reply) async throws -> BusPeer {
        func argument(_ type: Character, _ direction: String) -> String {
            "<arg type=\"\(type)\" direction=\"\(direction)\"/>"
        }
        let outputs = reply.types.map { argument($0, "out") }.joined()
        let strings = String(repeating: argument("s", "out"), count: 4)
        let peer = try await BusPeer(
            on: bus,
            at: NotificationServer.path,
            interface: NotificationServer.name,
            xml: """
                <node><interface name="\(NotificationServer.name)">
                <method name="GetServerInformation">\(strings)</method>
                <method name="GetCapabilities"><arg type="as" direction="out"/></method>
                <method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/>
                <arg type="s" direction="in"/><arg type="s" direction="in"/>
                <arg type="s" direction="in"/><arg type="as" direction="in"/>
                <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/>\(outputs)</method>
                </interface></node>
                """
        ) { call in
            switch call.method {
            case "GetServerInformation":
                call.reply(["odd", "tests", "1", "1.2"].map(Variant.string))
            case "GetCapabilities": call.reply([.strings(["body"])])
            case "Notify": call.reply(reply.values)
            default: return false
            }
            return true
        }
        _ = try peer.connection.requestName(NotificationServer.name)
        return peer
    }
}
