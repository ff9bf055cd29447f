import Foundation
import TestSupport

/// A notification server in C that answers each call at once: what is measured beside it is the caller alone.
///
/// A server that draws hides differences between callers; dunst takes several milliseconds for each bubble.
final class AnsweringServer {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts it; it owns its name when this returns.
    ///
    /// - Throws: ``FigureFailure`` if it cannot be started.
    init(on bus: PrivateBus, printsTimes: Bool = false) throws {
        process.arguments = printsTimes ? ["--times"] : []
        process.executableURL = URL(fileURLWithPath: Peer.path(of: "answering-server"))
        process.environment = bus.environment
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard !output.fileHandleForReading.availableData.isEmpty else {
            throw FigureFailure(description: "answering-server did not start")
        }
    }

    /// Waits until so many bubbles came.
    ///
    /// - Returns: when the last of them came, by the wall clock in microseconds.
    /// - Throws: ``FigureFailure`` if the server ends before.
    func arrival(ofBubble count: Int) throws -> Int64 {
        var (lines, last) = (0, [UInt8]())
        var line: [UInt8] = []
        while lines < count {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else {
                throw FigureFailure(description: "answering-server ended")
            }
            for byte in data {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                lines += 1
                (last, line) = (line, [])
            }
        }
        guard lines == count, let time = Int64(String(decoding: last, as: UTF8.self)) else {
            throw FigureFailure(description: "more bubbles came than were expected")
        }
        return time
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
