/// The bounds of what a request may hold, in UTF-8 bytes where it is text.
public enum RequestLimits {
    /// An identifier or an app's id.
    public static let identifier = 255
    /// A title or subtitle.
    public static let title = 4_096
    /// A body: as much as Linux lets one word of a command line have.
    public static let body = 131_072
    /// A button's label.
    public static let label = 256
    /// What the user types as a reply.
    public static let reply = 65_536
    /// A URL.
    public static let url = 8_192
    /// Buttons of one request, and actions and intents of one category.
    public static let actions = 32
    /// Attachments of one request.
    public static let attachments = 10
    /// Categories of one app.
    public static let categories = 200
    /// Hints of one request.
    public static let hints = 32
    /// Levels of arrays and dictionaries in `userInfo`; each costs up to three of D-Bus's 64.
    public static let userInfoDepth = 12
    /// A whole request as it is stored.
    public static let record = 262_144
    /// The shortest repeating interval, in microseconds (Apple's rule: a minute).
    public static let repeatingInterval: Int64 = 60_000_000
    /// The longest interval, in microseconds: a century.
    public static let longestInterval: Int64 = 3_155_760_000_000_000
}
