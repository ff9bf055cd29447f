import NotifyCore

/// What two devices say at their meeting, encrypted with the key of the code.
enum PairingMessage: Hashable, Sendable {
    /// A device wants to enter.
    case request(Member)
    /// The host lets it in: the invitation is encrypted to the guest's own key, so that a code that is found later
    /// opens nothing.
    case answer(guest: DeviceID, host: Member, box: [UInt8])
    /// The guest is in; with a secret of its own to the host, which proves that it could read the answer.
    case confirmation(guest: DeviceID, box: [UInt8])
    /// The code is over.
    case closed(isUsed: Bool)
    /// The guest was removed from the group, and enters it again only as a new device.
    case removed(DeviceID)

    private static let header = Array("notify-schedule relay meeting 1\0".utf8)

    /// Encrypts the message.
    func sealed(_ code: PairingCode) -> String {
        let nonce = Sodium.randomBytes(Sodium.nonceSize)
        let plain = Sodium.padded(json, block: Envelope.block)
        return Base64.urlText(
            of: nonce + Sodium.sealed(plain, header: Self.header, nonce: nonce, key: code.key)
        )
    }

    /// Decrypts a message; `nil` if it was not written with the code.
    init?(opening text: String, _ code: PairingCode) {
        guard text.utf8.count <= Envelope.maxTextLength,
            let bytes = Base64.bytes(ofURLText: text), bytes.count > Sodium.nonceSize,
            let padded = Sodium.opened(
                Array(bytes[Sodium.nonceSize...]),
                header: Self.header,
                nonce: Array(bytes[..<Sodium.nonceSize]),
                key: code.key
            ), let plain = Sodium.unpadded(padded, block: Envelope.block),
            let value = try? JSONValue(parsing: plain)
        else { return nil }
        switch value["kind"]?.text {
        case "request":
            guard let member = value["member"].flatMap({ Member(json: $0) }) else { return nil }
            self = .request(member)
        case "answer":
            guard let guest = value["guest"]?.device, let box = value["box"]?.bytes,
                let host = value["host"].flatMap({ Member(json: $0) })
            else { return nil }
            self = .answer(guest: guest, host: host, box: box)
        case "confirmation":
            guard let guest = value["guest"]?.device, let box = value["box"]?.bytes else {
                return nil
            }
            self = .confirmation(guest: guest, box: box)
        case "closed": self = .closed(isUsed: value["used"] == .boolean(true))
        case "removed":
            guard let guest = value["guest"]?.device else { return nil }
            self = .removed(guest)
        default: return nil
        }
    }

    private var json: [UInt8] {
        var text = JSONText()
        text.open("{")
        text.key("kind")
        switch self {
        case .request(let member):
            text.string("request")
            text.key("member")
            member.write(to: &text)
        case .answer(let guest, let host, let box):
            text.string("answer")
            text.key("guest")
            text.string("\(guest)")
            text.key("host")
            host.write(to: &text)
            text.key("box")
            text.string(Base64.urlText(of: box))
        case .confirmation(let guest, let box):
            text.string("confirmation")
            text.key("guest")
            text.string("\(guest)")
            text.key("box")
            text.string(Base64.urlText(of: box))
        case .closed(let isUsed):
            text.string("closed")
            text.key("used")
            text.boolean(isUsed)
        case .removed(let guest):
            text.string("removed")
            text.key("guest")
            text.string("\(guest)")
        }
        text.close("}")
        return text.bytes
    }
}
