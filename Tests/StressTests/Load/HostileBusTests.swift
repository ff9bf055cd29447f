import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// Whoever is on the bus sends too much, or what makes no sense.
@Suite(.serialized) struct HostileBusTests {
    /// As much more may an agent need that had much to do, in kilobytes.
    private static let allowance = 64 << 10

    private static func request(_ name: String) -> NotificationRequest {
        NotificationRequest(
            appID: AgentNames.app,
            identifier: name,
            content: NotificationContent(title: name)
        )
    }

    @Test func aFloodOfCallsHoldsUpNobodyElse() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        defer { agent.kill(SIGKILL) }
        let before = try ProcessFigures(of: agent.id)
        let count = Stress.count(5_000, upTo: 100_000)
        let flooder = try fixture.bus.connect()
        let answers = Recorder<String?>()
        for _ in 0..<count {
            Task { @GLibActor in
                do throws(GLibError) {
                    _ = try await flooder.call(
                        "List",
                        on: AgentNames.destination,
                        .tuple([.string("pending"), .string("")]),
                        deadline: .none
                    )
                    answers.append(nil)
                } catch {
                    answers.append(error.remoteName ?? "\(error)")
                }
            }
        }
        _ = try await answers.wait(60, "an answer") { $0.first }
        try await fixture.add(Self.request("between"))
        #expect(answers.elements.count < count)
        _ = try await server.call(titled: "between")
        let all = try await answers.wait(300, "all answers") { $0.count == count ? $0 : nil }
        // What is past the bound is refused, and nothing is lost.
        #expect(
            Set(all.compactMap { $0 }).isSubset(of: ["org.freedesktop.DBus.Error.LimitsExceeded"])
        )
        let after = try ProcessFigures(of: agent.id)
        #expect(after.memory < before.memory + Self.allowance, "\(before), then \(after)")
        #expect(after.descriptors <= before.descriptors + 2)
    }

    @Test func whoNeverReadsTheAnswersCostsNothing() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        defer { agent.kill(SIGKILL) }
        let before = try ProcessFigures(of: agent.id)
        let script = "\(fixture.directory)/deaf.py"
        try Self.deafCaller.write(toFile: script, atomically: true, encoding: .utf8)
        let deaf = try Program(path: "/usr/bin/env").start(
            ["python3", script, "\(Stress.count(3_000, upTo: 100_000))"],
            environment: fixture.bus.environment
        )
        defer { deaf.kill(SIGKILL) }
        try await deaf.waitForOutput("sent", within: 60)
        try await fixture.add(Self.request("heard"))
        _ = try await server.call(titled: "heard")
        let after = try ProcessFigures(of: agent.id)
        #expect(after.memory < before.memory + Self.allowance, "\(before), then \(after)")
        #expect(try fixture.agentID() == agent.id)
    }

    /// Calls List a number of times, in raw bytes, and reads nothing after the greeting.
    private static let deafCaller = #"""
        import os, socket, struct, sys, time

        def padded(data, size):
            return data + b"\0" * (-len(data) % size)

        def string(text):
            data = text.encode()
            return struct.pack("<I", len(data)) + data + b"\0"

        def message(serial, fields, body):
            array = b""
            for code, kind, text in fields:
                array = padded(array, 8) + struct.pack("<B", code) + b"\1" + kind + b"\0"
                if kind == b"g":
                    array += bytes([len(text)]) + text.encode() + b"\0"
                else:
                    array = padded(array, 4) + string(text)
            head = struct.pack("<cBBBII", b"l", 1, 0, 1, len(body), serial)
            return padded(head + struct.pack("<I", len(array)) + array, 8) + body

        def call(serial, name, path, interface, method, signature, body):
            fields = [(1, b"o", path), (2, b"s", interface), (3, b"s", method), (6, b"s", name)]
            if signature:
                fields.append((8, b"g", signature))
            return message(serial, fields, body)

        bus = socket.socket(socket.AF_UNIX)
        bus.connect(os.environ["DBUS_SESSION_BUS_ADDRESS"].split("path=")[1])
        bus.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        bus.recv(200)
        bus.sendall(b"BEGIN\r\n")
        daemon = "org.freedesktop.DBus"
        bus.sendall(call(1, daemon, "/org/freedesktop/DBus", daemon, "Hello", "", b""))
        agent = "org.notifyschedule.Agent"
        body = padded(string("delivered"), 4) + string("")
        for serial in range(2, 2 + int(sys.argv[1])):
            bus.sendall(call(serial, agent, "/org/notifyschedule/Agent", agent + "1", "List", "ss", body))
        print("sent", flush=True)
        time.sleep(600)
        """#

    @Test func aStormOfSignalsHoldsUpNobody() async throws {
        let fixture = try await AgentFixture()
        var profile = ServerProfile.standard
        profile.audience = .everyone
        let server = try await FakeNotificationServer(on: fixture.bus, as: profile)
        let agent = try await fixture.startAgent()
        defer { agent.kill(SIGKILL) }
        try await fixture.add(Self.request("first"))
        let first = try await server.call(titled: "first")
        let before = try ProcessFigures(of: agent.id)
        let stranger = try fixture.bus.connect()
        let rounds = Stress.count(5_000, upTo: 50_000)
        for number in 0..<rounds {
            // From the server about bubbles that nobody knows; from a stranger about one that is there.
            await server.click(UInt32(1_000_000 + number), token: "t")
            try stranger.emit(
                "NotificationClosed",
                interface: "org.freedesktop.Notifications",
                path: "/org/freedesktop/Notifications",
                .tuple([.uint32(first.id), .uint32(2)])
            )
            if number == rounds / 2 { try await fixture.add(Self.request("between")) }
        }
        _ = try await server.call(titled: "between")
        try await fixture.add(Self.request("after"))
        let after = try await server.call(titled: "after")
        let figures = try ProcessFigures(of: agent.id)
        #expect(figures.memory < before.memory + Self.allowance, "\(before), then \(figures)")
        #expect(figures.descriptors <= before.descriptors + 2)
        // The stranger dismissed nothing, and the user is heard.
        let delivered = try await fixture.call("List", .string("delivered"), .string(""))
        #expect(delivered[0]?.children.count == 3)
        try await fixture.waitForDeliveries(3)
        await server.click(after.id)
        #expect(try await fixture.waitForResponses().map(\.identifier) == ["after"])
    }

    @Test func aStormOfServersEndsWithTheLastOne() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        defer { agent.kill(SIGKILL) }
        try await fixture.add(Self.request("waiting"))
        let others = [try fixture.bus.connect(), try fixture.bus.connect()]
        let before = try ProcessFigures(of: agent.id)
        for number in 0..<200 {
            let one = others[number % 2]
            _ = try one.requestName("org.freedesktop.Notifications")
            one.releaseName("org.freedesktop.Notifications")
        }
        try await fixture.add(Self.request("between"))
        let server = try await FakeNotificationServer(on: fixture.bus)
        for title in ["waiting", "between"] { _ = try await server.call(titled: title) }
        try await fixture.add(Self.request("last"))
        _ = try await server.call(titled: "last")
        #expect(server.calls.elements.count == 3)
        let after = try ProcessFigures(of: agent.id)
        #expect(after.memory < before.memory + Self.allowance, "\(before), then \(after)")
        #expect(after.descriptors <= before.descriptors + 2)
    }
}
