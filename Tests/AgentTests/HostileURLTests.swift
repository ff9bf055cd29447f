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
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let recorder = try await CommandRecorder(in: desk)
        try recorder.configure([
            "clock": "\(recorder.program) %p", "whole": "\(recorder.program) %u",
        ])
        let trap = "\(desk.directory)/trap"
        let cases: [(url: String, fate: Fate)] = [
            ("clock:x;touch%20\(trap)", .argument("x;touch \(trap)")),
            ("clock://x/y;touch%20\(trap)", .argument("/y;touch \(trap)")),
            ("clock:$(touch%20\(trap))", .argument("$(touch \(trap))")),
            ("whole:$(touch${IFS}\(trap))", .argument("whole:$(touch${IFS}\(trap))")),
            ("clock:`touch%20\(trap)`", .argument("`touch \(trap)`")),
            ("clock:'%22%20two%20'words", .argument(#"'" two 'words"#)),
            (#"whole:"'\"#, .argument(#"whole:"'\"#)),
            ("clock:%25p%25%7Bm%7D", .argument("%p%{m}")),
            ("clock:a%0Ab", .refusedAtClick("hides the control character U+000A")),
            ("clock:a%00b", .refusedAtClick("hides the control character U+0000")),
            ("clock:%FF", .refusedAtClick("does not decode to UTF-8 text")),
            ("clock:--help", .refusedAtClick("would act as an option")),
            ("clock:%2D%2Dhelp", .refusedAtClick("would act as an option")),
            ("clock:a/../../etc", .refusedAtClick("leaves its folder by ..")),
        ]
        var arguments: [[String]] = []
        for (number, (url, fate)) in cases.enumerated() {
            try await desk.add("T", "--id", "\(number)", "--action", "Go=\(url)")
            let bubble = try await server.next(within: 30)
            _ = try await desk.waitForSignals("Delivered", 1)
            await server.click(bubble.id, "action-1")
            let response = try await desk.signals.wait(30, "the response to \(url)") { signals in
                signals.first { $0.name == "Responded" && $0.identifier == "\(number)" }
            }
            #expect(response.details?["url"]?.string == url)
            switch fate {
            case .argument(let argument):
                arguments.append([argument])
                #expect(response.details?["arguments"]?.strings == [recorder.program, argument])
            case .refusedAtClick(let reason):
                #expect(response.details?["arguments"] == nil)
                #expect(response.details?["problem"]?.string?.contains(reason) == true, "\(url)")
                let problem = try await server.next(within: 30)
                #expect(problem.call.summary == "“T” could not be opened")
            }
        }
        // Programs run side by side, so their order is not told.
        #expect(try await recorder.expectCallsInAnyOrder(arguments))
        #expect(!FileManager.default.fileExists(atPath: trap))
    }

    @Test(arguments: ["clock:a b", "clock:a\nb", "clock:a\u{7F}b", "clock:a%2", "clock:a%zz", ":x"])
    func aURLThatDoesNotHoldIsRefusedWhenAdded(url: String) async throws {
        let desk = try await Desk()
        let outcome = try await desk.run(["add", "T", "--action", "Go=\(url)"])
        #expect(outcome.code == 65)
        #expect(outcome.error.hasPrefix("notify-schedule: the URL "))
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(desk.owners.elements == [])
    }

    @Test func aDashIsTakenWhereTheCommandSaysSo() async throws {
        let desk = try await Desk()
        let recorder = try await CommandRecorder(in: desk)
        try recorder.configure(["clock": "\(recorder.program) -- %p"])
        #expect(try await desk.run(["open", "clock:--help"]).code == 0)
        #expect(try await recorder.expectCalls(["--", "--help"]))
    }

    @Test func aUserWithoutAHomeStartsProgramsAtTheRoot() async throws {
        let desk = try await Desk()
        let recorder = try await CommandRecorder(in: desk)
        let place = try recorder.makeProgram("place", "\(recorder.program) \"$PWD\"")
        try recorder.configure(["place": place])
        let home = ["HOME": "/nonexistent"]
        #expect(try await desk.run(["open", "place:x"], environment: home).code == 0)
        #expect(try await recorder.expectCalls(["/"]))
    }

    @Test func aStartedProgramOutlivesTheAgent() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        let recorder = try await CommandRecorder(in: desk)
        // Tells its own process id and stays until it is ended.
        let stay = try recorder.makeProgram(
            "stay",
            "\(recorder.program) \"$$\"; exec sleep 1000"
        )
        try recorder.configure(["stay": stay])
        let agent = try await desk.startAgent()
        try await desk.add("T", "--action", "Go=stay:x")
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
