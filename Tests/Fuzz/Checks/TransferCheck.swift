import AgentInterface
import GLibBridge
import NotifyCore

/// What must hold for any line of an export, and any pushed message.
enum TransferCheck {
    static func check(_ bytes: [UInt8]) {
        _ = try? JSONValue(parsing: bytes)
        checkPush(bytes)
        guard let entry = entry(bytes), let line = line(entry) else { return }
        // Written once, it stays as it is.
        guard let again = self.entry(line) else {
            preconditionFailure("what was written is refused")
        }
        precondition(self.line(again) == line, "a line reads otherwise than written")
    }

    /// A pushed message that is accepted is within the bounds of a request.
    private static func checkPush(_ bytes: [UInt8]) {
        guard let payload = try? PushPayload(parsing: bytes) else { return }
        let depth = PropertyValue.dictionary(payload.content.userInfo).depth
        precondition(depth <= RequestLimits.userInfoDepth, "a message is nested too deep")
    }

    private static func entry(_ line: [UInt8]) -> Variant? {
        try? TransferFormat.entry(line, number: 1) { (bytes) throws(RequestError) in
            throw RequestError(.invalidAttachment, "no files here")
        }
    }

    private static func line(_ entry: Variant) -> [UInt8]? {
        var text = JSONText()
        guard (try? TransferFormat.write(entry, to: &text) { _ in [] }) != nil else { return nil }
        return text.bytes.dropLast()
    }
}
