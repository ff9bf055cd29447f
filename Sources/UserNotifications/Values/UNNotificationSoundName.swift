/// The file name of a sound.
///
/// Source: Apple's page UNNotificationSoundName.
public struct UNNotificationSoundName: Hashable, Equatable, RawRepresentable, Sendable {
    /// The file's name.
    public var rawValue: String

    /// Makes a name from that of a file.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a name from that of a file.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
