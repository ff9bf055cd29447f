import NotifyCore

/// What the agent gets of a decrypted message.
package enum MessagePayload {
    /// The maximum size of a payload in bytes.
    package static let maxSize = 4_096
    private static let blanks: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20]
    private static let ellipsis = "…"

    /// Returns the payload in Apple's form.
    ///
    /// A text that begins with `{` is taken as one; ``check(_:)`` reads it. Any other text is shown: it becomes the alert,
    /// and is shortened if it would exceed ``maxSize``; a character U+0000 in it is left out. A byte order mark at the
    /// beginning is left out of both.
    ///
    /// - Parameter plaintext: the decrypted bytes.
    /// - Returns: JSON of at most ``maxSize`` bytes.
    /// - Throws: ``MessageProblem`` if they are not UTF-8, or there is nothing but blanks.
    package static func payload(of plaintext: [UInt8]) throws(MessageProblem) -> [UInt8] {
        let plaintext = Array(TextBytes.withoutMark(plaintext[...]))
        guard var text = String(validating: plaintext, as: UTF8.self) else {
            throw MessageProblem("its text is not UTF-8")
        }
        // Senders in C may count the end of a string.
        guard let first = plaintext.first(where: { $0 != 0 && !blanks.contains($0) }) else {
            throw MessageProblem("it is empty")
        }
        if first == UInt8(ascii: "{") { return plaintext }
        text.unicodeScalars.removeAll { $0.value == 0 }
        let payload = wrapped(text)
        return payload.count <= maxSize ? payload : wrapped(shortened(text))
    }

    /// Checks a payload as the agent does, so that the agent gets none that it refuses.
    package static func check(_ payload: [UInt8]) throws(MessageProblem) {
        do throws(RequestError) {
            _ = try PushPayload(parsing: payload)
        } catch {
            throw MessageProblem(error.message)
        }
    }

    /// Returns the first characters of a text, for which a payload has room.
    private static func shortened(_ text: String) -> String {
        let frame = wrapped("").count
        var room = maxSize - wrapped(ellipsis).count
        let end = text.indices.first { index in
            room -= wrapped(text[index...index]).count - frame
            return room < 0
        }
        return text[..<(end ?? text.endIndex)] + ellipsis
    }

    private static func wrapped(_ text: some StringProtocol) -> [UInt8] {
        var json = JSONText()
        json.open("{")
        json.key("aps")
        json.open("{")
        json.key("alert")
        json.string(String(text))
        json.close("}")
        json.close("}")
        return json.bytes
    }
}
