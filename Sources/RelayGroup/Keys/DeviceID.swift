/// The number by which a device is known in its group: a hash of its public keys.
package struct DeviceID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Its size in bytes.
    package static let size = 16

    /// The 16 bytes.
    package let bytes: [UInt8]

    /// Makes an ID of its stored bytes.
    ///
    /// - Returns: the ID; `nil` if there are not 16.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = bytes
    }

    /// Makes a new, random ID.
    package init() {
        bytes = Sodium.randomBytes(Self.size)
    }

    /// Makes the ID of a device with these public keys, which no other device can have.
    init(signKey: [UInt8], boxKey: [UInt8]) {
        bytes = Sodium.hash(signKey + boxKey, count: Self.size, context: "relay device identity")
    }

    /// Makes an ID of its text.
    ///
    /// - Returns: the ID; `nil` if the text is not 32 hexadecimal digits.
    package init?(text: String) {
        guard let bytes = Hexadecimal.bytes(of: text) else { return nil }
        self.init(bytes)
    }

    /// Its 32 hexadecimal digits.
    package var description: String { Hexadecimal.text(of: bytes) }

    /// Whether one ID is smaller, by which members agree where nothing else decides.
    package static func < (left: DeviceID, right: DeviceID) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

/// Bytes as hexadecimal digits.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    static func text(of bytes: [UInt8]) -> String {
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    static func bytes(of text: String) -> [UInt8]? {
        let values = text.utf8.map { digits.firstIndex(of: $0).map { UInt8($0) } }
        guard values.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: values.count, by: 2) {
            guard let high = values[index], let low = values[index + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
