import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// URLs that would like to start something else, from the command line to the started program.
@Suite(.serialized) struct HostileURLTests {
    /// What a URL must come out as: one argument, or a refusal at the click.
    private enum Fate: Equatable {
        case argument(String)
        case refusedAtClick(String)
    }

    @Test func aURLIsOneInertArgumentOrRefused() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure([
            "clock": "\(recorder.program) %p", "whole": "\(recorder.program) %u",
            "host": "\(recorder.program) %h", "item": "\(recorder.program) --dir=%{m}",
            "rest": "\(recorder.program) /srv/%o",
        ])
        let trap = "\(fixture.directory)/trap"
        let cases: [(url: String, fate: Fate)] = [
            ("clock:x;touch%20\(trap)", .argument("x;touch \(trap)")),
            ("clock://x/y;touch%20\(trap)", .argument("/y;touch \(trap)")),
            ("clock:$(touch%20\(trap))", .argument("$(touch \(trap))")),
            ("whole:$(touch${IFS}\(trap))", .argument("whole:$(touch${IFS}\(trap))")),
            ("clock:`touch%20\(trap)`", .argument("`touch \(trap)`")),
            ("clock:'%22%20two%20'words", .argument(#"'" two 'words"#)),
            (#"whole:"'\"#, .argument(#"whole:"'\"#)),
            ("clock:%25p%25%7Bm%7D", .argument("%p%{m}")),
            ("clock:a%0Ab", .refusedAtClick("encodes the control character U+000A")),
            ("clock:a%00b", .refusedAtClick("encodes the control character U+0000")),
            ("clock:%FF", .refusedAtClick("does not decode to UTF-8 text")),
            ("clock:--help", .refusedAtClick("would act as an option")),
            ("clock:%2D%2Dhelp", .refusedAtClick("would act as an option")),
            ("clock:a/../../etc", .refusedAtClick("leaves its folder by ..")),
            ("host://..%2F..%2Fetc/", .refusedAtClick("leaves its folder by ..")),
            ("item:?m=%2E%2E%2Fetc", .refusedAtClick("leaves its folder by ..")),
            ("rest:%2e%2e/etc", .refusedAtClick("leaves its folder by ..")),
        ]
        var arguments: [[String]] = []
        for (number, (url, fate)) in cases.enumerated() {
            try await fixture.add("T", "--id", "\(number)", "--action", "Go=\(url)")
            let bubble = try await server.next(within: 30)
            try await fixture.waitForDeliveries(1)
            await server.click(bubble.id, "action-1")
            let response = try await fixture.events.wait(30, "the response to \(url)") { events in
                events.first { $0.event == "responded" && $0.identifier == "\(number)" }
            }
            #expect(response.url == url)
            switch fate {
            case .argument(let argument):
                arguments.append([argument])
                #expect(response.arguments == [recorder.program, argument])
            case .refusedAtClick(let reason):
                #expect(response.arguments.isEmpty)
                #expect(response.problem?.contains(reason) == true, "\(url)")
                let problem = try await server.next(within: 30)
                #expect(problem.call.summary == "“T” could not be opened")
            }
        }
        // Programs run side by side, so their order is not known.
        #expect(try await recorder.expectCallsInAnyOrder(arguments))
        #expect(!FileManager.default.fileExists(atPath: trap))
    }

    @Test(arguments: ["clock:a b", "clock:a\nb", "clock:a\u{7F}b", "clock:a%2", "clock:a%zz", ":x"])
    func aURLThatDoesNotHoldIsRefusedWhenAdded(url: String) async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(["add", "T", "--action", "Go=\(url)"])
        #expect(outcome.code == 65)
        #expect(outcome.error.hasPrefix("notify-schedule: --action: the URL "))
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(fixture.owners.elements == [])
    }

    @Test func aDashIsTakenWhereTheCommandSaysSo() async throws {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["clock": "\(recorder.program) -- %p"])
        #expect(try await fixture.run(["open", "clock:--help"]).code == 0)
        #expect(try await recorder.expectCalls(["--", "--help"]))
    }

    @Test func aUserWithoutAHomeStartsProgramsAtTheRoot() async throws {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        let place = try recorder.makeProgram("place", "\(recorder.program) \"$PWD\"")
        try recorder.configure(["place": place])
        let home = ["HOME": "/nonexistent"]
        #expect(try await fixture.run(["open", "place:x"], environment: home).code == 0)
        #expect(try await recorder.expectCalls(["/"]))
    }

    @Test func aStartedProgramOutlivesTheAgent() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        // Tells its own process id and stays until it is ended.
        let stay = try recorder.makeProgram(
            "stay",
            "\(recorder.program) \"$$\"; exec sleep 1000"
        )
        try recorder.configure(["stay": stay])
        let agent = try await fixture.startAgent()
        try await fixture.add("T", "--action", "Go=stay:x")
        await server.click(try await server.next(within: 30).id, "action-1")
        let text = try await recorder.firstCall()
        let process = try #require(Int32(text))
        agent.kill(SIGTERM)
        #expect(try await agent.waitForExit().code == 0)
        #expect(kill(process, 0) == 0)
        let command = try String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
        #expect(command.contains("sleep") || command.contains("stay"))
        #expect(kill(process, SIGKILL) == 0)
    }
}
