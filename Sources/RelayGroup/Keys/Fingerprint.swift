/// The digits by which users compare the keys of two devices.
package enum Fingerprint {
    /// Returns the digits: the same on both devices, and others for other keys.
    package static func text(of one: Member, _ other: Member) -> String {
        let keys = [one, other].map { $0.signKey + $0.boxKey }.sorted {
            $0.lexicographicallyPrecedes($1)
        }
        let hash = Sodium.hash(keys[0] + keys[1], count: 24, context: "relay fingerprint")
        return stride(from: 0, to: 24, by: 4).map { start in
            let digits = UInt32(bigEndianBytes: hash[start..<start + 4]) % 10_000
            return String(String(digits + 10_000).dropFirst())
        }.joined(separator: " ")
    }
}
