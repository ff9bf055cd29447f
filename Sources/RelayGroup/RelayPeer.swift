package import NotifyCore

/// This device as one of a group: the rules in memory, and the store.
///
/// Each method has on the disk what its actions rely on when it returns; the caller executes the actions in their
/// order. If a method throws, nothing has changed. It is used by one thread at a time.
package final class RelayPeer {
    /// The maximum number of messages that wait for other devices.
    package static let maxWaiting = 1_000

    private let store: RelayStore
    private var textLimit: Int
    private var engine: RelayEngine

    /// Opens the store, and makes it with a new device if it is missing.
    ///
    /// - Parameter name: the name of this device; see ``Member/isName(_:)``.
    package init(
        folder: String,
        name: String,
        textLimit: Int = 4_096,
        now: Instant
    ) throws(RequestError) {
        try Self.check(name: name)
        store = try RelayStore(folder: folder)
        let stored = try store.state()
        let state = stored ?? RelayState(device: DeviceRecord(keys: DeviceKeys(), name: name))
        engine = RelayEngine(state, textLimit: textLimit, now: now)
        self.textLimit = textLimit
        _ = try perform { engine throws(RequestError) in
            engine.changes.append(.device(engine.device))
            engine.rename(name)
            return []
        }
    }

    private static func check(name: String) throws(RequestError) {
        guard !Member.isName(name) else { return }
        throw RequestError(
            .invalidContent,
            "the name of this machine is \(name.quoted); use 1 to \(Member.maxNameBytes) characters without "
                + "blanks and commas, and not \(RelayTargets.allWord)"
        )
    }

    /// Gives this device another name, and another limit of texts.
    ///
    /// - Parameter name: the name of this device; see ``Member/isName(_:)``.
    package func use(name: String, textLimit: Int) throws(RequestError) {
        try Self.check(name: name)
        _ = try perform { engine throws(RequestError) in
            engine.setLimit(ofTexts: textLimit)
            engine.rename(name)
            return []
        }
        self.textLimit = textLimit
    }

    /// When ``RelayEvent/timer`` is due.
    ///
    /// `nil` for never. It may change with each call.
    package var nextWake: Instant? { engine.nextWake }

    /// What this device knows of its group; `nil` if its name is not one.
    package var status: RelayStatus? {
        engine.device.member.map { member in
            RelayStatus(
                device: member,
                others: engine.roster.sorted.map { other in
                    RelayStatus.Device(
                        member: other,
                        waiting: engine.outbox.count(for: other.id),
                        lastHeard: engine.roster.members[other.id]?.lastHeard,
                        introducers: names(of: other.introducers),
                        dependents: names(of: engine.roster.dependents(of: other.id))
                    )
                },
                isInGroup: engine.roster.current != nil,
                isForgotten: engine.device.isForgotten,
                epoch: engine.roster.current?.number ?? 0,
                waiting: engine.outbox.messages.count,
                dropped: Dictionary(
                    uniqueKeysWithValues: engine.dropped.map { ("\($0.key)", $0.value) }
                )
            )
        }
    }

    /// The keys of this device, for ``PairingHost`` and ``PairingGuest``.
    package var keys: DeviceKeys { engine.device.keys }

    /// The name of a device: this one or another one of the group; `nil` if it is not in it.
    package func name(of device: DeviceID) -> String? {
        device == keys.id ? engine.device.name : engine.roster.members[device]?.member.name
    }

    private func names(of devices: Set<DeviceID>) -> [String] {
        devices.compactMap { name(of: $0) }.sorted()
    }

    /// Whether the agent has the latest version of a notification of the group, or had it, and the group does not know
    /// that it was removed.
    package func isOpen(_ id: RelayedID) -> Bool { engine.inbox.isOpen(id) }

    /// Handles an event.
    ///
    /// - Returns: what to do, in order.
    package func handle(_ event: RelayEvent, now: Instant) throws(RequestError) -> [RelayAction] {
        try perform { engine throws(RequestError) in engine.handle(event, now: now) }
    }

    /// Sends a notification.
    ///
    /// A later one with the same identifier replaces it.
    ///
    /// - Returns: its name with the devices that it is for, and what to do.
    package func send(
        _ identifier: String,
        _ content: RelayedContent,
        to targets: RelayTargets,
        now: Instant
    ) throws(RequestError) -> (id: RelayedID, devices: [Member], actions: [RelayAction]) {
        let devices = try devices(targets)
        guard MessageBody.isIdentifier(identifier) else {
            throw RequestError(
                .invalidIdentifier,
                "the identifier has \(identifier.utf8.count) bytes; use 1 to \(MessageBody.maxIdentifierBytes)"
            )
        }
        let id = RelayedID(origin: keys.id, identifier: identifier)
        let targets = devices.map(\.id)
        let body = MessageBody.show(identifier: identifier, targets: targets, content)
        let size = body.json.count
        guard engine.fits(body) else {
            throw RequestError(
                .invalidContent,
                "the notification has \(size) bytes for the relay; \(PartJoiner.maxParts) messages of the server, "
                    + "which takes \(textLimit) bytes in one, have room for \(engine.maxSize)"
            )
        }
        guard engine.outbox.hasRoom(for: size) else {
            throw RequestError(
                .notAllowed,
                "\(engine.outbox.messages.count) messages wait for other machines already; see `notify-schedule relay "
                    + "status`, and remove a machine that does not come back with `relay forget`"
            )
        }
        let actions = try perform { engine throws(RequestError) in
            engine.add(body, to: Set(targets), expires: content.expires)
            engine.changes += engine.inbox.sent(
                id,
                to: targets,
                revision: engine.device.lastMessage
            )
            return engine.proceed(now)
        }
        return (id, devices, actions)
    }

    private func devices(_ targets: RelayTargets) throws(RequestError) -> [Member] {
        let members = engine.roster.sorted
        guard engine.roster.current != nil, !engine.device.isForgotten, !members.isEmpty else {
            throw RelayEngine.noGroup
        }
        guard case .devices(let names) = targets else { return members }
        var devices: [Member] = []
        for name in names {
            let device = try member(name)
            if !devices.contains(device) { devices.append(device) }
        }
        guard !devices.isEmpty else {
            throw RequestError(.notFound, "no machine is named; use all, or names of relay list")
        }
        return devices
    }

    private func member(_ text: String) throws(RequestError) -> Member {
        let named = engine.roster.named(text)
        guard let member = named.first else { throw unknown(text) }
        guard named.count == 1 else {
            throw RequestError(
                .invalidContent,
                "\(named.count) machines are named \(text.quoted); name one by its ID, which notify-schedule relay list prints"
            )
        }
        return member
    }

    private func unknown(_ name: String) -> RequestError {
        if name == engine.device.name || name == "\(keys.id)" {
            return RequestError(
                .notFound,
                "\(name.quoted) is this machine; name others, as `notify-schedule relay list` lists them"
            )
        }
        let names = engine.roster.sorted.map(\.name)
        let hint =
            Suggestion.nearest(to: name, in: names).map { "did you mean \($0)?" }
            ?? "use \(names.joined(separator: ", "))"
        return RequestError(.notFound, "no machine is named \(name.quoted); \(hint)")
    }

    /// Removes a notification of any device from all others: it was dismissed, answered or removed here.
    ///
    /// One that the group does not know, or that is removed already, changes nothing.
    package func withdraw(_ id: RelayedID, now: Instant) throws(RequestError) -> [RelayAction] {
        try perform { engine throws(RequestError) in
            guard let (changes, revision) = engine.inbox.remove(id) else { return [] }
            engine.changes += changes
            if id.origin == engine.device.keys.id {
                engine.changes += engine.outbox.cancel(id.identifier, upTo: revision)
            }
            engine.withdraw(WithdrawnNotification(id: id, revision: revision))
            return engine.proceed(now)
        }
    }

    /// Sends an answer that was given here to the device that the notification is from.
    package func answer(_ answer: RelayedAnswer, now: Instant) throws(RequestError) -> [RelayAction]
    {
        try perform { engine throws(RequestError) in
            var answer = answer
            answer.revision = engine.inbox.shown(answer.id)
            guard engine.roster.members[answer.id.origin] != nil, engine.fits(.answer(answer))
            else { return [] }
            engine.add(.answer(answer), to: [answer.id.origin])
            return engine.proceed(now)
        }
    }

    /// Removes a device from the group with those that are in it on its word alone.
    ///
    /// The others get a new key and topic. What the removed ones have scheduled here ends.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` if there is none, or it is this one.
    package func forget(
        _ device: String,
        now: Instant
    ) throws(RequestError) -> (devices: [Member], actions: [RelayAction]) {
        guard engine.roster.current != nil else { throw RelayEngine.noGroup }
        let member = try member(device)
        let dependents = engine.roster.dependents(of: member.id)
        let others = engine.roster.sorted.filter { dependents.contains($0.id) }
        let actions = try perform { engine throws(RequestError) in
            engine.forget(member.id, now)
            return engine.follow() + [.changed] + engine.proceed(now)
        }
        return ([member] + others, actions)
    }

    /// Keeps devices in the group also when those that let them in are removed: the user knows them.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` if there is none of a name, or it is this one.
    package func confirm(
        _ devices: [String],
        now: Instant
    ) throws(RequestError) -> (devices: [Member], actions: [RelayAction]) {
        guard engine.roster.current != nil else { throw RelayEngine.noGroup }
        var confirmed: [Member] = []
        for device in devices { confirmed.append(try member(device)) }
        let ids = confirmed.map(\.id)
        let actions = try perform { engine throws(RequestError) in
            engine.confirm(ids)
            return [.changed] + engine.proceed(now)
        }
        return (confirmed, actions)
    }

    /// Adds a device to the group, which begins with its first one.
    package func admit(
        _ member: Member,
        now: Instant
    ) throws(RequestError) -> (invitation: Invitation, actions: [RelayAction]) {
        var invitation: Invitation?
        let actions = try perform { engine throws(RequestError) in
            invitation = try engine.admit(member, now: now)
            return engine.follow() + [.changed] + engine.proceed(now)
        }
        guard let invitation else { throw RelayEngine.noGroup }
        return (invitation, actions)
    }

    /// Enters a group in place of an earlier one.
    package func join(_ invitation: Invitation, now: Instant) throws(RequestError) -> [RelayAction]
    {
        try perform { engine throws(RequestError) in
            engine.join(invitation)
            return engine.follow() + [.changed]
        }
    }

    /// Whether a device was removed from the group.
    package func hasRemoved(_ device: DeviceID) -> Bool { engine.roster.forgotten.contains(device) }

    /// Makes this a new device without a group.
    ///
    /// One that was removed from a group enters it again only so.
    package func leave() throws(RequestError) -> [RelayAction] {
        try perform { engine throws(RequestError) in
            engine.leave()
            return engine.follow() + [.changed]
        }
    }

    /// Changes the rules, and then the store; the earlier rules stay if that fails.
    private func perform(
        _ body: (inout RelayEngine) throws(RequestError) -> [RelayAction]
    ) throws(RequestError) -> [RelayAction] {
        var changed = engine
        let actions = try body(&changed)
        try store.apply(changed.takeChanges())
        engine = changed
        return actions
    }
}
