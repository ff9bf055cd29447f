import AgentInterface
import GLibBridge
import TestSupport
import Testing

@Suite struct InterfaceXMLTests {
    /// What the agent answers to, and the signals and the property that its callers use.
    @Test(arguments: [
        "method name=\"Add\"", "method name=\"Attach\"", "method name=\"Detach\"",
        "method name=\"List\"", "method name=\"Find\"",
        "method name=\"Remove\"", "method name=\"SetCategories\"",
        "method name=\"Categories\"", "method name=\"Status\"", "method name=\"Stop\"",
        "method name=\"Watch\"", "signal name=\"Happened\"",
        "property name=\"InterfaceVersion\"", "interface name=\"\(AgentNames.interface)\"",
    ])
    func theDocumentNames(member: String) {
        #expect(AgentNames.interfaceXML.split(separator: "<\(member)").count == 2)
    }

    @Test func gioParsesTheDocument() async throws {
        let bus = try await PrivateBus()
        defer { bus.close() }
        let agent = try bus.connect()
        let caller = try bus.connect()
        let object = BusObject { _ in }
        let registration = try await agent.export(
            object,
            at: AgentNames.path,
            interface: AgentNames.interface,
            xml: AgentNames.interfaceXML
        )
        let destination = BusDestination(
            name: agent.uniqueName,
            path: AgentNames.path,
            interface: "org.freedesktop.DBus.Introspectable"
        )
        let reply = try await caller.call("Introspect", on: destination)
        let text = try #require(reply[0]?.string)
        for method in ["Add", "List", "Find", "Remove", "Status", "Stop"] {
            #expect(text.contains("<method name=\"\(method)\""))
        }
        withExtendedLifetime(registration) {}
    }
}
