import NotifyCore

/// The other devices of a group, and its keys.
///
/// A value without I/O: its methods return what changes in the store.
struct Roster: Sendable {
    /// The maximum number of keys whose topics are followed.
    ///
    /// The old ones are for devices that were away.
    static let maxEpochs = 4

    private(set) var members: [DeviceID: MemberRecord]
    /// Oldest first; the last one is current.
    private(set) var epochs: [EpochRecord]
    /// The devices that were removed, which do not come back with a list of a device that does not know it.
    private(set) var forgotten: Set<DeviceID>

    init(_ members: [MemberRecord], _ epochs: [EpochRecord], forgotten: [DeviceID]) {
        self.members = Dictionary(members.map { ($0.member.id, $0) }) { $1 }
        self.epochs = epochs
        self.forgotten = Set(forgotten)
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

    /// Adds devices, and takes over the name that a device gives itself.
    ///
    /// - Parameters:
    ///   - added: the devices.
    ///   - sender: the device that listed them.
    ///   - own: this device.
    /// - Returns: what changes in the store.
    mutating func add(_ added: [Member], from sender: DeviceID, own: DeviceID) -> [StoreChange] {
        var changes: [StoreChange] = []
        for member in added where member.id != own && !forgotten.contains(member.id) {
            if var record = members[member.id] {
                guard member.id == sender, record.member.signKey == member.signKey,
                    record.member.name != member.name
                else { continue }
                record.member.name = member.name
                members[member.id] = record
                changes.append(.member(record))
            } else if members.count < Invitation.maxMembers - 1 {
                let record = MemberRecord(member: member)
                members[member.id] = record
                changes.append(.member(record))
            }
        }
        return changes
    }

    /// Removes a device for good.
    mutating func forget(_ device: DeviceID) -> [StoreChange] {
        forgotten.insert(device)
        members[device] = nil
        return [.forgotten(device), .removeMember(device)]
    }

    /// Makes a key current, and drops the oldest one.
    mutating func append(_ epoch: GroupEpoch) -> [StoreChange] {
        let record = EpochRecord(epoch: epoch)
        epochs.append(record)
        guard epochs.count > Self.maxEpochs else { return [.epoch(record)] }
        return [.epoch(record), .removeEpoch(topic: epochs.removeFirst().epoch.topic)]
    }

    /// Returns the nearest name that no device has.
    func freeName(for name: String, own: String) -> String {
        let taken = Set(members.values.map(\.member.name) + [own])
        guard taken.contains(name) else { return name }
        let candidates = (2...).lazy.map { number in
            let suffix = "-\(number)"
            var stem = name
            while stem.utf8.count + suffix.utf8.count > Member.maxNameBytes { stem.removeLast() }
            return stem + suffix
        }
        return candidates.first { !taken.contains($0) } ?? name
    }
}
