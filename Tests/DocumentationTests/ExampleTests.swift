import Foundation
import TestSupport
import Testing

/// The examples of README.md, of the pages in docs, of the manual pages and of the help texts, as a reader pastes them.
@Suite struct ExampleTests {
    @Test("The examples of a page succeed in order", arguments: try ExamplePage.written())
    func thePagesExamplesSucceed(page: ExamplePage) async throws {
        let session = try await ShellSession()
        var problems: [String] = []
        for (number, block) in page.blocks.enumerated() {
            switch block {
            case .other: continue
            case .configuration(let lines):
                _ = try ExampleMaterials.add(
                    configuration: lines,
                    number: number,
                    to: session.fixture.bus
                )
            case .commands(let text): problems += try await session.run(text, of: page)
            }
        }
        #expect(problems.isEmpty, "\(problems.joined(separator: "\n\n"))")
    }

    @Test(
        "Each entry of the list of examples that are not run is still an example, and has a reason"
    )
    func theListIsUpToDate() async throws {
        var pages: [(name: String, commands: [String])] = []
        for page in try await ExamplePage.written() + ExamplePage.helps() {
            var commands: [String] = []
            for case .commands(let text) in page.blocks {
                commands += try await ShellSession.commands(in: text)
            }
            pages.append((page.name, commands))
        }
        let unused = SkippedExamples.shared.unused(in: pages)
        #expect(unused.isEmpty, "\(unused)")
        // A reader of the sources that finds nothing would pass.
        let count = pages.reduce(0) { $0 + $1.commands.count }
        #expect(count > 250, "only \(count) examples were found")
    }

    @Test(
        "The lines of configuration files on a page are read without a problem",
        arguments: try ExamplePage.written()
    )
    func thePagesConfigurationIsRead(page: ExamplePage) async throws {
        let session = try await ShellSession()
        var names: Set<String> = []
        for (number, block) in page.blocks.enumerated() {
            guard case .configuration(let lines) = block else { continue }
            names.insert(
                try ExampleMaterials.add(
                    configuration: lines,
                    number: number,
                    to: session.fixture.bus
                )
            )
        }
        // `notify-relay --check` asks the server; RelayExampleTests reads that file.
        names.remove("relay.conf")
        guard !names.isEmpty else { return }
        let outcome = try await session.fixture.run(["doctor", "--json"])
        struct Check: Decodable {
            let name: String
            let level: String
            let message: String
        }
        let checks = try JSONDecoder().decode([Check].self, from: Data(outcome.output.utf8))
        for check in checks where check.name.contains(".conf") || check.name.contains("requests") {
            #expect(["ok", "info"].contains(check.level), "\(page.name): \(check)")
        }
        #expect(checks.contains { $0.name.contains(".conf") }, "\(outcome)")
    }
}
