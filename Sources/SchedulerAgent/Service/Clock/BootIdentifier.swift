import GLibBridge

/// The kernel's identifier of the current boot.
enum BootIdentifier {
    /// A text that stays the same until the machine restarts.
    static var current: String {
        let file = try? OpenFile(reading: "/proc/sys/kernel/random/boot_id")
        let bytes = (try? file?.start(64)) ?? []
        return String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    }
}
