import TestSupport
import Testing

/// The library in the loops that programs have.
@Suite(.serialized) struct HostTests {
    @Test(arguments: ["async", "dispatch", "runloop", "glib"])
    func theDelegateIsCalledOnTheMainThread(loop: String) async throws {
        let bus = try await PrivateBus()
        let server = try await ServerDouble(on: bus, as: .gnomeShell)
        let app = try Program(loop == "async" ? "async-host" : "loop-host")
            .start([loop], environment: bus.environment)
        try await app.waitForOutput("added\n", within: 30)
        await server.click(try await server.next(within: 30).id)
        let outcome = try await app.waitForExit()
        #expect(outcome.code == 0)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(
            lines == ["1 threads, 0 sockets", "added", "heard host, main", "end"],
            "\(outcome)"
        )
        #expect(outcome.error.isEmpty)
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
