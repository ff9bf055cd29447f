import NotifyCore

extension JSONValue {
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// A number of messages or envelopes.
    var count: UInt64? { integer.flatMap { UInt64(exactly: $0) } }

    /// Bytes in base64url.
    var bytes: [UInt8]? { text.flatMap { Base64.bytes(ofURLText: $0) } }

    var device: DeviceID? { text.flatMap { DeviceID(text: $0) } }

    var instant: Instant? { integer.map { Instant(microseconds: $0) } }

    /// The devices of a list; `nil` for more than a group has.
    var devices: [DeviceID]? { all(atMost: Invitation.maxMembers, \.device) }

    /// The members of a list, whose keys take time to check; `nil` for more than a group has.
    var members: [RelayGroup.Member]? {
        all(atMost: Invitation.maxMembers) { RelayGroup.Member(json: $0) }
    }

    /// The elements of an array; `nil` if one of them has no meaning, or if there are more.
    func all<Element>(atMost limit: Int, _ read: (JSONValue) -> Element?) -> [Element]? {
        guard let elements, elements.count <= limit else { return nil }
        let read = elements.compactMap(read)
        return read.count == elements.count ? read : nil
    }
}

extension JSONText {
    /// Writes a list.
    mutating func list<Element>(
        _ elements: some Sequence<Element>,
        _ write: (inout JSONText, Element) -> Void
    ) {
        open("[")
        for element in elements { write(&self, element) }
        close("]")
    }

    mutating func device(_ id: DeviceID) { string("\(id)") }

    /// Writes notifications with the versions that are meant.
    mutating func versions(_ notifications: [WithdrawnNotification]) {
        key("notifications")
        list(notifications) { text, notification in
            text.open("{")
            notification.id.writeMembers(to: &text)
            text.key("revision")
            text.integer(notification.revision)
            text.close("}")
        }
    }
}

extension Member {
    func write(to text: inout JSONText) {
        text.open("{")
        text.key("id")
        text.device(id)
        text.key("name")
        text.string(name)
        text.key("sign")
        text.string(Base64.urlText(of: signKey))
        text.key("box")
        text.string(Base64.urlText(of: boxKey))
        text.key("added")
        text.integer(added.microseconds)
        if !introducers.isEmpty {
            text.key("introducers")
            text.list(introducers.sorted()) { text, id in text.device(id) }
        }
        text.close("}")
    }

    /// The year 9999.
    private static let latest = Instant(seconds: 253_402_300_799)

    init?(json: JSONValue) {
        guard let id = json["id"]?.device, let name = json["name"]?.text,
            let signKey = json["sign"]?.bytes, let boxKey = json["box"]?.bytes,
            let added = json["added"]?.instant
        else { return nil }
        // A device may say anything; dates of this range can be printed.
        let date = min(max(added, Instant(seconds: 0)), Self.latest)
        self.init(id: id, name: name, signKey: signKey, boxKey: boxKey, added: date)
        guard let listed = json["introducers"] else { return }
        guard let ids = listed.devices else { return nil }
        introducers = Set(ids)
    }
}

extension Invitation {
    /// The maximum number of devices in a group.
    package static let maxMembers = 64
    /// The maximum number of removed devices that one device tells another one of.
    static let maxForgotten = 1_024

    /// The invitation as it is encrypted for one device.
    var json: [UInt8] {
        var text = JSONText()
        text.open("{")
        text.key("number")
        text.integer(epoch.number)
        text.key("topic")
        text.string(epoch.topic)
        text.key("key")
        text.string(Base64.urlText(of: epoch.key))
        text.key("author")
        text.device(epoch.author)
        text.key("members")
        text.list(members) { text, member in member.write(to: &text) }
        text.key("forgotten")
        text.list(forgotten) { text, id in text.device(id) }
        text.close("}")
        return text.bytes
    }

    /// Reads an invitation; `nil` if it has another form.
    init?(json: [UInt8]) {
        guard let value = try? JSONValue(parsing: json),
            let number = value["number"]?.integer.flatMap({ UInt32(exactly: $0) }),
            let topic = value["topic"]?.text, let key = value["key"]?.bytes,
            let author = value["author"]?.device,
            let epoch = GroupEpoch(number: number, topic: topic, key: key, author: author),
            let members = value["members"]?.members, !members.isEmpty,
            Set(members.map(\.id)).count == members.count,
            let forgotten = value["forgotten"]?.all(atMost: Self.maxForgotten, \.device)
        else { return nil }
        self.init(epoch: epoch, members: members, forgotten: forgotten)
    }
}
