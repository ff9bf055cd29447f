import Foundation
import TestSupport

/// A notification server in C that answers each call at once: what is measured beside it is the caller alone.
///
/// A server that draws hides differences between callers; dunst takes several milliseconds for each bubble.
final class AnsweringServer {
    private let process = Process()
    private let input = Pipe()

    /// Starts it; it owns its name when this returns.
    ///
    /// - Parameter bus: the bus on which it answers.
    /// - Throws: ``FigureFailure`` if it cannot be started.
    init(on bus: PrivateBus) throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: Peer.path(of: "answering-server"))
        process.environment = bus.environment
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard !output.fileHandleForReading.availableData.isEmpty else {
            throw FigureFailure(description: "answering-server did not start")
        }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
