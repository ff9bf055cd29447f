/// A code by which two devices meet: 130 random bits, and a character that reveals typing errors.
package struct PairingCode: Hashable, Sendable {
    /// How many characters it has, without hyphens.
    package static let length = 27
    /// How long it is valid, in microseconds.
    package static let lifetime: Int64 = 600_000_000
    private static let groupLength = 5
    /// Crockford's digits, without I, L, O and U.
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    private let values: [UInt8]

    /// Makes a new code.
    package init() {
        let random = Sodium.randomBytes(Self.length - 1).map { $0 & 31 }
        values = random + [Self.check(random)]
    }

    /// Reads a code that was typed: hyphens, blanks and case do not matter, nor O for 0, and I or L for 1.
    package init(_ text: String) throws(PairingProblem) {
        var values: [UInt8] = []
        for byte in text.uppercased().utf8 where byte != UInt8(ascii: "-") && byte != 0x20 {
            let digit: UInt8 =
                switch byte {
                case UInt8(ascii: "O"): UInt8(ascii: "0")
                case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
                default: byte
                }
            guard let value = Self.digits.firstIndex(of: digit) else { throw .notACode(text) }
            values.append(UInt8(value))
        }
        guard values.count == Self.length else { throw .notACode(text) }
        guard Self.check(values.dropLast()) == values.last else { throw .mistyped }
        self.values = values
    }

    /// The code as it is shown, in groups.
    package var text: String {
        let characters = values.map { Self.digits[Int($0)] }
        return stride(from: 0, to: characters.count, by: Self.groupLength).map { start in
            String(decoding: characters[start...].prefix(Self.groupLength), as: UTF8.self)
        }.joined(separator: "-")
    }

    /// The topic at which the devices meet.
    var topic: String {
        GroupEpoch.topic(of: Sodium.hash(values, count: 16, context: "relay meeting topic"))
    }

    /// The key of what they say there.
    var key: [UInt8] {
        Sodium.hash(values, count: Sodium.keySize, context: "relay meeting key")
    }

    /// Returns the check digit: a polynomial over the field of 32 elements, which differs after any one wrong digit
    /// and after any two that are exchanged.
    private static func check(_ values: some Sequence<UInt8>) -> UInt8 {
        values.reduce(0) { sum, value in
            let doubled = (sum ^ value) << 1
            return doubled & 32 == 0 ? doubled : doubled ^ 37
        }
    }
}
