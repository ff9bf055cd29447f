import Foundation
import TestSupport
import Testing

/// The manual pages.
@Suite(.serialized) struct ManualTests {
    private static let folder = "\(Golden.project)/data/man"

    @Test func thePageOfTheCommandIsThatOfItsHelp() async throws {
        let template = try String(
            contentsOfFile: "\(Self.folder)/notify-schedule.1.in",
            encoding: .utf8
        )
        let verbs = ManualPage(try await CommandTree.load()).lines.joined(separator: "\n")
        try await Golden.expect(
            template.replacing("@VERBS@", with: verbs)
                .replacing("@DATES@", with: ManualPage.dates),
            isFile: "\(Self.folder)/notify-schedule.1"
        )
    }

    @Test(arguments: [
        "notify-schedule.1", "notify-schedule.5", "notify-agent.1", "notify-ical.1",
        "notify-push.1", "notify-relay.1", "notify-window.1",
    ])
    func groffHasNothingToSay(page: String) async throws {
        let outcome = try await Program(path: "/usr/bin/groff").run(
            ["-mandoc", "-ww", "-Tutf8", "\(Self.folder)/\(page)"],
            environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]
        )
        #expect(outcome.code == 0)
        #expect(outcome.error == "")
        #expect(outcome.output.contains("(\(page.suffix(1)))"))
    }

    @Test func thePageOfTheFilesNamesWhatTheSamplesHave() throws {
        let page = try String(
            contentsOfFile: "\(Self.folder)/notify-schedule.5",
            encoding: .utf8
        )
        for sample in ["agent.conf", "launcher.conf", "requests.d/example.conf"] {
            let text = try String(
                contentsOfFile: "\(Golden.project)/data/\(sample)",
                encoding: .utf8
            )
            for line in text.split(separator: "\n") {
                let line = line.drop { $0 == "#" }
                guard let end = line.firstIndex(of: "="), line.first?.isUppercase == true else {
                    continue
                }
                let key = line[..<end]
                guard key.allSatisfy({ $0.isLetter || $0 == "-" }) else { continue }
                let isNamed = page.contains(key) || key.hasPrefix("Exec-")
                #expect(isNamed, "\(sample): \(key)")
            }
        }
    }
}
