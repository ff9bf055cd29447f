import AgentInterface
import Foundation
import GLibBridge
import NotifyCore
import TestSupport

/// Requests that are on the disk when they are answered, beside rows that SQLite commits alone.
enum CommitFigures {
    private static let rounds = 3
    private static let clients = 8
    /// As many calls of the client that does not wait for its answers are under way.
    private static let window = 64

    static func measure(programs: String, requests: Int) async throws {
        let stage = try await Stage(programs: programs)
        var (single, piped, many, bare): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        var pings: [Double] = []
        for round in 0..<rounds {
            let seconds = try stage.add(requests, name: "single-\(round)") { _ in far }
            single.append(Double(requests) / seconds)
            piped.append(try await addPipelined(requests, round, stage))
            let own = Peer(name: "add-clients")
            let spent = try own.milliseconds("\(clients)", "\(requests)", "many-\(round)")
            many.append(Double(requests) / spent * 1_000)
            pings.append(try await callByMany(requests) { client, _, _ in try ping(client) })
            let file = "\(stage.bus.directory)/commits-\(round).sqlite"
            let peer = Peer(name: "sqlite-commits")
            let time = try peer.milliseconds(file, "\(requests)")
            bare.append(Double(requests) / time * 1_000)
        }
        let peer = ("SQLite alone", Samples(bare).median)
        var table = PeerTable()
        let rows: [(String, [Double], Double?)] = [
            ("one client, \(window) calls under way", piped, 0.8),
            ("one client, one call after the other", single, nil),
            ("\(clients) clients in C, each one call after the other", many, 1.0),
            ("\(clients) clients, a call that does nothing: the limit", pings, nil),
        ]
        for (words, rates, aim) in rows {
            let rate = Samples(rates).median
            table.add(words, rate, beside: peer, "/s", digits: 0, aim: aim, isAtLeast: true)
        }
        say(table.text)
        say("\nmedians of \(rounds) rounds of \(requests) requests")
        try await stage.end()
    }

    private static let far = NotificationTrigger.timeInterval(
        microseconds: 360_000_000_000,
        repeats: false
    )

    /// - Returns: how many were added in a second.
    private static func addPipelined(
        _ requests: Int,
        _ round: Int,
        _ stage: Stage
    ) async throws -> Double {
        let connection = try stage.client.connection
        let start = nanoseconds()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for place in 0..<requests {
                if place >= window { try await group.next() }
                let request = NotificationRequest(
                    appID: AgentNames.app,
                    identifier: "piped-\(round)-\(place)",
                    content: NotificationContent(title: "piped"),
                    trigger: far
                )
                group.addTask {
                    _ = try await connection.call(
                        "Add",
                        on: AgentNames.destination,
                        .tuple([request.record])
                    )
                }
            }
            try await group.waitForAll()
        }
        return Double(requests) / (Double(nanoseconds() - start) / 1_000_000_000)
    }

    /// A call that GDBus answers by itself, before the agent hears of it.
    private static func ping(_ client: AgentClient) throws {
        _ = try client.connection.callBlocking(
            "Ping",
            on: BusDestination(
                name: AgentNames.bus,
                path: AgentNames.path,
                interface: "org.freedesktop.DBus.Peer"
            )
        )
    }

    /// - Returns: how many calls were answered in a second.
    private static func callByMany(
        _ calls: Int,
        _ call: @escaping @Sendable (AgentClient, _ number: Int, _ place: Int) throws -> Void
    ) async throws -> Double {
        let all = try (0..<clients).map { _ in try AgentClient() }
        let start = nanoseconds()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, client) in all.enumerated() {
                group.addTask {
                    try await onThread {
                        for place in 0..<(calls / clients) { try call(client, number, place) }
                    }
                }
            }
            try await group.waitForAll()
        }
        return Double(calls) / (Double(nanoseconds() - start) / 1_000_000_000)
    }

    /// What waits for answers has a thread of its own.
    private static func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
        }
    }
}
