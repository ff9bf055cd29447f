import NotifyCore

/// What a device says to its group.
package enum MessageBody: Hashable, Sendable {
    /// A notification for some devices.
    case show(identifier: String, targets: [DeviceID], RelayedContent)
    /// Notifications were dismissed, answered or removed.
    case withdraw([WithdrawnNotification])
    /// An answer to a notification.
    case answer(RelayedAnswer)
    /// Messages have arrived.
    case acknowledge([Receipt])
    /// The device is connected: what it has of each other one, and the number below which it repeats nothing.
    case hello([Receipt], floor: UInt64)
    /// Devices of the group, which may be new.
    case members([Member])
    /// A new key and topic, encrypted for one device.
    case key(recipient: DeviceID, box: [UInt8])
    /// A device was removed from the group.
    case farewell(DeviceID)
    /// The user of the device has confirmed others, which stay if the one that let them in is removed.
    case confirm([DeviceID])
    /// Notifications came late, and the device lists them in a summary.
    case listed([WithdrawnNotification])

    /// The maximum length of an identifier in bytes.
    static let maxIdentifierBytes = 1_024
    /// The maximum number of notifications that one message withdraws.
    static let maxWithdrawn = 128

    /// The body as JSON.
    package var json: [UInt8] {
        var text = JSONText()
        text.open("{")
        text.key("kind")
        switch self {
        case .show(let identifier, let targets, let content):
            text.string("show")
            text.key("identifier")
            text.string(identifier)
            text.key("targets")
            text.list(targets) { text, id in text.device(id) }
            content.writeMembers(to: &text)
        case .withdraw(let notifications):
            text.string("withdraw")
            text.versions(notifications)
        case .listed(let notifications):
            text.string("listed")
            text.versions(notifications)
        case .answer(let answer):
            text.string("answer")
            answer.writeMembers(to: &text)
        case .acknowledge(let receipts):
            text.string("acknowledge")
            Receipt.write(receipts, to: &text)
        case .hello(let receipts, let floor):
            text.string("hello")
            text.key("floor")
            text.integer(floor)
            Receipt.write(receipts, to: &text)
        case .members(let members):
            text.string("members")
            text.key("members")
            text.list(members) { text, member in member.write(to: &text) }
        case .key(let recipient, let box):
            text.string("key")
            text.key("recipient")
            text.device(recipient)
            text.key("box")
            text.string(Base64.urlText(of: box))
        case .farewell(let device):
            text.string("farewell")
            text.key("device")
            text.device(device)
        case .confirm(let devices):
            text.string("confirm")
            text.key("devices")
            text.list(devices) { text, id in text.device(id) }
        }
        text.close("}")
        return text.bytes
    }

    /// Reads a body; `nil` if it has another form, or is of a kind that a later version has.
    package init?(json: [UInt8]) {
        guard let value = try? JSONValue(parsing: json), let kind = value["kind"]?.text else {
            return nil
        }
        let read: MessageBody? =
            switch kind {
            case "show": Self.show(value)
            case "withdraw": Self.versions(value).map { .withdraw($0) }
            case "listed": Self.versions(value).map { .listed($0) }
            case "answer": RelayedAnswer(json: value).map { .answer($0) }
            case "acknowledge": Receipt.all(of: value).map { .acknowledge($0) }
            case "hello":
                Receipt.all(of: value).flatMap { receipts in
                    value["floor"]?.count.map { .hello(receipts, floor: $0) }
                }
            case "members": value["members"]?.members.map { .members($0) }
            case "key":
                value["recipient"]?.device.flatMap { recipient in
                    value["box"]?.bytes.map { .key(recipient: recipient, box: $0) }
                }
            case "farewell": value["device"]?.device.map { .farewell($0) }
            case "confirm": value["devices"]?.devices.map { .confirm($0) }
            default: nil
            }
        guard let read else { return nil }
        self = read
    }

    private static func show(_ value: JSONValue) -> MessageBody? {
        guard let identifier = value["identifier"]?.text, isIdentifier(identifier),
            let targets = value["targets"]?.devices, !targets.isEmpty,
            let content = RelayedContent(json: value)
        else { return nil }
        return .show(identifier: identifier, targets: targets, content)
    }

    private static func versions(_ value: JSONValue) -> [WithdrawnNotification]? {
        let all = value["notifications"]?.all(atMost: maxWithdrawn) {
            entry -> WithdrawnNotification? in
            guard let id = RelayedID(json: entry), let revision = entry["revision"]?.count
            else { return nil }
            return WithdrawnNotification(id: id, revision: revision)
        }
        return all?.isEmpty == false ? all : nil
    }

    /// Whether a text can be the identifier of a notification.
    static func isIdentifier(_ text: String) -> Bool {
        (1...maxIdentifierBytes).contains(text.utf8.count) && !text.utf8.contains(0)
    }
}

/// A notification up to one of its versions, which is withdrawn or listed.
package struct WithdrawnNotification: Hashable, Sendable {
    let id: RelayedID
    let revision: UInt64
}

