import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// `doctor`, with everything right and with each thing wrong.
@Suite(.serialized) struct DoctorTests {
    private struct Check: Decodable {
        let name: String
        let level: String
        let message: String
        let advice: String?
        let fix: Fix?

        struct Fix: Decodable {
            let label: String
            let command: [String]
        }
    }

    @Test func aHealthyDesktopHasNothingWrong() async throws {
        let setup = try await Self.healthyFixture()
        let (checks, outcome) = try await Self.doctor(setup)
        #expect(checks.filter { !["ok", "info"].contains($0.level) }.map(\.name) == [])
        #expect(
            Set(checks.map(\.name)) == [
                "bus", "agent", "activation", "unit", "autostart", "server", "profile",
                "do-not-disturb", "sound", "reply", "notify-send", "store", "zone", "clock", "wake",
                "location",
                "agent.conf", "requests.d", "launcher.conf",
            ]
        )
        #expect(outcome.code == 0)
        let named = Dictionary(checks.map { ($0.name, $0.message) }) { first, _ in first }
        #expect(named["unit"] == "notify-agent.service is enabled and active")
        #expect(named["clock"] == "synchronised")
        #expect(named["zone"]?.hasPrefix("Europe/Berlin (by TZ); zone data in ") == true)
        #expect(named["store"]?.contains("/state/notify-schedule/store.sqlite, ") == true)
        // For people the same, a line a check.
        let text = try await setup.fixture.run(["doctor"], environment: setup.environment)
        #expect(text.output.contains("\nok       clock           synchronised\n"))
        #expect(!text.output.contains("\u{1B}"))
    }

    /// What is wrong with the surroundings, the line that says so, and how it ends.
    @Test(arguments: [
        ("unsynchronised", "clock", "warning", 0), ("disabled", "unit", "warning", 0),
        ("failed", "unit", "error", 1), ("zone", "zone", "warning", 0),
        ("agent.conf", "agent.conf", "warning", 0),
        ("requests.d/x.conf", "requests.d", "warning", 0),
        ("launcher.conf", "launcher.conf", "warning", 0), ("server", "server", "error", 1),
        ("damage", "store", "error", 1),
    ])
    func eachFaultHasItsLine(fault: String, name: String, level: String, code: Int32) async throws {
        let setup = try await Self.healthyFixture(
            isSynchronized: fault != "unsynchronised",
            unit: fault == "disabled" ? "disabled" : "enabled",
            unitIs: fault == "failed" ? "failed" : "active",
            hasServer: fault != "server"
        )
        var environment = setup.environment
        switch fault {
        case "zone": environment["TZ"] = "Mars/Base"
        case "agent.conf", "requests.d/x.conf", "launcher.conf":
            try setup.configure(fault, "[Serv]\nMostButtons=3\n")
        case "damage": try await setup.damageStore()
        default: break
        }
        let surroundings = environment
        // The agent reads a file again once it has been quiet for a moment.
        let isReadLater = ["agent.conf", "requests.d/x.conf"].contains(fault)
        let (checks, outcome) = try await poll(30, "the line of \(name)") {
            let found = try await Self.doctor(setup, surroundings)
            let isThere = found.checks.contains { $0.name == name && $0.level == level }
            return isThere || !isReadLater ? found : nil
        }
        let wrong = checks.filter { !["ok", "info"].contains($0.level) }
        // What nothing starts at login has a line of its own.
        #expect(Set(wrong.map(\.name)) == Set([name] + (fault == "disabled" ? ["login"] : [])))
        #expect(wrong.allSatisfy { $0.advice?.isEmpty == false })
        if fault.hasSuffix(".conf"), !fault.contains("/") {
            let file = "/config/notify-schedule/\(fault)"
            let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/xdg-open")
            let command = wrong[0].fix?.command
            #expect(command?.first == (isInstalled ? "xdg-open" : nil))
            #expect(command?.last?.hasSuffix(file) == (isInstalled ? true : nil))
        }
        #expect(outcome.code == code)
    }

    /// A file that never was valid has no version that is used; one with another ending is read by nobody.
    @Test func requestFilesSayWhatIsUsed() async throws {
        let setup = try await Self.healthyFixture()
        try setup.configure("requests.d/good.conf", "[Request]\nTitle=T\nOnCalendar=09:00\n")
        _ = try await poll(30, "the request") {
            try await setup.fixture.listed("list").isEmpty ? nil : true
        }
        try setup.configure("requests.d/good.conf", "[Request]\nTitle=T\nOnCalendar=99:00\n")
        try setup.configure("requests.d/new.conf", "[Request]\nTitle=T\n")
        try setup.configure("requests.d/foo.txt", "[Request]\nTitle=T\nOnCalendar=09:00\n")
        try setup.configure("requests.d/good.conf~", "")
        let lines = try await poll(30, "the lines") {
            let lines = try await Self.doctor(setup).checks.filter { $0.name == "requests.d" }
            return lines.count == 3 ? lines : nil
        }
        let advice = { (name: String) in
            lines.first { $0.message.contains("/requests.d/\(name)") }?.advice
        }
        #expect(advice("good.conf") == "its last valid version is used until it is corrected")
        #expect(advice("new.conf") == "the file is not used until it is corrected")
        #expect(advice("foo.txt") == "let its name end in .conf")
    }

    @Test func withoutABusTheRestIsLookedAtAllTheSame() async throws {
        let bus = try await PrivateBus()
        defer { bus.close() }
        let outcome = try await AgentFixture.command.run(
            ["doctor", "--json"],
            environment: bus.environment(["DBUS_SESSION_BUS_ADDRESS": ""])
        )
        let checks = try Self.decode(outcome)
        #expect(outcome.code == 1)
        #expect(checks.map(\.name) == ["bus", "zone", "clock", "launcher.conf"])
        #expect(checks[0].level == "error")
        #expect(checks[0].message.contains("DBUS_SESSION_BUS_ADDRESS is not set"))
    }

    @Test func aBubbleMakesTheRoundTrip() async throws {
        let setup = try await Self.healthyFixture()
        let server = try #require(setup.server)
        try await server.changeOwner(to: .gnomeShell)
        let doctor = try AgentFixture.command.start(
            ["doctor", "--bubble", "--json"],
            environment: setup.environment
        )
        let shown = try await server.next(within: 30)
        #expect(shown.call.summary == "Do you see this?")
        #expect(
            shown.call.actions.contains { $0.label == "Yes, I see it" },
            "\(shown.call.actions)"
        )
        try await doctor.waitForError("Click \"Yes, I see it\" within 1 min.", within: 30)
        await server.click(shown.id, "seen")
        let outcome = try await doctor.waitForExit(within: 60)
        let bubble = try #require(try Self.decode(outcome).last)
        #expect(bubble.name == "bubble")
        #expect(bubble.level == "ok")
        #expect(bubble.message.contains(" clicked "))
        #expect(outcome.code == 0)
        #expect(try await setup.fixture.listed("list", "delivered") == [])
    }

    @Test func aBubbleThatNobodyAnswersIsAnError() async throws {
        let setup = try await Self.healthyFixture()
        let outcome = try await setup.fixture.run(
            ["doctor", "--bubble", "--within", "1s", "--json"],
            environment: setup.environment
        )
        let bubble = try #require(try Self.decode(outcome).last)
        #expect(bubble.level == "error")
        #expect(bubble.message.hasSuffix("not clicked within 1 s"))
        #expect(outcome.code == 1)
        let id = try #require(setup.server?.calls.elements.first?.id)
        _ = try await setup.server?.closings.wait(30, "the bubble's end") { closings in
            closings.contains(id) ? true : nil
        }
    }

    /// What a server does with the bubbles of the trial, and what is written of it.
    private struct Trial: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var hasActions = true
        /// Whether a click on the first bubble closes it, and is no action.
        var closesAtClick: ClosedReason?
        var drawsButtons = true
        var closesAfterAction = true
        var keepsButtons: Bool? = true
        var expires = true
        var crossReason = ClosedReason.dismissed
        /// How the bubble ends that nobody touches after a cross that is an expiry; `nil` where it stays.
        var untouched: ClosedReason?
        var earlier: String?
        let message: String
        /// The file; `nil` for none.
        let written: String?
    }

    private static let forServer = "written to [Server] of CONFIG/agent.conf for \"test server\""

    private static let trials = [
        Trial(
            testDescription: "as the profile says",
            closesAfterAction: false,
            message: "the server does what the profile says",
            written: nil
        ),
        Trial(
            testDescription: "no buttons, and nothing goes by itself",
            drawsButtons: false,
            expires: false,
            message: "ObeysExpiry=false, DrawsButtons=false, ClosesAfterAction=true: "
                + forServer,
            written: "[Server]\nName=test server\n"
                + "ObeysExpiry=false\nDrawsButtons=false\nClosesAfterAction=true\n"
        ),
        Trial(
            testDescription: "old buttons, and a cross that is an expiry",
            closesAfterAction: false,
            keepsButtons: false,
            crossReason: .expired,
            message: "KeepsButtonsInPlace=false, ReportsCrossAsExpiry=true: " + forServer,
            written: "[Server]\nName=test server\n"
                + "KeepsButtonsInPlace=false\nReportsCrossAsExpiry=true\n"
        ),
        Trial(
            testDescription: "what should stay goes by itself before the user closes it",
            closesAfterAction: false,
            crossReason: .expired,
            untouched: .expired,
            message: "MayStay=false: " + forServer,
            written: "[Server]\nName=test server\nMayStay=false\n"
        ),
        Trial(
            testDescription: "a user who closes what nobody should touch has said nothing",
            closesAfterAction: false,
            crossReason: .expired,
            untouched: .dismissed,
            message: "the server does what the profile says",
            written: nil
        ),
        Trial(
            testDescription: "a click only closes",
            closesAtClick: .dismissed,
            message: "MostButtons=0: " + forServer,
            written: "[Server]\nName=test server\nMostButtons=0\n"
        ),
        Trial(
            testDescription: "the first bubble goes before it is clicked",
            closesAtClick: .expired,
            crossReason: .expired,
            untouched: .expired,
            message: "MayStay=false: " + forServer,
            written: "[Server]\nName=test server\nMayStay=false\n"
        ),
        Trial(
            testDescription: "a bubble that another program closes says nothing of the server",
            closesAtClick: .closedByCall,
            message: "the server does what the profile says",
            written: nil
        ),
        Trial(
            testDescription: "a click on a replaced bubble only closes",
            closesAfterAction: false,
            keepsButtons: nil,
            message: "KeepsButtonsInPlace=false: " + forServer,
            written: "[Server]\nName=test server\nKeepsButtonsInPlace=false\n"
        ),
        Trial(
            testDescription: "no actions, and nothing goes by itself",
            hasActions: false,
            expires: false,
            message: "ObeysExpiry=false: " + forServer,
            written: "[Server]\nName=test server\nObeysExpiry=false\n"
        ),
        Trial(
            testDescription: "an agent.conf with other content keeps it",
            closesAfterAction: false,
            expires: false,
            earlier: "# Mine.\n[Bubble]\nStay = always\n\n[Server]\n# Why.\nMarkup=none\n\n"
                + "[Sound]\nTheme=x\n",
            message: "ObeysExpiry=false: " + forServer,
            written: "# Mine.\n[Bubble]\nStay = always\n\n[Server]\n# Why.\nMarkup=none\n"
                + "Name=test server\nObeysExpiry=false\n\n[Sound]\nTheme=x\n"
        ),
        Trial(
            testDescription: "an action of a server that was found to have none",
            closesAfterAction: false,
            earlier: "[Server]\nMostButtons=0\nName=test server\n",
            message: "MostButtons=any: " + forServer,
            written: "[Server]\nMostButtons=any\nName=test server\n"
        ),
    ]

    @Test(
        "Three answers say what an unknown server does, and what differs is in agent.conf and in force",
        arguments: trials
    )
    private func trialOfAServer(trial: Trial) async throws {
        let setup = try await Self.healthyFixture()
        let server = try #require(setup.server)
        if let earlier = trial.earlier { try await Self.configure(setup, earlier) }
        var profile = ServerProfile.standard(
            closingAfterAction: trial.closesAfterAction ? .dismissed : nil
        )
        if !trial.hasActions { profile.capabilities.removeAll { $0 == "actions" } }
        try await server.changeOwner(to: profile)
        let doctor = try AgentFixture.command.start(
            ["doctor", "--bubble", "--json"],
            environment: setup.environment
        )
        try await Self.answerTrip(server)
        let brief = try await server.next(within: 30)
        #expect(brief.call.expireTimeout == 1_000)
        if trial.expires { await server.close(brief.id, .expired) }
        if trial.hasActions { try await Self.answerButtons(of: trial, server) }
        let third = try await server.next(within: 60)
        #expect(third.call.actions.isEmpty && third.call.expireTimeout == 0)
        await server.close(third.id, trial.crossReason)
        if trial.crossReason == .expired {
            let control = try await server.next(within: 30)
            #expect(control.call.actions.isEmpty && control.call.expireTimeout == 0)
            if let reason = trial.untouched { await server.close(control.id, reason) }
        }
        let outcome = try await doctor.waitForExit(within: 60)
        let check = try #require(try Self.decode(outcome).last)
        let config = setup.environment["XDG_CONFIG_HOME"].map { "\($0)/notify-schedule" } ?? ""
        #expect(check.name == "trial" && check.level == "ok", "\(outcome)")
        #expect(check.message.replacing(config, with: "CONFIG") == trial.message)
        let text = try? String(contentsOfFile: "\(config)/agent.conf", encoding: .utf8)
        #expect(text == trial.written)
        if trial.written != nil {
            let found = trial.message.prefix { $0 != ":" && $0 != "," }
            try await poll(30, "the agent follows it") {
                let profile = try await Self.doctor(setup).checks.first { $0.name == "profile" }
                return profile?.message.contains(found) ?? false ? true : nil
            }
        }
    }

    /// Clicks the bubble that comes before the trial, or closes it where it has no button.
    private static func answerTrip(_ server: FakeNotificationServer) async throws {
        let trip = try await server.next(within: 30)
        if trip.call.actions.isEmpty {
            await server.close(trip.id)
        } else {
            await server.click(trip.id, "seen")
        }
    }

    /// Answers the bubbles that have buttons.
    private static func answerButtons(
        of trial: Trial,
        _ server: FakeNotificationServer
    ) async throws {
        let first = try await server.next(within: 30)
        #expect(first.call.actions.map(\.key) == ["default", "first", "second"])
        if let reason = trial.closesAtClick { return await server.close(first.id, reason) }
        await server.click(first.id, trial.drawsButtons ? "first" : "default")
        guard trial.drawsButtons else { return }
        let old = try await server.next(within: 30)
        #expect(old.call.actions.map(\.key) == ["old"])
        let new = try await server.next(within: 30)
        #expect(new.call.replacesID == old.id && new.call.actions.map(\.key) == ["new"])
        switch trial.keepsButtons {
        case nil: await server.close(new.id)
        case let keeps?: await server.click(new.id, keeps ? "new" : "old")
        }
    }

    /// Writes `agent.conf`, and waits until the agent has read it.
    private static func configure(_ setup: HealthyFixture, _ text: String) async throws {
        let before = try await doctor(setup).checks.map(\.message)
        try setup.configure("agent.conf", text)
        try await poll(30, "the agent follows agent.conf") {
            try await doctor(setup).checks.map(\.message) == before ? nil : true
        }
    }

    /// A file in which the trial writes nothing, and what it says.
    private struct UnusableFile: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        var mode = 0o600
        let level: String
        let message: String
    }

    @Test(
        "A trial says before its first bubble why its result cannot be stored",
        arguments: [
            UnusableFile(
                testDescription: "no key file",
                text: "# Mine.\n[Server]\nMarkup\n",
                level: "error",
                message: "CONFIG/agent.conf:3: Key file contains line “Markup” which is not a "
                    + "key-value pair, group, or comment; the agent uses nothing of the file until "
                    + "that is corrected"
            ),
            UnusableFile(
                testDescription: "others can write it",
                text: "[Server]\nMarkup=none\n",
                mode: 0o666,
                level: "error",
                message: "CONFIG/agent.conf is not used: others can write it; run chmod go-w on it"
            ),
            UnusableFile(
                testDescription: "another server's section",
                text: "[Server]\nMarkup=none\nName=mako\n",
                level: "warning",
                message: "[Server] of CONFIG/agent.conf is for \"mako\", and the server that runs "
                    + "is \"test server\""
            ),
        ]
    )
    private func unusableFile(file: UnusableFile) async throws {
        let setup = try await Self.healthyFixture()
        let server = try #require(setup.server)
        try setup.configure("agent.conf", file.text)
        let config = setup.environment["XDG_CONFIG_HOME"].map { "\($0)/notify-schedule" } ?? ""
        try FileManager.default.setAttributes(
            [.posixPermissions: file.mode],
            ofItemAtPath: "\(config)/agent.conf"
        )
        let doctor = try AgentFixture.command.start(
            ["doctor", "--bubble", "--json", "--within", "20s"],
            environment: setup.environment
        )
        try await Self.answerTrip(server)
        let outcome = try await doctor.waitForExit(within: 60)
        let check = try #require(try Self.decode(outcome).last)
        #expect(check.name == "trial" && check.level == file.level, "\(outcome)")
        #expect(check.message.replacing(config, with: "CONFIG") == file.message)
        #expect(outcome.code == (file.level == "error" ? 1 : 0))
        #expect(server.calls.elements.count == 1)
        let text = try String(contentsOfFile: "\(config)/agent.conf", encoding: .utf8)
        #expect(text == file.text)
    }

    @Test("A trial that nobody answers writes nothing, and says how to answer")
    func unansweredTrial() async throws {
        let setup = try await Self.healthyFixture()
        let server = try #require(setup.server)
        let doctor = try AgentFixture.command.start(
            ["doctor", "--bubble", "--within", "2s", "--json"],
            environment: setup.environment
        )
        await server.click(try await server.next(within: 30).id, "seen")
        let outcome = try await doctor.waitForExit(within: 60)
        let check = try #require(try Self.decode(outcome).last)
        #expect(check.level == "warning")
        #expect(check.message == "not answered in time, so that the profile stays as it is")
        let config = setup.environment["XDG_CONFIG_HOME"] ?? ""
        #expect(!FileManager.default.fileExists(atPath: "\(config)/notify-schedule/agent.conf"))
        // No bubble of it stays on the screen.
        _ = try await server.closings.wait(30, "the end of its bubble") { closings in
            closings.contains(server.calls.elements.last?.id ?? 0) ? true : nil
        }
    }

    private static func doctor(
        _ setup: HealthyFixture,
        _ environment: [String: String]? = nil
    ) async throws -> (checks: [Check], outcome: Program.Outcome) {
        let outcome = try await AgentFixture.command.run(
            ["doctor", "--json"],
            environment: environment ?? setup.environment,
            within: 60
        )
        return (try decode(outcome), outcome)
    }

    private static func decode(_ outcome: Program.Outcome) throws -> [Check] {
        try JSONDecoder().decode([Check].self, from: Data(outcome.output.utf8))
    }

    private static func healthyFixture(
        isSynchronized: Bool = true,
        unit: String = "enabled",
        unitIs state: String = "active",
        hasServer: Bool = true
    ) async throws -> HealthyFixture {
        try await HealthyFixture(
            isSynchronized: isSynchronized,
            unit: unit,
            unitIs: state,
            hasServer: hasServer
        )
    }
}
