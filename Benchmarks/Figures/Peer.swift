import Foundation
import GLibBridge

/// One of the C programs beside which the agent is measured; each prints how long it took.
struct Peer {
    let name: String

    /// Where one of them lies: beside this program.
    static func path(of name: String) -> String {
        let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        return folder.appending(path: name).path
    }

    /// Runs it.
    ///
    /// - Returns: what it measured, in milliseconds.
    func milliseconds(_ arguments: String...) throws -> Double {
        let start = ProgramStart(arguments: [Self.path(of: name)] + arguments)
        let text = try start.output().trimmingCharacters(in: .whitespacesAndNewlines)
        guard let microseconds = Double(text) else {
            throw FigureFailure(description: "\(name) printed \(text)")
        }
        return microseconds / 1_000
    }
}