/// What a device has of another one.
package struct Receipt: Hashable, Sendable {
    /// The maximum number of ranges that are reported; there are gaps only where messages were lost.
    static let maxRanges = 128

    /// The other one.
    let device: DeviceID
    /// The highest number of its envelopes.
    let highest: UInt64
    /// The numbers of its messages.
    let messages: NumberRanges

    static func write(_ receipts: [Receipt], to text: inout JSONText) {
        text.key("receipts")
        text.list(receipts) { text, receipt in
            text.open("{")
            text.key("device")
            text.device(receipt.device)
            text.key("highest")
            text.integer(receipt.highest)
            text.key("messages")
            text.list(receipt.messages.bounds) { $0.integer($1) }
            text.close("}")
        }
    }

    static func all(of value: JSONValue) -> [Receipt]? {
        value["receipts"]?.all(atMost: Invitation.maxMembers) { entry in
            guard let device = entry["device"]?.device, let highest = entry["highest"]?.count,
                let bounds = entry["messages"]?.all(atMost: 2 * NumberRanges.maxCount, \.count),
                let messages = NumberRanges(bounds: bounds)
            else { return nil }
            return Receipt(device: device, highest: highest, messages: messages)
        }
    }
}

extension RelayedContent {
    func writeMembers(to text: inout JSONText) {
        text.key("app")
        text.string(app)
        text.key("request")
        text.string(request)
        text.key("scheduled")
        text.boolean(isScheduled)
        guard let expires else { return }
        text.key("expires")
        text.integer(expires.microseconds)
    }

    init?(json: JSONValue) {
        guard let app = json["app"]?.text, let request = json["request"]?.text else { return nil }
        self.init(
            app: app,
            request: request,
            isScheduled: json["scheduled"] == .boolean(true),
            expires: json["expires"]?.instant
        )
    }
}

extension RelayedID {
    func writeMembers(to text: inout JSONText) {
        text.key("origin")
        text.device(origin)
        text.key("identifier")
        text.string(identifier)
    }

    init?(json: JSONValue) {
        guard let origin = json["origin"]?.device, let identifier = json["identifier"]?.text,
            MessageBody.isIdentifier(identifier)
        else { return nil }
        self.init(origin: origin, identifier: identifier)
    }
}

extension RelayedAnswer {
    func writeMembers(to text: inout JSONText) {
        id.writeMembers(to: &text)
        text.key("action")
        text.string(action)
        text.key("revision")
        text.integer(revision)
        if let actionTitle {
            text.key("actionTitle")
            text.string(actionTitle)
        }
        guard let typed = self.text else { return }
        text.key("text")
        text.string(typed)
    }

    init?(json: JSONValue) {
        guard let id = RelayedID(json: json), let action = json["action"]?.text else { return nil }
        self.init(id: id, action: action, text: json["text"]?.text)
        revision = json["revision"]?.count ?? 0
        actionTitle = json["actionTitle"]?.text
    }
}

extension InboxItem.Content {
    /// The content as it is stored.
    var json: [UInt8] {
        var text = JSONText()
        text.open("{")
        text.key("kind")
        switch self {
        case .show(let notification):
            text.string("show")
            notification.id.writeMembers(to: &text)
            text.key("revision")
            text.integer(notification.revision)
            notification.content.writeMembers(to: &text)
        case .withdraw(let id):
            text.string("withdraw")
            id.writeMembers(to: &text)
        case .answer(let answer):
            text.string("answer")
            answer.writeMembers(to: &text)
        case .listed(let id):
            text.string("listed")
            id.writeMembers(to: &text)
        case .introduced(let devices, let introducer):
            text.string("introduced")
            text.key("devices")
            text.list(devices) { text, id in text.device(id) }
            if let introducer {
                text.key("introducer")
                text.device(introducer)
            }
        case .removed(let device):
            text.string("removed")
            text.key("device")
            text.device(device)
        }
        text.close("}")
        return text.bytes
    }

    init?(json: [UInt8]) {
        guard let value = try? JSONValue(parsing: json) else { return nil }
        switch value["kind"]?.text {
        case "show":
            guard let id = RelayedID(json: value), let revision = value["revision"]?.count,
                let content = RelayedContent(json: value)
            else { return nil }
            self = .show(RelayedNotification(id: id, revision: revision, content: content))
        case "withdraw":
            guard let id = RelayedID(json: value) else { return nil }
            self = .withdraw(id)
        case "answer":
            guard let answer = RelayedAnswer(json: value) else { return nil }
            self = .answer(answer)
        case "listed":
            guard let id = RelayedID(json: value) else { return nil }
            self = .listed(id)
        case "introduced":
            guard let devices = value["devices"]?.devices else { return nil }
            self = .introduced(devices, by: value["introducer"]?.device)
        case "removed":
            guard let device = value["device"]?.device else { return nil }
            self = .removed(device)
        default: return nil
        }
    }
}
