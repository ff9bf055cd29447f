import NotifyCore

extension RelayEngine {
    /// Adds a device, and founds the group with the first one.
    ///
    /// - Returns: what the device needs.
    /// - Throws: ``NotifyCore/RequestError`` if the group is full.
    mutating func admit(_ member: Member, now: Instant) throws(RequestError) -> Invitation {
        guard var own = device.member, roster.members.count < Invitation.maxMembers - 1 else {
            throw RequestError(
                .notAllowed,
                "a group has at most \(Invitation.maxMembers) devices; remove one with relay forget"
            )
        }
        guard !roster.forgotten.contains(member.id) else {
            throw RequestError(
                .notAllowed,
                "\(member.name) was removed from this group; it enters it again with a new key, by relay pair there"
            )
        }
        if roster.current == nil || device.isForgotten {
            reset(keys: device.keys)
            changes += roster.append(GroupEpoch(number: 1, author: device.keys.id))
        }
        let others = roster.all
        var added = roster.members[member.id]?.member ?? member
        if roster.members[member.id] == nil {
            added.name = roster.freeName(for: member.name, own: device.name)
            added.added = now
            let known = roster.sorted
            changes += roster.add([added], from: device.keys.id, own: device.keys.id)
            add(.members([added]), to: others)
            // The invitation has room for two.
            if !known.isEmpty { add(.members(known), to: [added.id]) }
        }
        guard let epoch = roster.current else { throw Self.noGroup }
        own.added = now
        return Invitation(epoch: epoch, members: [own, added], forgotten: [])
    }

    /// Enters a group in place of an earlier one.
    mutating func join(_ invitation: Invitation) {
        let own = invitation.members.first { $0.id == device.keys.id }
        // In its own group, what was received stays known: the server could have it used again.
        if roster.epoch(of: invitation.epoch.topic) == invitation.epoch,
            roster.forgotten.isDisjoint(with: invitation.members.map(\.id))
        {
            changes += roster.add(invitation.members, from: device.keys.id, own: device.keys.id)
            return
        }
        reset(keys: device.keys)
        device.name = own?.name ?? device.name
        changes.append(.device(device))
        changes += roster.append(invitation.epoch)
        for id in invitation.forgotten { changes += roster.forget(id) }
        changes += roster.add(invitation.members, from: device.keys.id, own: device.keys.id)
    }

    /// Leaves the group, and becomes another device, which can enter one again.
    mutating func leave() {
        reset(keys: DeviceKeys())
    }

    private mutating func reset(keys: DeviceKeys) {
        device.keys = keys
        device.isForgotten = false
        roster = Roster([], [], forgotten: [])
        outbox.removeAll()
        inbox.removeAll()
        joiner = PartJoiner()
        sending.disconnected()
        changes += [.removeAll, .device(device)]
    }

    /// Takes over the name of the configuration.
    mutating func rename(_ name: String) {
        // The group may have given another one, because this one is another device's.
        let free = roster.freeName(for: name, own: "")
        guard free != device.name else { return }
        device.name = free
        changes.append(.device(device))
        if let own = device.member { add(.members([own]), to: roster.all) }
    }

    // MARK: - Removal

    /// Removes a device, and gives the others a new key.
    mutating func forget(_ id: DeviceID) {
        guard let old = roster.current else { return }
        changes += outbox.forget(id)
        changes += roster.forget(id)
        changes += outbox.add(
            QueuedMessage(
                number: newMessage(),
                body: .farewell(id),
                targets: [],
                topic: old.topic
            )
        )
        rotate(from: old)
    }

    /// The maximum number of keys that the group can have made without this device.
    private static let maxMissedKeys: UInt32 = 1_000

    private mutating func rotate(from old: GroupEpoch) {
        let number = max(old.number, old.number &+ 1)
        changes += roster.append(GroupEpoch(number: number, author: device.keys.id))
        for id in roster.all.sorted() { invite(id, through: old) }
        sendAgain()
    }

    /// Has everything that waits sent with the current key.
    private mutating func sendAgain() {
        if sending.current?.epoch != roster.current { sending.current = nil }
        changes += outbox.sendAgain()
        // Nothing of the new topic has been read.
        sending.disconnected()
    }

    /// Sends the current key to a device that knows an older one.
    ///
    /// A key that waits for it may have been lost, or may be an older one: it is replaced, and sent at once.
    mutating func invite(_ id: DeviceID, through old: GroupEpoch) {
        guard let epoch = roster.current, let own = device.member,
            let recipient = roster.members[id]?.member
        else { return }
        changes += outbox.removeKeys(for: id, topic: old.topic)
        let invitation = Invitation(
            epoch: epoch,
            members: [own] + roster.sorted,
            forgotten: roster.forgotten.sorted()
        )
        guard
            let box = Sodium.boxed(
                invitation.json,
                to: recipient.boxKey,
                secret: device.keys.boxSecret
            )
        else { return }
        add(.key(recipient: id, box: box), to: [id], topic: old.topic)
    }

    /// Handles a new key of another device.
    mutating func receive(
        key box: [UInt8],
        _ sender: DeviceID,
        _ old: GroupEpoch
    ) -> [RelayAction] {
        guard let member = roster.members[sender]?.member,
            let json = Sodium.unboxed(box, from: member.boxKey, secret: device.keys.boxSecret),
            let invitation = Invitation(json: json), let current = roster.current
        else {
            dropped[.malformed, default: 0] += 1
            return []
        }
        guard invitation.epoch != current else { return [] }
        guard invitation.epoch.replaces(current) else {
            // The sender learns the current one.
            if roster.epoch(of: invitation.epoch.topic) == nil { invite(sender, through: old) }
            return []
        }
        // Without numbers that are left, no device could be removed.
        guard invitation.epoch.number - current.number <= Self.maxMissedKeys else {
            dropped[.malformed, default: 0] += 1
            return []
        }
        let removedHere = roster.forgotten.subtracting(invitation.forgotten)
        let unknown = roster.all.subtracting(invitation.members.map(\.id))
            .subtracting(invitation.forgotten)
        for id in invitation.forgotten where id != device.keys.id {
            changes += outbox.forget(id)
            changes += roster.forget(id)
        }
        changes += roster.append(invitation.epoch)
        changes += roster.add(invitation.members, from: sender, own: device.keys.id)
        // Devices that were added while the other one made the key.
        for id in unknown.sorted() { invite(id, through: current) }
        let added = roster.sorted.filter { unknown.contains($0.id) }
        if !added.isEmpty { add(.members(added), to: roster.all.subtracting(unknown)) }
        if invitation.members.contains(where: { removedHere.contains($0.id) }) {
            // Both have removed a device at the same time.
            rotate(from: invitation.epoch)
        } else {
            sendAgain()
        }
        return [.changed] + follow()
    }

    /// Goes on with numbers that no device knows yet.
    mutating func skip(to receipt: Receipt) {
        // No device can use up the numbers of another one.
        let limit = UInt64(1) << 62
        let (number, message) = (receipt.highest, receipt.messages.highest)
        guard number < limit, message < limit,
            number > device.lastNumber || message > device.lastMessage
        else { return }
        device.lastNumber = max(device.lastNumber, number)
        device.lastMessage = max(device.lastMessage, message)
        self.number = device.lastNumber
        changes.append(.device(device))
    }

    static let noGroup = RequestError(
        .notFound,
        "this device is in no group; run `notify-schedule relay pair` here, and type its code on another device"
    )
}
