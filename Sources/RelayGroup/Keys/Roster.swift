import NotifyCore

/// The other devices of a group, and its keys.
///
/// A value without I/O: its methods return what changes in the store.
struct Roster: Sendable {
    /// The maximum number of keys whose topics are followed.
    ///
    /// The old ones are for devices that were away.
    static let maxEpochs = 4
    /// The maximum number of keys while some of them were not passed on yet.
    static let maxWaitingEpochs = 16
    /// The maximum number of removed devices that a key names.
    static let maxListedForgotten = 256

    private(set) var members: [DeviceID: MemberRecord]
    /// Oldest first; the last one is current.
    private(set) var epochs: [EpochRecord]
    /// The devices that were removed, which do not come back with a list of a device that does not know it.
    private(set) var forgotten: Set<DeviceID>
    /// The same, in the order of their removal.
    private var order: [DeviceID]
    /// Those that were removed last, which a key names.
    var latestForgotten: [DeviceID] { order.suffix(Self.maxListedForgotten) }

    init(_ members: [MemberRecord], _ epochs: [EpochRecord], forgotten: [DeviceID]) {
        self.members = Dictionary(members.map { ($0.member.id, $0) }) { $1 }
        self.epochs = epochs
        self.forgotten = Set(forgotten)
        order = forgotten
    }

    /// The current key; `nil` without a group.
    var current: GroupEpoch? { epochs.last?.epoch }

