import Foundation

/// A fresh folder of the user alone that goes, with all in it, with its last reference.
package final class TemporaryFolder: Sendable {
    /// Its absolute path, without a slash at the end.
    package let path: String

    /// Makes it; throws `CocoaError` where the folder for temporary files cannot be written.
    package init() throws {
        path = "\(NSTemporaryDirectory())nsched-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
