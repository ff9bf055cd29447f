import Foundation
import Launcher

/// A fresh folder that goes with its last reference.
final class TemporaryFolder: Sendable {
    let path: String

    init(_ text: String? = nil) throws {
        path = "\(NSTemporaryDirectory())nsched-launcher-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        if let text { try write(Data(text.utf8)) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The configuration file in it.
    var file: String { "\(path)/\(LauncherConfiguration.fileName)" }

    func write(_ data: Data) throws {
        try data.write(to: URL(fileURLWithPath: file))
        chmod(file, 0o600)
    }
}
