import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import TestSupport
import Testing

/// A call that is small on the wire and large in memory.
@Suite(.serialized) struct LargeCallTests {
    @Test func whatALargeCallTookIsGivenBack() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        let before = try ProcessFigures(of: agent.id)
        // Some 90 MiB once they are decoded.
        let values = Variant.array(of: "ay", Array(repeating: .bytes([]), count: 1_000_000))
        let error = await #expect(throws: GLibError.self) {
            try await fixture.call("Add", .dictionary([("unknown", values)]))
        }
        #expect(error?.remoteName == "org.freedesktop.DBus.Error.LimitsExceeded")
        // Others are answered as before, and the memory goes back to the system after a while.
        try await fixture.call("Greet")
        try await poll(60, "the end of what the call took", while: agent) {
            try ProcessFigures(of: agent.id).memory < before.memory + (24 << 10) ? () : nil
        }
    }

    @Test func whatTheAgentStartsHasItsOwnAllocator() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        let environment = try Data(
            contentsOf: URL(fileURLWithPath: "/proc/\(agent.id)/environ")
        )
        // Of the start itself; GLib has read it before the agent takes it out.
        let text = String(decoding: environment, as: UTF8.self)
        let isNeeded = SliceAllocator.isThere
        #expect(text.contains("G_SLICE=always-malloc") == isNeeded)
        let recorder = try await CommandRecorder(in: fixture)
        let script = "\(fixture.directory)/environment.sh"
        try "#!/bin/sh\nexec \(recorder.program) \"${G_SLICE-none}\"\n".write(
            toFile: script,
            atomically: true,
            encoding: .utf8
        )
        chmod(script, 0o755)
        try recorder.configure(["x": script])
        #expect(try await fixture.run(["open", "x:1"]).code == 0)
        #expect(try await recorder.expectCalls(["none"]))
    }
}
