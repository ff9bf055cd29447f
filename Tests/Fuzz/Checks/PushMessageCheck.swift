import NotifyCore
import PushMessages

/// What must hold for any push message.
enum PushMessageCheck {
    private static let keys = try? MessageKeys()
    /// The size up to which a text is not shortened, whatever it consists of.
    private static let shortText = 600

    static func check(_ bytes: [UInt8]) {
        // Nobody has the keys, so nothing can be read.
        precondition((try? keys?.decrypt(bytes)) == nil, "a message without the keys was read")
        guard let payload = try? MessagePayload.payload(of: bytes) else { return }
        _ = try? MessagePayload.check(payload)
        // One in Apple's form, which only loses its byte order mark.
        guard payload != Array(TextBytes.withoutMark(bytes[...])) else { return }
        precondition(payload.count <= MessagePayload.maxSize, "a payload is too long")
        guard let value = try? JSONValue(parsing: payload) else {
            preconditionFailure("an alert is no JSON")
        }
        guard bytes.count <= shortText, case .object(let members) = value,
            case .object(let aps)? = members.first?.value,
            case .string(let alert)? = aps.first?.value
        else { return }
        // What is left out by design: zeros that senders in C count, and a byte order mark.
        let kept = TextBytes.withoutMark(bytes[...]).filter { $0 != 0 }
        precondition(Array(alert.utf8) == kept, "a short text was changed")
    }
}
