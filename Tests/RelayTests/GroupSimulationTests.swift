import NotifyCore
import TestSupport
import Testing

@testable import RelayGroup

/// Groups of devices that crash, and of which messages are lost, delayed and repeated, beside a simple model.
@Suite struct GroupSimulationTests {
    /// What the user did with a notification.
    private struct Known {
        let id: RelayedID
        let targets: Set<String>
        var isWithdrawn = false
    }

    private static let names = ["desktop", "laptop", "server"]

    @Test(arguments: 0..<UInt64(12))
    func everythingIsShownOnceAndNothingReturns(round: UInt64) throws {
        let group = try SimulatedGroup(Self.names, seed: Stress.seed &+ round)
        var sent: [Known] = []
        for number in 0..<30 {
            try group.run(steps: 20)
            if group.random.chance(oneIn: 3), try Self.dismissOne(group, &sent) { continue }
            let device = group.random.pick(group.devices)
            let others = Self.names.filter { $0 != device.name }
            let targets = group.random.chance(oneIn: 2) ? others : [group.random.pick(others)]
            let id = try device.send("note \(number)", to: .devices(targets), now: group.now)
            sent.append(Known(id: id, targets: Set(targets)))
        }
        try group.settle()
        try group.reconnect()
        for device in group.devices {
            let expected = sent.filter { $0.targets.contains(device.name) && !$0.isWithdrawn }
            #expect(Set(device.screen.keys) == Set(expected.map(\.id)), "\(device.name)")
            #expect(device.peer.status?.waiting == 0, "\(device.name)")
        }
    }

    /// Dismisses something that a device shows.
    private static func dismissOne(
        _ group: SimulatedGroup,
        _ sent: inout [Known]
    ) throws -> Bool {
        let shown = group.devices.flatMap { device in
            device.screen.keys.map { (device, $0) }
        }.sorted { "\($0.0.name) \($0.1.identifier)" < "\($1.0.name) \($1.1.identifier)" }
        guard !shown.isEmpty else { return false }
        let (device, id) = group.random.pick(shown)
        try device.dismiss(id, now: group.now)
        let index = try #require(sent.firstIndex { $0.id == id })
        sent[index].isWithdrawn = true
        return true
    }

    @Test(arguments: 0..<UInt64(8))
    func aRemovedDeviceGetsNothing(round: UInt64) throws {
        let group = try SimulatedGroup(Self.names + ["stolen"], seed: Stress.seed &+ round)
        let stolen = try group["stolen"]
        try group.run(steps: 100)
        let first = group.devices[0]
        first.queue(try first.peer.forget("stolen", now: group.now).actions)
        let topic = try #require(first.peer.status).epoch
        #expect(topic == 2)
        _ = try first.send("secret", to: .all, now: group.now)
        try group.run(steps: 300)
        try group.settle()
        try group.reconnect()
        #expect(stolen.screen.keys.allSatisfy { $0.identifier != "secret" })
        for device in group.devices where device !== stolen {
            let status = try #require(device.peer.status)
            #expect(status.epoch == 2)
            #expect(status.others.map(\.member.name).contains("stolen") == false)
            #expect(status.waiting == 0)
            if device !== first { #expect(device.screen.keys.map(\.identifier) == ["secret"]) }
        }
    }

    @Test(arguments: 0..<UInt64(8))
    func twoRemovalsAtOnceEndInOneGroup(round: UInt64) throws {
        let names = ["a", "b", "c", "old", "older"]
        let group = try SimulatedGroup(names, seed: Stress.seed &+ round)
        for (name, removed) in [("a", "old"), ("b", "older")] {
            let device = try group[name]
            device.queue(try device.peer.forget(removed, now: group.now).actions)
        }
        group.remove("old")
        group.remove("older")
        try group.run(steps: 300)
        try group.settle()
        try group.reconnect()
        try group.reconnect()
        for device in group.devices {
            let status = try #require(device.peer.status)
            #expect(
                Set(status.others.map(\.member.name))
                    == Set(["a", "b", "c"]).subtracting([device.name])
            )
            #expect(status.epoch == group.devices[0].peer.status?.epoch)
            #expect(status.waiting == 0, "\(device.name)")
        }
        let sent = try group["c"].send("after", to: .all, now: group.now)
        try group.settle()
        #expect(try group["a"].screen[sent] != nil && group["b"].screen[sent] != nil)
    }
}
