import Foundation
import NotifyCore
import TestSupport
import Testing

@testable import RelayGroup

/// What one device does with its group, its store and its agent.
@Suite struct RelayPeerTests {
    @Test func theStoreIsTheUsersAlone() throws {
        let folder = try TemporaryFolder()
        let now = Instant(seconds: 1_800_000_000)
        let first = try RelayPeer(folder: folder.path, name: "desktop", now: now)
        for name in ["relay.sqlite", "relay.sqlite-wal"] {
            let path = "\(folder.path)/\(name)"
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        let again = try RelayPeer(folder: folder.path, name: "desktop", now: now)
        #expect(again.keys == first.keys)
        for name in ["", "all", "two words", "a,b", String(repeating: "x", count: 65)] {
            #expect(throws: RequestError.self) {
                try RelayPeer(folder: folder.path, name: name, now: now)
            }
        }
    }

    @Test func whatCannotBeSentIsRefused() throws {
        let group = try SimulatedGroup(["desktop", "laptop"], seed: 1)
        let peer = group.devices[0].peer
        let content = RelayedContent(app: "app", request: "{}")
        let long = RelayedContent(app: "app", request: String(repeating: "x", count: 50_000))
        let tests: [(String, RelayedContent, RelayTargets)] = [
            ("a", content, .devices(["laptpo"])), ("a", content, .devices(["desktop"])),
            ("a", content, .devices([])), ("", content, .all), ("a", long, .all),
        ]
        for (identifier, content, targets) in tests {
            #expect(throws: RequestError.self) {
                try peer.send(identifier, content, to: targets, now: group.now)
            }
        }
        for _ in 0..<RelayPeer.maxWaiting {
            _ = try peer.send("a", content, to: .all, now: group.now)
        }
        #expect(throws: RequestError.self) {
            try peer.send("a", content, to: .all, now: group.now)
        }
    }

    /// Its sender keeps what a machine has no room for while its agent takes nothing.
    @Test func whatAFullMachineDoesNotTakeComesLater() throws {
        let group = try SimulatedGroup(["desktop", "laptop"], seed: 3)
        let (desktop, laptop) = (group.devices[0], group.devices[1])
        laptop.agentIsAway = true
        for number in 0..<RelayPeer.maxWaiting + 5 {
            _ = try desktop.send("\(number)", to: .all, now: group.now)
            if number % 100 == 0 { try group.settle(seconds: 60) }
        }
        try group.settle(seconds: 60)
        #expect(desktop.peer.status?.waiting == 5)
        #expect(laptop.peer.status?.dropped["\(EnvelopeProblem.noRoom)"] ?? 0 >= 5)
        laptop.agentIsAway = false
        // Neither needs another connection for it.
        try group.settle()
        #expect(laptop.screen.count == RelayPeer.maxWaiting + 5)
        #expect(desktop.peer.status?.waiting == 0)
    }

    @Test func whatCameWhileAwayIsOneSummaryOfTheRest() throws {
        let group = try SimulatedGroup(["desktop", "laptop"], seed: 2)
        let (desktop, laptop) = (group.devices[0], group.devices[1])
        group.remove("laptop")
        var sent: [RelayedID] = []
        for number in 0..<8 {
            sent.append(try desktop.send("\(number)", to: .all, now: group.now))
        }
        for id in sent.prefix(3) { try desktop.dismiss(id, now: group.now) }
        try group.settle()
        group.restore(laptop)
        try group.reconnect()
        #expect(Set(laptop.screen.keys) == Set(sent.dropFirst(3)))
        #expect(laptop.summaries.map(\.count) == [5])
        // Who sent them hears that they came late.
        #expect(Set(desktop.listed) == Set(sent.dropFirst(3)))
    }

    @Test func aLongNotificationComesInParts() throws {
        let group = try SimulatedGroup(["desktop", "laptop"], seed: 3)
        let text = String(repeating: "x", count: 20_000)
        let content = RelayedContent(app: "app", request: text)
        let sent = try group.devices[0].peer.send("a", content, to: .all, now: group.now)
        group.devices[0].queue(sent.actions)
        try group.settle()
        #expect(group.devices[1].screen[sent.id] != nil)
        let longest = group.server.topics.values.flatMap { $0 }.map(\.utf8.count).max()
        #expect(longest ?? 0 <= 4_096)
        #expect(group.server.topics.values.allSatisfy { !"\($0)".contains("xxxxxxxxxxxxxxxx") })
    }
}
