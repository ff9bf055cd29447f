import Foundation
import NotifyCore
import TestSupport
import Testing

@testable import RelayProgram

/// The lines of relay.conf on the page about it.
@Suite struct RelayExampleTests {
    @Test("The examples of relay.conf in docs/relay.md are read")
    func theExamplesAreRead() throws {
        let page = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../docs/relay.md"),
            encoding: .utf8
        )
        let folder = try TemporaryFolder()
        let token = "\(folder.path)/relay-token"
        try "tk_example\n".write(toFile: token, atomically: true, encoding: .utf8)
        chmod(token, 0o600)
        chmod(folder.path, 0o700)
        let blocks = page.components(separatedBy: "```ini\n").dropFirst().map {
            $0.components(separatedBy: "```")[0].replacing(
                #//home/[a-z]+/\.config/notify-schedule/relay-token/#,
                with: token
            )
        }.filter { !$0.hasPrefix("[Device") }
        // A file begins with [Relay], and the other groups are added to it.
        var files: [String] = []
        for block in blocks {
            if block.hasPrefix("[Relay]") { files.append(block) } else { files[0] += "\n\(block)" }
        }
        #expect(files.count == 2)
        for text in files { _ = try RelayConfiguration(text, path: "relay.conf") }
        let first = try RelayConfiguration(files[0], path: "relay.conf")
        #expect(first.inbox != nil && first.phone != nil)
    }
}
