import Foundation
import GLibBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// Which callers a slow call delays.
@Suite struct CallQueueTests {
    private static let xml = """
        <node><interface name="org.example.Queue">
          <method name="Call"><arg name="name" type="s" direction="in"/></method>
        </interface></node>
        """

    // Its sender is not known, or it brings a file.
    @Test(arguments: [false, true])
    func aCallThatTakesAWhileHoldsUpItsOwnSenderAlone(isNew: Bool) async throws {
        let bus = try await PrivateBus()
        let service = try bus.connect()
        let (begun, answered, released) = (Recorder<String>(), Recorder<String>(), Recorder<Bool>())
        let (one, other) = (try bus.connect(), try bus.connect())
        let unknown = isNew ? one.uniqueName : ""
        let answer: @Sendable ([BusMethodCall]) async -> Void = { calls in
            for call in calls {
                let name = call.parameters[0]?.string ?? ""
                begun.append(name)
                if name == "slow" { _ = try? await released.wait(30, "leave") { $0.first } }
                answered.append(name)
                call.reply()
            }
        }
        let queue = CallQueue()
        await queue.open(isKnown: { $0 != unknown }, answer: answer)
        let registration = try await service.export(
            BusObject(call: { queue.enqueue($0) }, methodsWithFiles: ["Call"]),
            at: "/q",
            interface: "org.example.Queue",
            xml: Self.xml
        )
        defer { withExtendedLifetime(registration) {} }
        let destination = BusDestination(
            name: service.uniqueName,
            path: "/q",
            interface: "org.example.Queue"
        )
        let file = try OpenFile(reading: "/dev/null")
        @Sendable func send(_ name: String, _ client: BusConnection, _ files: [OpenFile] = []) {
            _ = try? client.callBlocking(
                "Call",
                on: destination,
                .tuple([.string(name)]),
                files: files
            )
        }
        Thread.detachNewThread { send("slow", one, isNew ? [] : [file]) }
        _ = try await begun.wait(30, "the slow call") { $0.first }
        Thread.detachNewThread { send("after", one) }
        send("other", other)
        send("again", other)
        released.append(true)
        let order = try await answered.wait(30, "all answers") { $0.count == 4 ? $0 : nil }
        #expect(order == ["other", "again", "slow", "after"])
    }
}