    /// The devices, by name.
    var sorted: [Member] {
        members.values.map(\.member).sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// The IDs of all other devices.
    var all: Set<DeviceID> { Set(members.keys) }

    /// The topics to follow.
    var positions: [TopicPosition] {
        epochs.map { TopicPosition(topic: $0.epoch.topic, since: $0.since) }
    }

    /// The key of a topic; `nil` if it is not of this group.
    func epoch(of topic: String) -> GroupEpoch? {
        epochs.first { $0.epoch.topic == topic }?.epoch
    }

    /// Returns the devices of a name, or the one of an ID.
    ///
    /// A device chooses its name, which may be the name or the ID of another one.
    func named(_ text: String) -> [Member] {
        if let id = DeviceID(text: text.lowercased()), let record = members[id] {
            return [record.member]
        }
        return sorted.filter { $0.name == text }
    }

    // MARK: - Reading

    /// Notes the last message that was read of a topic.
    mutating func read(_ serverID: String, of topic: String) {
        guard let index = epochs.firstIndex(where: { $0.epoch.topic == topic }) else { return }
        epochs[index].since = serverID
    }

    /// The change that stores the position in a topic.
    func position(of topic: String) -> [StoreChange] {
        epochs.filter { $0.epoch.topic == topic }.map { .epoch($0) }
    }

    /// Changes what is known of a device.
    ///
    /// - Returns: what `change` returns; `nil` if there is no such device.
    mutating func update<Result>(
        _ device: DeviceID,
        _ change: (inout MemberRecord) -> Result
    ) -> Result? {
        members[device].map { record in
            var record = record
            defer { members[device] = record }
            return change(&record)
        }
    }

    // MARK: - Devices

    /// Adds a device that the user has let in or confirmed on this one.
    ///
    /// - Returns: what changes in the store; nothing if the group is full.
    mutating func admit(_ member: Member, own: String) -> [StoreChange] {
        guard members[member.id] != nil || members.count < Invitation.maxMembers - 1 else {
            return []
        }
        var record = members[member.id] ?? MemberRecord(member: member)
        if members[member.id] == nil {
            record.member.name = freeName(for: member.name, own: own)
        }
        record.member.introducers = []
        guard record != members[member.id] else { return [] }
        members[member.id] = record
        return [.member(record)]
    }

    /// Adds devices on the word of another one, and takes over the name that a device gives itself.
    ///
    /// A name is taken once: a device keeps the one that it had if it wants one that another device has.
    ///
    /// - Parameter listed: the devices, with those on whose word they are in the group as `sender` knows it.
    mutating func list(
        _ listed: [Member],
        by sender: DeviceID,
        own: Member
    ) -> (changes: [StoreChange], new: [DeviceID]) {
        var changes: [StoreChange] = []
        var new: [DeviceID] = []
        for member in listed where member.id != own.id && !forgotten.contains(member.id) {
            if var record = members[member.id] {
                guard member.id == sender, record.member.signKey == member.signKey,
                    record.member.name != member.name,
                    !isTaken(member.name, own: own.name, except: member.id)
                else { continue }
                record.member.name = member.name
                members[member.id] = record
                changes.append(.member(record))
            } else if members.count < Invitation.maxMembers - 1 {
                var record = MemberRecord(member: member)
                record.member.name = freeName(for: member.name, own: own.name)
                record.member.introducers.insert(sender)
                record.member.introducers.subtract([own.id, member.id])
                members[member.id] = record
                // One that came through a device that was removed here does not come in again.
                guard !untrusted.contains(member.id) else {
                    members[member.id] = nil
                    continue
                }
                changes.append(.member(record))
                new.append(member.id)
            }
        }
        return (changes, new)
    }

    /// Notes that the user of another device has confirmed devices.
    mutating func confirm(_ confirmed: [DeviceID], by sender: DeviceID) -> [StoreChange] {
        confirmed.filter { $0 != sender }.compactMap { id in
            guard var record = members[id], record.confirmers.insert(sender).inserted else {
                return nil
            }
            members[id] = record
            return .member(record)
        }
    }

    /// The devices that are in the group on the word of a device that was removed, and of no other one.
    ///
    /// A device counts if all on whose word it came count, or if one that counts has confirmed it. So devices that
    /// confirm each other do not keep each other in the group.
    var untrusted: Set<DeviceID> {
        var trusted: Set<DeviceID> = []
        var last = -1
        while trusted.count != last {
            last = trusted.count
            for (id, record) in members where !trusted.contains(id) {
                let hasWord = record.member.introducers.allSatisfy { introducer in
                    members[introducer] == nil
                        ? !forgotten.contains(introducer) : trusted.contains(introducer)
                }
                if hasWord || !record.confirmers.isDisjoint(with: trusted) { trusted.insert(id) }
            }
        }
        return all.subtracting(trusted)
    }

    /// The devices that leave the group with a device, because it alone has introduced them.
    func dependents(of device: DeviceID) -> Set<DeviceID> {
        var without = self
        _ = without.forget(device)
        return without.untrusted.subtracting(untrusted)
    }

    /// Removes a device for good.
    mutating func forget(_ device: DeviceID) -> [StoreChange] {
        if forgotten.insert(device).inserted { order.append(device) }
        members[device] = nil
        return [.forgotten(device), .removeMember(device)]
    }

    /// Makes a key current, and drops the oldest ones, whose topics are not to stay.
    mutating func append(_ epoch: GroupEpoch, keeping topics: Set<String> = []) -> [StoreChange] {
        let record = EpochRecord(epoch: epoch)
        epochs.append(record)
        var changes: [StoreChange] = [.epoch(record)]
        while epochs.count > Self.maxEpochs,
            epochs.count > Self.maxWaitingEpochs || !topics.contains(epochs[0].epoch.topic)
        {
            changes.append(.removeEpoch(topic: epochs.removeFirst().epoch.topic))
        }
        return changes
    }

    /// Returns the nearest name that no device has.
    func freeName(for name: String, own: String) -> String {
        guard isTaken(name, own: own) else { return name }
        let candidates = (2...).lazy.map { number in
            let suffix = "-\(number)"
            var stem = name
            while stem.utf8.count + suffix.utf8.count > Member.maxNameBytes { stem.removeLast() }
            return stem + suffix
        }
        return candidates.first { !isTaken($0, own: own) } ?? name
    }

    /// Whether another device has a name, whatever the case of its letters.
    private func isTaken(_ name: String, own: String, except device: DeviceID? = nil) -> Bool {
        let name = name.lowercased()
        return own.lowercased() == name
            || members.values.contains {
                $0.member.id != device && $0.member.name.lowercased() == name
            }
    }
}
