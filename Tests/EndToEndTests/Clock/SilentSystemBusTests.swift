import GLibBridge
import Glibc
import NotificationServer
import TestSupport
import Testing

/// A system bus that takes connections and says nothing.
@Suite(.serialized) struct SilentSystemBusTests {
    /// A socket on which nobody answers.
    private final class SilentBus {
        let address: String
        private let descriptor: Int32

        init(in folder: String) throws {
            let path = "\(folder)/silent"
            address = "unix:path=\(path)"
            descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(path.utf8)
            guard bytes.count < MemoryLayout.size(ofValue: name.sun_path) else {
                throw StartFailureInTest(what: "the path \(path) is too long for a socket")
            }
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
            let isBound = withUnsafePointer(to: name) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
            guard isBound, listen(descriptor, 16) == 0 else {
                throw StartFailureInTest(what: "the socket \(path) could not be made")
            }
        }

        deinit { close(descriptor) }
    }

    @Test func theConnectionIsGivenUp() async throws {
        let folder = try TemporaryFolder()
        let bus = try SilentBus(in: folder.path)
        let error = await #expect(throws: GLibError.self) {
            try await BusConnection.connected(to: bus.address, within: 50)
        }
        #expect(error?.isTimeout == true)
        let blocking = #expect(throws: GLibError.self) {
            try BusConnection.connect(to: bus.address, within: 50)
        }
        #expect(blocking?.isTimeout == true)
    }

    @Test func aBusThatAnswersIsConnectedAndTellsOfItsEnd() async throws {
        let bus = try await PrivateBus()
        let connection = try await BusConnection.connected(to: bus.address)
        #expect(connection.uniqueName.hasPrefix(":"))
        let ends = Recorder<Int>()
        await connection.onClose { ends.append(1) }
        bus.kill()
        _ = try await ends.next()
        try await bus.restart()
        let again = try BusConnection.connect(to: bus.address, within: 10_000)
        #expect(again.uniqueName.hasPrefix(":"))
        await #expect(throws: GLibError.self) {
            try await BusConnection.connected(to: "unix:path=/nonexistent")
        }
    }

    @Test func theAgentStartsAndDelivers() async throws {
        let fixture = try await AgentFixture()
        let silent = try SilentBus(in: fixture.directory)
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent(["DBUS_SYSTEM_BUS_ADDRESS": silent.address])
        try await fixture.add("Office", "--near", "52.52,13.405,200", "--id", "office")
        try await fixture.add("Due", "--in", "1s")
        #expect(try await server.call(titled: "Due").call.body == "")
        withExtendedLifetime((agent, silent)) {}
    }

    /// What needs an unlocked session waits: nobody knows whether it is locked.
    @Test func aClickThatNeedsAnUnlockedSessionHoldsUpNothing() async throws {
        let fixture = try await AgentFixture()
        let silent = try SilentBus(in: fixture.directory)
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent(["DBUS_SYSTEM_BUS_ADDRESS": silent.address])
        try await fixture.addBill()
        await server.click(try await server.call(titled: "Bill").id, "pay")
        try await fixture.add("Due", "--in", "1s")
        #expect(try await server.call(titled: "Due").call.body == "")
        withExtendedLifetime((agent, silent)) {}
    }
}
