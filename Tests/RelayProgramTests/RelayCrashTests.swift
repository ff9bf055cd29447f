import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

/// Kills of notify-relay, the agent and the server, between machines that send and dismiss.
///
/// `NOTIFY_RELAY_ROUNDS` sets how many.
@Suite(.serialized) struct RelayCrashTests {
    private static let rounds =
        ProcessInfo.processInfo.environment["NOTIFY_RELAY_ROUNDS"].flatMap { Int($0) } ?? 9

    @Test func nothingIsLostOrShownTwice() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url)
        let tower = try await RelayMachine("tower", server.url)
        _ = try await desktop.pair(with: laptop)
        _ = try await desktop.pair(with: tower)
        try await laptop.waitUntilAcknowledged()
        // A killed agent shows again what it had shown and not written; each kill excuses one.
        var agentKills = 0
        for round in 1...Self.rounds {
            let title = "Round \(round)"
            try await desktop.send(title, to: "all")
            // In the middle of whatever happens to the message.
            switch round % 3 {
            case 0: try await desktop.killRelay()
            case 1:
                try await laptop.killAgent()
                agentKills += 1
            default: try await server.kill()
            }
            switch round % 3 {
            case 0: try await desktop.startRelay()
            case 1: try await laptop.startAgent()
            default: try await server.start()
            }
            let shown = try await tower.server.call(titled: title, within: 120)
            _ = try await laptop.server.call(titled: title, within: 120)
            if round.isMultiple(of: 2) {
                await tower.server.close(shown.id)
                try await tower.killRelay()
                try await tower.startRelay()
            }
        }
        for machine in [desktop, laptop, tower] { try await machine.waitUntilAcknowledged(180) }
        for machine in [laptop, tower] {
            let counts = (1...Self.rounds).map { machine.server.count(titled: "Round \($0)") }
            #expect(counts.allSatisfy { $0 >= 1 })
            let excused = machine === laptop ? agentKills : 0
            #expect(counts.reduce(0, +) - Self.rounds <= excused, "\(machine.name): \(counts)")
        }
        #expect(try server.stored().range(of: Data("Round 1".utf8)) == nil)
    }
}
