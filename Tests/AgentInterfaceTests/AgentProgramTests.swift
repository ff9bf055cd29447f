import Foundation
import Testing

@testable import AgentInterface

/// Where the agent's program is looked for.
@Suite struct AgentProgramTests {
    @Test func itIsFoundInPathWhereNoneLiesBesideTheProgram() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let bin = folder.appending(path: "bin").path
        try FileManager.default.createDirectory(
            atPath: "\(bin)/notify-agent",
            withIntermediateDirectories: true
        )
        let real = folder.appending(path: "real").path
        try FileManager.default.createDirectory(
            atPath: real,
            withIntermediateDirectories: true
        )
        let agent = "\(real)/notify-agent"
        let own = "\(folder.path)/notify-agent"
        let path = "relative::\(folder.path)/none:\(bin):\(real)"
        // What cannot be run does not count, and neither does a folder of that name.
        #expect(FileManager.default.createFile(atPath: agent, contents: Data()))
        #expect(throws: AgentUnreachable.self) {
            try AgentProgram.path(besides: own, searching: path)
        }
        chmod(agent, 0o700)
        #expect(try AgentProgram.path(besides: own, searching: path) == agent)
        try FileManager.default.createSymbolicLink(atPath: own, withDestinationPath: agent)
        #expect(try AgentProgram.path(besides: own, searching: path) == own)
        let error = #expect(throws: AgentUnreachable.self) {
            try AgentProgram.path(besides: "/none/notify-agent", searching: "")
        }
        #expect(error?.description.contains("neither at /none/notify-agent nor in PATH") == true)
    }
}
