import AgentInterface
import GLibBridge
import NotifyCore

/// The hints of a command line of notify-send.
enum SendHints {
    /// Parses a `TYPE:NAME:VALUE` as notify-send does, which reads the number at the start of a value.
    static func parse(_ text: String) throws(SendError) -> Hint {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            .map(String.init)
        guard parts.count == 3 else {
            throw SendError("Invalid hint syntax specified. Use TYPE:NAME:VALUE.")
        }
        let (type, name, text) = (parts[0], parts[1], parts[2])
        guard let read = readers[type.lowercased()] else {
            throw SendError(
                "Invalid hint type \"\(type)\". Valid types are int, double, string and byte."
            )
        }
        guard let value = read(text) else {
            throw SendError(
                "Value \"\(text)\" of hint \"\(name)\" could not be parsed as type \"\(type)\"."
            )
        }
        return Hint(name: name, value: value, isVariant: type.lowercased() == "variant")
    }

    /// A parsed hint.
    struct Hint {
        let name: String
        let value: HintValue
        /// Whether the value is a variant in GVariant's text format.
        let isVariant: Bool
    }

    private static let readers: [String: @Sendable (String) -> HintValue?] = [
        "string": { .string($0) },
        "int": { text in
            beginsWithDigit(text)
                ? .integer(Int32(truncatingIfNeeded: CText.unsigned(text))) : nil
        },
        "double": { beginsWithDigit($0) ? .double(CText.double($0)) : nil },
        "byte": { text in
            let number = CText.unsigned(text, base: text.hasPrefix("0x") ? 16 : 10)
            return UInt8(exactly: Int32(truncatingIfNeeded: number)).map { .byte($0) }
        },
        "boolean": { text in
            .boolean(
                text.lowercased() == "true" || (beginsWithDigit(text) && CText.unsigned(text) != 0)
            )
        },
        "variant": { Variant(text: $0).map { HintValue($0) } },
    ]

    private static func beginsWithDigit(_ text: String) -> Bool {
        text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }
}

/// An error with the message that notify-send prints for it.
struct SendError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
