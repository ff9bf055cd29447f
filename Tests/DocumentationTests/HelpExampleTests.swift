import Foundation
import TestSupport
import Testing

/// The examples of the help of each command, which are no session: each has what the user did before.
@Suite struct HelpExampleTests {
    @Test("The examples of each command's help succeed", arguments: try await ExamplePage.helps())
    func theHelpsExamplesSucceed(page: ExamplePage) async throws {
        guard case .commands(let text) = page.blocks[0], !text.isEmpty else {
            Issue.record("\(page.name) has no example")
            return
        }
        // Where all of them are left out, nothing has to be prepared.
        guard try await ShellSession.hasExamplesToRun(text, of: page) else { return }
        let session = try await ShellSession()
        try ExampleMaterials.writeConfiguration(to: session.fixture.bus)
        var problems: [String] = []
        for command in Self.preparations(for: page.name) {
            if let problem = try await session.run(command) {
                problems.append("to prepare it: \(command)\n\(problem)")
            }
        }
        problems += try await session.run(text, of: page)
        #expect(problems.isEmpty, "\(problems.joined(separator: "\n\n"))")
    }

    /// What the user did before, where the help of a command takes that for granted.
    private static func preparations(for name: String) -> [String] {
        let pending = [
            #"notify-schedule add Tea "It is ready" --in 4m --id tea"#,
            #"notify-schedule add Meeting "In room 2" --on "Tue 14:00" --id meeting"#,
            #"notify-schedule add Dentist --at "2030-03-01 09:00" --id dentist"#,
            #"notify-schedule add "Stand up" --every 45m --id standup"#,
            #"notify-schedule add Backup --on "02:00" --id backup"#,
            #"notify-schedule add Water --every 1h --id habit/water"#,
        ]
        let delivered = [
            "notify-schedule add Tea --id tea",
            "notify-schedule add Mail --id 42 --app org.example.Mail",
            "timeout 30 sh -c 'until [ $(notify-schedule list delivered | wc -l) = 3 ]; do sleep 0.1; done'",
        ]
        switch name.split(separator: " ").dropFirst().joined(separator: " ") {
        case "again", "dismiss": return delivered
        case "export":
            return pending + ["notify-schedule add Run --in 1h --app org.example.Habits"]
        case "restore": return pending + ["notify-schedule remove meeting"]
        case "resume": return pending + ["notify-schedule pause standup meeting"]
        case "import":
            return pending + [
                "notify-schedule export backup.jsonl",
                "notify-schedule export - | gzip > habits.gz",
            ]
        case "calendars remove", "calendars":
            return [
                "notify-schedule import --follow ~/.calendars/work",
                "notify-schedule import --sync work calendar.ics",
            ]
        default: return pending
        }
    }
}
