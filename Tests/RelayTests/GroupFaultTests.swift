import Foundation
import NotifyCore
import TestSupport
import Testing

@testable import RelayGroup

/// What a group does with wrong clocks, thieves, expired messages and restored backups.
@Suite struct GroupFaultTests {
    private static let hour: Int64 = 3_600_000_000

    @Test(arguments: 0..<UInt64(6))
    func clocksMayBeAnHourApart(round: UInt64) throws {
        let names = ["desktop", "laptop", "server"]
        let group = try SimulatedGroup(
            names,
            seed: Stress.seed &+ round,
            skews: ["laptop": Self.hour, "server": -Self.hour]
        )
        var sent: [RelayedID: String] = [:]
        for number in 0..<20 {
            try group.run(steps: 20)
            let device = group.random.pick(group.devices)
            // Half of it is of use for half an hour by the sender's clock.
            let expires =
                number.isMultiple(of: 2)
                ? nil
                : device.clock(group.now)
                    .advanced(byMicroseconds: Self.hour / 2)
            sent[
                try device.send("note \(number)", to: .all, expires: expires, now: group.now)
            ] = device.name
        }
        try group.settle()
        try group.reconnect()
        for device in group.devices {
            let expected = sent.filter { $0.value != device.name }.keys
            #expect(Set(device.screen.keys) == Set(expected), "\(device.name)")
            #expect(device.peer.status?.waiting == 0, "\(device.name)")
        }
    }

    @Test func whatHasExpiredIsNotSent() throws {
        let group = try SimulatedGroup(["desktop", "laptop"], seed: 1)
        let (desktop, laptop) = (group.devices[0], group.devices[1])
        group.remove("laptop")
        let expires = group.now.advanced(byMicroseconds: Self.hour)
        _ = try desktop.send("soon useless", to: .all, expires: expires, now: group.now)
        let kept = try desktop.send("useful", to: .all, now: group.now)
        #expect(desktop.peer.status?.waiting == 2)
        group.now = group.now.advanced(byMicroseconds: 2 * Self.hour)
        try group.settle()
        #expect(desktop.peer.status?.waiting == 1)
        // What the server has of it is of no use two days later, whatever the clocks show.
        group.now = group.now.advanced(byMicroseconds: 48 * Self.hour)
        group.restore(laptop)
        try group.reconnect()
        #expect(Set(laptop.screen.keys) == [kept])
        #expect(desktop.peer.status?.waiting == 0)
    }

    @Test func aThiefSpeaksUntilTheOthersHaveTheNewKey() throws {
        let group = try SimulatedGroup(["desktop", "laptop", "stolen"], seed: 2)
        let (desktop, laptop, stolen) = (group.devices[0], group.devices[1], group.devices[2])
        let shown = try desktop.send("before", to: .all, now: group.now)
        try group.settle()
        let topic = try #require(group.server.topics.keys.first)
        let recorded = group.server.messages(of: topic)
        // The thief has the device in a drawer: it does not read that it is removed.
        group.remove("stolen")
        group.remove("laptop")
        let early = try stolen.send("early", to: .all, now: group.now)
        try stolen.publishAll(now: group.now)
        desktop.queue(try desktop.peer.forget("stolen", now: group.now).actions)
        try group.settle()
        #expect(desktop.screen[early] == nil)
        let late = try stolen.send("late", to: .all, now: group.now)
        try stolen.publishAll(now: group.now)
        for text in recorded { group.server.publish(text, to: topic) }
        let secret = try desktop.send("secret", to: .all, now: group.now)
        try group.settle()
        // Until the laptop reads the new key, it shows what the thief has sent before; then that ends.
        group.restore(laptop)
        try group.settle()
        try group.reconnect()
        #expect(Set(laptop.screen.keys) == [shown, secret])
        #expect(laptop.screen[early] == nil)
        #expect(laptop.screen[late] == nil)
        #expect(desktop.screen.isEmpty)
        for device in [desktop, laptop] {
            let status = try #require(device.peer.status)
            #expect(!status.others.map(\.member.name).contains("stolen"), "\(device.name)")
            #expect(status.waiting == 0, "\(device.name)")
        }
        // Nor can it read or withdraw what is sent now.
        group.restore(stolen)
        try group.reconnect()
        #expect(stolen.screen[secret] == nil)
    }

    @Test(arguments: 0..<UInt64(6))
    func aRestoredBackupLosesAndRepeatsNothing(round: UInt64) throws {
        let group = try SimulatedGroup(["desktop", "laptop"], seed: Stress.seed &+ round)
        let (desktop, laptop) = (group.devices[0], group.devices[1])
        var expected: [String: Set<RelayedID>] = ["desktop": [], "laptop": []]
        func exchange(_ name: String) throws {
            expected["laptop"]?.insert(try desktop.send(name, to: .all, now: group.now))
            expected["desktop"]?.insert(try laptop.send(name, to: .all, now: group.now))
            try group.settle()
        }
        try exchange("one")
        try laptop.backUp()
        for name in ["two", "three", "four"] { try exchange(name) }
        group.now = group.now.advanced(byMicroseconds: Self.hour)
        try laptop.restoreBackup(now: group.now)
        try group.settle()
        try exchange("five")
        try group.reconnect()
        for device in [desktop, laptop] {
            #expect(Set(device.screen.keys) == expected[device.name], "\(device.name)")
            #expect(device.peer.status?.waiting == 0, "\(device.name)")
        }
    }
}
