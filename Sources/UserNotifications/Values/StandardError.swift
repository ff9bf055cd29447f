import Foundation
import NotifyCore

/// The output for problems that no call of Apple's API can report.
enum StandardError {
    /// Writes a line that names the library.
    static func write(_ text: String) {
        FileHandle.standardError.write(Data("UserNotifications: \(text.printableLine)\n".utf8))
    }
}
