import Foundation
import NotifyCore
import TestSupport
import Testing

@testable import RelayGroup

/// A server in memory: topics with numbered messages.
final class SimulatedServer {
    private(set) var topics: [String: [String]] = [:]

    func publish(_ text: String, to topic: String) {
        topics[topic, default: []].append(text)
    }

    func messages(of topic: String) -> [String] { topics[topic] ?? [] }
}

/// A device with its store, its agent and its connection, which crashes and loses messages by chance.
final class SimulatedDevice {
    let name: String
    private(set) var peer: RelayPeer
    /// What the agent shows, with the version.
    private(set) var screen: [RelayedID: UInt64] = [:]
    /// The versions that the agent has had, which it does not show again.
    private var versions: Set<String> = []
    /// Those of them that it has reported, which must not come again.
    private var reported: Set<String> = []
    /// What was removed here, which must not come again.
    private var removed: Set<RelayedID> = []
    private(set) var answers: [RelayedAnswer] = []
    /// The questions about devices that others let in.
    private(set) var introductions: [(devices: [DeviceID], by: DeviceID?)] = []
    private(set) var summaries: [[InboxItem]] = []
    /// What the user reads of devices that others removed.
    private(set) var removals: [String] = []
    /// What others list in a summary of what was sent from here.
    private(set) var listed: [RelayedID] = []
    private(set) var deliveries = 0
    /// Whether the agent takes nothing.
    var agentIsAway = false
    private var actions: [RelayAction] = []
    /// Of each topic, the messages that were read.
    private var positions: [String: Int] = [:]
    private var delayed: [(topic: String, index: Int)] = []
    private var isConnected = false
    /// How far its clock is ahead, in microseconds.
    private let skew: Int64
    private let folder: TemporaryFolder
    private let server: SimulatedServer

    init(_ name: String, _ server: SimulatedServer, now: Instant, skew: Int64 = 0) throws {
        self.skew = skew
        let now = now.advanced(byMicroseconds: skew)
        self.name = name
        self.server = server
        folder = try TemporaryFolder()
        peer = try RelayPeer(folder: folder.path, name: name, now: now)
        actions = try peer.handle(.started, now: now)
    }

    var id: DeviceID { peer.keys.id }

    func queue(_ new: [RelayAction]) { actions += new }

    func send(
        _ identifier: String,
        to targets: RelayTargets,
        expires: Instant? = nil,
        now: Instant
    ) throws -> RelayedID {
        var content = RelayedContent(app: "app", request: "{}")
        content.expires = expires
        let sent = try peer.send(identifier, content, to: targets, now: clock(now))
        actions += sent.actions
        return sent.id
    }

    /// The user removes what the agent shows.
    func dismiss(_ id: RelayedID, now: Instant) throws {
        screen[id] = nil
        removed.insert(id)
        actions += try peer.withdraw(id, now: clock(now))
    }

    /// Publishes what is ready for it, and reads nothing.
    func publishAll(now: Instant) throws {
        var random = SeededRandom(seed: 0)
        if !isConnected {
            isConnected = true
            actions += try peer.handle(.caughtUp(topics: Set(positions.keys)), now: clock(now))
        }
        while !actions.isEmpty { try perform(actions.removeFirst(), &random, false, now) }
    }

    /// What its clock shows.
    func clock(_ now: Instant) -> Instant { now.advanced(byMicroseconds: skew) }

    /// When it has something to do without an event, by the group's clock.
    var nextWake: Instant? { peer.nextWake?.advanced(byMicroseconds: -skew) }

    /// Keeps a copy of its store.
    func backUp() throws {
        try copy(Self.files, to: { "\($0).backup" })
    }

    /// Returns to the store of ``backUp()``, as the user does who restores a backup.
    func restoreBackup(now: Instant) throws {
        for file in Self.files { try? FileManager.default.removeItem(atPath: path(file)) }
        try copy(Self.files.map { "\($0).backup" }, to: { String($0.dropLast(".backup".count)) })
        // The agent reports once more what it has, which it does not show again.
        reported = []
        try crash(now: now)
    }

    private static let files = ["relay.sqlite", "relay.sqlite-wal"]

    private func path(_ file: String) -> String { "\(folder.path)/\(file)" }

