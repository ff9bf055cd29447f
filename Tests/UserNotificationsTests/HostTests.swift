import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// The library in the loops that programs have.
@Suite(.serialized) struct HostTests {
    @Test(
        arguments: ["async", "dispatch", "runloop", "glib", "thread"],
        ["closure", "async", "actor"]
    )
    func theDelegateIsCalledOnTheMainThread(loop: String, form: String) async throws {
        let bus = try await PrivateBus()
        let server = try await FakeNotificationServer(on: bus, as: .gnomeShell)
        let app = try Program(loop == "async" ? "async-host" : "loop-host")
            .start([loop, form], environment: bus.environment)
        try await app.waitForOutput("added\n", within: 30)
        let shown = try await server.next(within: 30)
        // A banner alone is what the delegate of the main actor wants.
        #expect((shown.call.hint("transient") != nil) == (form == "actor"))
        await server.click(shown.id)
        let outcome = try await app.waitForExit()
        #expect(outcome.code == 0)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let asked = form == "actor" ? ", asked 1" : ""
        let place = ["async", "dispatch"].contains(loop) ? "main queue" : "main thread"
        #expect(
            lines == ["1 threads, 0 sockets", "added", "heard host, \(place)\(asked)", "end"],
            "\(outcome)"
        )
        #expect(outcome.error.isEmpty)
    }

    @Test(arguments: ["dispatch", "runloop", "glib"])
    func aDelegateWithoutWillPresentSaysSo(loop: String) async throws {
        let bus = try await PrivateBus()
        let agent = try await FakeAgent(on: bus)
        let app = try Program("loop-host").start([loop, "closure"], environment: bus.environment)
        let name = try await agent.accept()
        let answer = try await agent.tell(name, "WillPresent", .notification)
        #expect(answer[0] == .dictionary([]))
        _ = try await agent.tell(name, "DidReceive", .response)
        #expect(try await app.waitForExit().code == 0)
    }

    @Test func nothingStartsBeforeTheFirstCall() async throws {
        let outcome = try await Program("loop-host").run(["unused"], environment: [:])
        #expect(
            outcome.output == """
                1 threads, 0 sockets
                1 threads, 0 sockets
                end

                """
        )
        #expect(outcome.code == 0)
    }
}
