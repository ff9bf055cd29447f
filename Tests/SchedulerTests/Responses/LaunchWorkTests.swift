import AgentInterface
import AgentTestSupport
import DesktopBubbles
import Dispatch
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Programs whose files lie on a file system that does not answer.
@Suite struct LaunchWorkTests {
    private static let bubble = BubbleKey(owner: ":1.1", id: 1)

    @Test func whatHangsIsGivenUpAndSaysSo() async throws {
        let launches = LaunchWork(deadline: 20)
        let gate = DispatchSemaphore(value: 0)
        defer { for _ in 0..<8 { gate.signal() } }
        for _ in 0..<8 {
            let late = await #expect(throws: RequestError.self) {
                try await launches.run("\"x:y\"") { () throws(RequestError) in gate.wait() }
            }
            #expect(late?.message.hasPrefix("\"x:y\" did not open within") == true)
        }
        let busy = await #expect(throws: RequestError.self) {
            try await launches.run("\"x:y\"") { () throws(RequestError) in }
        }
        #expect(busy?.message.contains("8 others still wait") == true)
    }

    @Test func whatIsStartedAndWhatFailsComesBack() async throws {
        let launches = LaunchWork()
        #expect(try await launches.run("it") { () throws(RequestError) in 7 } == 7)
        let error = await #expect(throws: RequestError.self) {
            try await launches.run("it") { () throws(RequestError) in
                throw RequestError(.notFound, "nothing opens it")
            }
        }
        #expect(error?.message == "nothing opens it")
    }

    @Test func aURLThatHangsHoldsUpNoDelivery() async throws {
        let gate = DispatchSemaphore(value: 0)
        let begun = Recorder<String>()
        let launches = LaunchWork(deadline: 600_000)
        let fixture = try SchedulerFixture.withManualServer(open: { url, _ throws(RequestError) in
            try await launches.run(url) { () throws(RequestError) in
                begun.append(url)
                gate.wait()
                return ["opened"]
            }
        })
        try await fixture.scheduler.start(serverOwner: Self.bubble.owner, bus: "a bus")
        try await fixture.answer("page", as: Self.bubble) {
            try await fixture.add(
                "page",
                actions: [NotificationAction(identifier: "go", title: "Go", url: "x:y")]
            )
        }
        let scheduler = fixture.scheduler
        scheduler.spawn {
            await scheduler.handle(
                .invoked(owner: ":1.1", id: 1, action: "go", activationToken: nil)
            )
        }
        #expect(try await begun.next() == "x:y")
        // It hangs, and another one comes all the same.
        try await fixture.show("next", as: BubbleKey(owner: ":1.1", id: 2))
        #expect(try fixture.state(of: "next") == "shown")
        gate.signal()
        _ = try await fixture.reports.wait(30, "the response") { told in
            told.contains { $0.event == "responded" && $0.arguments == ["opened"] } ? true : nil
        }
    }
}
