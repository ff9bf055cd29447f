import AgentInterface
import GLibBridge
import NotifyCore

/// A digest of a calendar file and of all else that its notifications depend on, so that an unchanged one is not read
/// again.
struct CalendarDigest {
    /// The version of the program, the user's zone and its rules, and the options.
    private let context: String

    init(trusts: Bool, addresses: [String]) {
        context = ([AgentNames.programVersion, SystemZone.local.edition, "\(trusts)"] + addresses)
            .joined(separator: "\n")
    }

    /// Returns the digest of a file; `nil` if it cannot be read, or is too large for a calendar.
    func of(_ file: OpenFile) -> String? {
        guard let status = try? file.status(), status.isRegular, status.size <= Self.maxBytes,
            let bytes = try? file.start(Int(status.size)), bytes.count == Int(status.size)
        else { return nil }
        return Checksum.sha256(Array(context.utf8) + [0] + bytes)
    }

    /// Returns the digest of the file at a path; `nil` as for ``of(_:)``.
    func of(path: String) -> String? {
        (try? OpenFile(reading: path)).flatMap(of)
    }

    private static let maxBytes: Int64 = 32 << 20
}
