import Foundation
import TestSupport
import Testing

/// One of the programs that a desktop is made of.
struct DesktopProgram: Sendable {
    let name: String
    let group: ProgramGroup
}

extension WholeDesktop {
    /// Starts one of the desktop's programs.
    @discardableResult
    func start(_ command: [String], environment: [String: String]) throws -> ProgramGroup {
        let group = try ProgramGroup(command, environment: environment)
        let name = URL(fileURLWithPath: command[0]).lastPathComponent
        programs.append(DesktopProgram(name: name, group: group))
        return group
    }

    /// Ends the programs of a name.
    func stop(_ name: String) async throws {
        for program in programs.elements where program.name == name {
            try await program.group.stop()
        }
    }

    /// Ends all of them, the latest first.
    func close() async {
        for program in programs.elements.reversed() { try? await program.group.stop() }
    }

    /// Ends all programs; what was on the screen, and what they said, stays in a folder.
    func end(keeping folder: String) async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        do {
            try await takePicture("\(folder)/end.png")
        } catch {
            Issue.record("no picture: \(error); see \(folder)")
        }
        await close()
        try keepLogs(in: folder)
    }

    /// Writes what they said into a folder, a file each.
    private func keepLogs(in folder: String) throws {
        for (index, program) in programs.elements.enumerated() {
            try program.group.log.write(
                toFile: "\(folder)/\(index)-\(program.name).log",
                atomically: true,
                encoding: .utf8
            )
        }
    }
}
