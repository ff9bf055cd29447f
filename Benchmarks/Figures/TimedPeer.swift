import Foundation
import GLibBridge
import TestSupport

/// The least that a delivery can take: a program in C that waits for a timer of the kernel and shows a bubble by
/// libnotify, and does nothing else.
final class TimedPeer {
    private let process = Process()
    private let input = Pipe()
    private let server: TimingServer

    /// Starts it; it has made its connection when this returns.
    init(server: TimingServer) async throws {
        self.server = server
        server.arrivals.removeAll()
        process.executableURL = URL(fileURLWithPath: Peer.path(of: "timed-notify"))
        process.standardInput = input
        try process.run()
        _ = try await server.arrivals.first(1)
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Lets one bubble come in a tenth of a second.
    ///
    /// - Returns: the milliseconds from due to the server's receipt of `Notify`.
    func deliver() async throws -> Double? {
        server.arrivals.removeAll()
        let due = ClockTimer.Clock.realTime.now + 100_000
        try input.fileHandleForWriting.write(contentsOf: Data("\(due)\n".utf8))
        guard let arrival = try await server.arrivals.first(1).first else { return nil }
        return Double(arrival.microseconds - due) / 1_000
    }
}
