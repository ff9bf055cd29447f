import Foundation
import GLibBridge

/// One of the C programs beside which the agent is measured; each prints how long it took.
struct Peer {
    let name: String

    /// Runs it.
    ///
    /// - Returns: what it measured, in milliseconds.
    func milliseconds(_ arguments: String...) throws -> Double {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let start = ProgramStart(arguments: [folder.appending(path: name).path] + arguments)
        let text = try start.output().trimmingCharacters(in: .whitespacesAndNewlines)
        guard let microseconds = Double(text) else {
            throw FigureFailure(description: "\(name) printed \(text)")
        }
        return microseconds / 1_000
    }
}
