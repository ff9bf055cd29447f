/// The limits of a request, in UTF-8 bytes for text.
package enum RequestLimits {
    /// An identifier or an app's id.
    package static let identifier = 255
    /// A title or subtitle.
    package static let title = 4_096
    /// A body: the maximum length of a command line argument on Linux.
    package static let body = 131_072
    /// A button's label.
    package static let label = 256
    /// What the user types as a reply.
    package static let reply = 65_536
    /// The name of a command that is run.
    package static let command = 200
    /// A URL.
    package static let url = 8_192
    /// Buttons of one request, and actions and intents of one category.
    package static let actions = 32
    /// Attachments of one request.
    package static let attachments = 10
    /// Categories of one app.
    package static let categories = 200
    /// Hints of one request.
    package static let hints = 32
    /// Levels of arrays and dictionaries in `userInfo`; each needs up to three of D-Bus's 64.
    package static let userInfoDepth = 12
    /// A whole request as it is stored.
    package static let record = 262_144
    /// The shortest repeating interval, in microseconds (Apple's rule: a minute).
    package static let repeatingInterval: Int64 = 60_000_000
    /// The longest interval, in microseconds: a century.
    package static let longestInterval: Int64 = 3_155_760_000_000_000
}
