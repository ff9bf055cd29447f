import NotifyCore

extension RelayEngine {
    /// Adds a device, and founds the group with the first one.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the group is full.
    mutating func admit(_ member: Member, now: Instant) throws(RequestError) -> Invitation {
        guard var own = device.member, roster.members.count < Invitation.maxMembers - 1 else {
            throw RequestError(
                .notAllowed,
                "a group has at most \(Invitation.maxMembers) machines; remove one with relay forget"
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
        let known = roster.sorted
        var new = member
        new.added = now
        changes += roster.admit(new, own: device.name)
        guard let added = roster.members[member.id]?.member, let epoch = roster.current else {
            throw Self.noGroup
        }
        let others = known.filter { $0.id != added.id }
        if others.count == known.count {
            add(.members([added]), to: Set(known.map(\.id)))
            // The invitation has room for two.
            if !known.isEmpty { add(.members(known), to: [added.id]) }
        } else {
            // Its user has met it here, too.
            add(.confirm([added.id]), to: Set(others.map(\.id)))
        }
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
            for member in invitation.members where member.id != device.keys.id {
                changes += roster.admit(member, own: device.name)
            }
            return
        }
        reset(keys: device.keys)
        device.name = own?.name ?? device.name
        changes.append(.device(device))
        changes += roster.append(invitation.epoch)
        for id in invitation.forgotten { changes += roster.forget(id) }
        for member in invitation.members where member.id != device.keys.id {
            changes += roster.admit(member, own: device.name)
        }
    }

    /// Adds the devices of a list that another one sent, and has the user told of the new ones.
    mutating func introduce(_ listed: [Member], by sender: DeviceID, _ now: Instant) -> Bool {
        guard let own = device.member else { return false }
        let (changes, new) = roster.list(listed, by: sender, own: own)
        self.changes += changes
        ask(about: new, introducedBy: sender, now)
        return !new.isEmpty
    }

    /// Has the user asked whether devices are known.
    private mutating func ask(
        about devices: [DeviceID],
        introducedBy introducer: DeviceID?,
        _ now: Instant
    ) {
        for start in stride(from: 0, to: devices.count, by: InboxItem.maxIntroduced) {
            let some = Array(devices[start...].prefix(InboxItem.maxIntroduced))
            changes += inbox.introduced(some, by: introducer, now)
        }
    }

    /// Keeps devices in the group also when those that let them in are removed.
    mutating func confirm(_ ids: [DeviceID]) {
        let others = roster.all
        for id in ids {
            guard let member = roster.members[id]?.member else { continue }
            changes += roster.admit(member, own: device.name)
        }
        add(.confirm(ids), to: others)
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

    /// Removes a device with those that are in the group on its word alone, and gives the others a new key.
    mutating func forget(_ id: DeviceID, _ now: Instant) {
        guard let old = roster.current else { return }
        for id in [id] + roster.dependents(of: id).sorted() {
            remove(id, now)
            sayFarewell(to: id, in: old)
        }
        rotate(from: old)
    }

    private mutating func remove(_ id: DeviceID, _ now: Instant) {
        // Of one that was never here, there is nothing, and another device could name any number of these.
        guard roster.members[id] != nil else {
            if roster.forgotten.count < Invitation.maxForgotten { changes += roster.forget(id) }
            return
        }
        changes += outbox.forget(id)
        changes += roster.forget(id)
        changes += inbox.remove(id, now)
    }

    private mutating func sayFarewell(to id: DeviceID, in old: GroupEpoch) {
        changes += outbox.add(
            QueuedMessage(
                number: newMessage(),
                body: .farewell(id),
                targets: [],
                topic: old.topic
            )
        )
    }

    /// The maximum number of keys that the group can have made without this device.
    private static let maxMissedKeys: UInt32 = 1_000

    private mutating func rotate(from old: GroupEpoch) {
        let number = max(old.number, old.number &+ 1)
        let epoch = GroupEpoch(number: number, author: device.keys.id)
        changes += roster.append(epoch, keeping: outbox.topicsOfNewKeys)
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
        var forgotten = roster.latestForgotten
        while true {
            let invitation = Invitation(
                epoch: epoch,
                members: [own] + roster.sorted,
                forgotten: forgotten
            )
            let box = Sodium.boxed(
                invitation.json,
                to: recipient.boxKey,
                secret: device.keys.boxSecret
            )
            guard let box else { return }
            let body = MessageBody.key(recipient: id, box: box)
            // A key that is too long would never be sent; the last ones that were removed matter most.
            if fits(body) || forgotten.isEmpty { return add(body, to: [id], topic: old.topic) }
            forgotten = Array(forgotten.suffix(forgotten.count / 2))
        }
    }

    /// Handles a new key of another device.
    mutating func receive(
        key box: [UInt8],
        _ sender: DeviceID,
        _ old: GroupEpoch,
        _ now: Instant
    ) -> [RelayAction] {
        guard let member = roster.members[sender]?.member,
            let json = Sodium.unboxed(box, from: member.boxKey, secret: device.keys.boxSecret),
            let invitation = Invitation(json: json), let current = roster.current
        else {
            dropped[.malformed, default: 0] += 1
            return []
        }
        guard invitation.epoch != current else { return [] }
        // A topic has one key: with another one, nothing of it could be read any longer.
        if let known = roster.epoch(of: invitation.epoch.topic), known != invitation.epoch {
            dropped[.malformed, default: 0] += 1
            let name = roster.members[sender]?.member.name ?? "\(sender)"
            return [.log("\(name) sent another key for a topic that has one; it was not used")]
        }
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
        // Others have to hear of each key by older topics, which are not dropped before.
        let oldest = roster.epochs.first?.epoch.topic ?? ""
        guard
            roster.epochs.count < Roster.maxWaitingEpochs
                || !outbox.topicsOfNewKeys.contains(oldest)
        else {
            return [.log("\(member.name) sends keys too fast; one was not used")]
        }
        let removedHere = roster.forgotten.subtracting(invitation.forgotten)
        let unknown = roster.all.subtracting(invitation.members.map(\.id))
            .subtracting(invitation.forgotten)
        let doubtful = roster.untrusted
        let removed = invitation.forgotten.compactMap { roster.members[$0]?.member }
        for id in invitation.forgotten where id != device.keys.id && !roster.forgotten.contains(id)
        {
            remove(id, now)
        }
        // Who removed them may not have done this.
        for member in removed { sayFarewell(to: member.id, in: current) }
        changes += roster.append(invitation.epoch, keeping: outbox.topicsOfNewKeys)
        _ = introduce(invitation.members, by: sender, now)
        // Who removes a device decides about those that came by it, if it knows them.
        let listed = Set(invitation.members.map(\.id))
        let removedNow = roster.untrusted.subtracting(doubtful).subtracting(listed).sorted()
        for id in removedNow {
            remove(id, now)
            sayFarewell(to: id, in: current)
        }
        changes += roster.confirm(roster.untrusted.subtracting(doubtful).sorted(), by: sender)
        // It may itself have come by the device that it has removed, to stay here.
        ask(about: roster.untrusted.subtracting(doubtful).sorted(), introducedBy: nil, now)
        // The sender may have given the key to this device alone, and others were added meanwhile.
        for id in roster.all.sorted() where id != sender { invite(id, through: current) }
        let added = roster.sorted.filter { unknown.contains($0.id) }
        if !added.isEmpty { add(.members(added), to: roster.all.subtracting(unknown)) }
        if !removedNow.isEmpty
            || invitation.members.contains(where: { removedHere.contains($0.id) })
        {
            // Both have removed a device at the same time.
            rotate(from: invitation.epoch)
        } else {
            sendAgain()
        }
        let told: [RelayAction] =
            removed.isEmpty ? [] : [.removed(removed.map(\.name), by: member.name)]
        return told + [.changed] + follow()
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
        "this machine is in no group; run `notify-schedule relay pair` here, and type its code on another machine"
    )
}
