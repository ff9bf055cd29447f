import Foundation

/// Where the library says what no call of Apple's can report.
enum StandardError {
    /// Writes a line that names the library.
    static func write(_ text: String) {
        FileHandle.standardError.write(Data("UserNotifications: \(text)\n".utf8))
    }
}