    private func copy(_ files: [String], to name: (String) -> String) throws {
        for file in files where FileManager.default.fileExists(atPath: path(file)) {
            try FileManager.default.copyItem(atPath: path(file), toPath: path(name(file)))
        }
    }

    /// Loses everything that is not on the disk.
    func crash(now: Instant) throws {
        actions = []
        positions = [:]
        delayed = []
        isConnected = false
        peer = try RelayPeer(folder: folder.path, name: name, now: clock(now))
        actions = try peer.handle(.started, now: clock(now))
    }

    func disconnect(now: Instant) throws {
        isConnected = false
        delayed = []
        actions += try peer.handle(.disconnected, now: clock(now))
    }

    /// Whether there is nothing to do until the time goes on.
    func isIdle(now: Instant) -> Bool {
        actions.isEmpty && delayed.isEmpty && (isConnected || positions.isEmpty)
            && positions.allSatisfy { $0.value >= server.messages(of: $0.key).count }
            && (nextWake.map { $0 > now } ?? true)
    }

    /// Does one thing.
    func step(_ random: inout SeededRandom, faults: Bool, now: Instant) throws {
        if faults, random.chance(oneIn: 60) { return try crash(now: now) }
        if faults, random.chance(oneIn: 80) { return try disconnect(now: now) }
        if !actions.isEmpty, random.chance(2, in: 3) {
            return try perform(actions.removeFirst(), &random, faults, now)
        }
        if let wake = nextWake, wake <= now {
            actions += try peer.handle(.timer, now: clock(now))
        }
        try read(&random, faults, now)
    }

    private func perform(
        _ action: RelayAction,
        _ random: inout SeededRandom,
        _ faults: Bool,
        _ now: Instant
    ) throws {
        switch action {
        case .follow(let topics):
            let known = positions
            positions = [:]
            for topic in topics {
                let since = topic.since.flatMap { Int($0) }.map { $0 + 1 } ?? 0
                positions[topic.topic] = known[topic.topic] ?? since
            }
            isConnected = false
        case .publish(let publication):
            // A connection that ends may or may not have published.
            let isLost = faults && random.chance(oneIn: 10)
            if !isLost || random.chance(oneIn: 2) {
                server.publish(publication.text, to: publication.topic)
            }
            let event: RelayEvent =
                isLost ? .unpublished(publication.id, reason: "lost") : .published(publication.id)
            actions += try peer.handle(event, now: clock(now))
        case .deliver(let item): _ = try deliver(item, &random, faults, now)
        case .summarize(let items):
            summaries.append(items)
            // The agent has all of them at once, or none.
            if agentIsAway || faults && random.chance(oneIn: 10) {
                for item in items {
                    actions += try peer.handle(.postponed(item: item.number), now: clock(now))
                }
                return
            }
            for item in items { show(item) }
            if faults, random.chance(oneIn: 30) { return try crash(now: now) }
            actions += try peer.handle(.summarized(items: items.map(\.number)), now: clock(now))
            for case .show(let shown) in items.map(\.content) {
                reported.insert("\(shown.id) \(shown.revision)")
            }
        case .removed(let names, let remover): removals.append("\(remover): \(names)")
        case .changed, .log: break
        }
    }

    /// Has the agent show a notification, which it does not show again if it had it.
    private func show(_ item: InboxItem) {
        guard case .show(let notification) = item.content else { return }
        let key = "\(notification.id) \(notification.revision)"
        #expect(!reported.contains(key), "shown again on \(name)")
        guard versions.insert(key).inserted else { return }
        #expect(!removed.contains(notification.id), "returned on \(name)")
        screen[notification.id] = notification.revision
    }

    /// Hands an item to the agent.
    ///
    /// - Returns: whether the device has not crashed.
    private func deliver(
        _ item: InboxItem,
        _ random: inout SeededRandom,
        _ faults: Bool,
        _ now: Instant
    ) throws -> Bool {
        if agentIsAway || faults && random.chance(oneIn: 10) {
            actions += try peer.handle(.postponed(item: item.number), now: clock(now))
            return true
        }
        deliveries += 1
        var key: String?
        switch item.content {
        case .show(let notification):
            key = "\(notification.id) \(notification.revision)"
            show(item)
        case .listed(let id): listed.append(id)
        case .withdraw(let id):
            screen[id] = nil
            removed.insert(id)
        case .answer(let answer): answers.append(answer)
        case .introduced(let devices, let introducer):
            introductions.append((devices, introducer))
        case .removed(let device):
            for id in screen.keys where id.origin == device {
                screen[id] = nil
                removed.insert(id)
            }
        }
        // The agent has it, and the report may be lost.
        if faults, random.chance(oneIn: 30) {
            try crash(now: now)
            return false
        }
        actions += try peer.handle(.handled(item: item.number), now: clock(now))
        if let key { reported.insert(key) }
        return true
    }

