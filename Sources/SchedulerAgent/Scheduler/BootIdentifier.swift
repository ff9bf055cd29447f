import Foundation

/// The kernel's name for the current boot.
enum BootIdentifier {
    /// A text that is the same until the machine starts anew.
    static var current: String {
        let path = "/proc/sys/kernel/random/boot_id"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
