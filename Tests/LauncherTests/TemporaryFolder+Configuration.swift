import Foundation
import Launcher
import TestSupport

extension TemporaryFolder {
    /// One with a launcher configuration of this text.
    convenience init(_ text: String) throws {
        try self.init()
        try write(Data(text.utf8))
    }

    /// The configuration file in it.
    var file: String { "\(path)/\(LauncherConfiguration.fileName)" }

    func write(_ data: Data) throws {
        try data.write(to: URL(fileURLWithPath: file))
        chmod(file, 0o600)
    }
}