    private func read(_ random: inout SeededRandom, _ faults: Bool, _ now: Instant) throws {
        if !delayed.isEmpty, !faults || random.chance(oneIn: 3) {
            let index = random.pick(0...delayed.count - 1)
            let message = delayed.remove(at: index)
            return try receive(message.topic, message.index, now)
        }
        for (topic, position) in positions.sorted(by: { $0.key < $1.key })
        where position < server.messages(of: topic).count {
            positions[topic] = position + 1
            // Lost, out of order, or twice.
            if faults, random.chance(oneIn: 40) { return }
            if faults, random.chance(oneIn: 5) { return delayed.append((topic, position)) }
            if faults, random.chance(oneIn: 10) { delayed.append((topic, position)) }
            return try receive(topic, position, now)
        }
        guard !isConnected, !positions.isEmpty else { return }
        isConnected = true
        actions += try peer.handle(.caughtUp(topics: Set(positions.keys)), now: clock(now))
    }

    private func receive(_ topic: String, _ index: Int, _ now: Instant) throws {
        let texts = server.messages(of: topic)
        let event = RelayEvent.received(topic: topic, serverID: "\(index)", text: texts[index])
        actions += try peer.handle(event, now: clock(now))
    }
}

/// Devices of one group.
final class SimulatedGroup {
    let server = SimulatedServer()
    private(set) var devices: [SimulatedDevice] = []
    var random: SeededRandom
    var now = Instant(seconds: 1_800_000_000)

    /// Makes a group of paired devices.
    ///
    /// - Parameter skews: how far the clocks of some are ahead, in microseconds.
    init(_ names: [String], seed: UInt64, skews: [String: Int64] = [:]) throws {
        random = SeededRandom(seed: seed)
        for name in names { try add(name, skew: skews[name] ?? 0) }
        try settle()
    }

    subscript(name: String) -> SimulatedDevice {
        get throws { try #require(devices.first { $0.name == name }) }
    }

    /// Pairs a new device with the first one.
    func add(_ name: String, skew: Int64 = 0) throws {
        let device = try SimulatedDevice(name, server, now: now, skew: skew)
        if let host = devices.first {
            let member = try #require(device.peer.keys.member(name: name, added: now))
            let admitted = try host.peer.admit(member, now: now)
            host.queue(admitted.actions)
            device.queue(try device.peer.join(admitted.invitation, now: now))
        }
        devices.append(device)
    }

    /// Adds a device that was away.
    func restore(_ device: SimulatedDevice) { devices.append(device) }

    func remove(_ name: String) { devices.removeAll { $0.name == name } }

    /// Does so many things on devices by chance, with faults.
    func run(steps: Int) throws {
        for _ in 0..<steps {
            now = now.advanced(byMicroseconds: Int64(random.pick(0...200_000)))
            try random.pick(devices).step(&random, faults: true, now: now)
        }
    }

    /// Goes on without faults until nothing is left to do.
    ///
    /// - Parameter seconds: how much time may pass; by default as long as something is due within an hour.
    func settle(seconds: Int64? = nil) throws {
        let end = seconds.map { now.advanced(byMicroseconds: $0 * 1_000_000) }
        for _ in 0..<20_000 {
            if devices.allSatisfy({ $0.isIdle(now: now) }) {
                let wakes = devices.compactMap(\.nextWake).filter {
                    $0 < end ?? now.advanced(byMicroseconds: 3_600_000_000)
                }
                guard let wake = wakes.min() else { return }
                now = wake
            }
            for device in devices { try device.step(&random, faults: false, now: now) }
        }
        Issue.record("the group does not settle")
    }

    /// Connects all devices again, so that each says what it has, and goes on until nothing is left to do.
    func reconnect() throws {
        for device in devices { try device.crash(now: now) }
        try settle()
    }
}
