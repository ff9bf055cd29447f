/// Tags of a bubble's body that a notification server understands (Desktop Notifications Specification,
/// "Markup").
public struct MarkupTags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// `<b>`: bold.
    public static let bold = MarkupTags(rawValue: 1)
    /// `<i>`: italic.
    public static let italic = MarkupTags(rawValue: 2)
    /// `<u>`: underlined.
    public static let underline = MarkupTags(rawValue: 4)
    /// `<a href="…">`: a link.
    public static let link = MarkupTags(rawValue: 8)
    /// `<img src="…" alt="…"/>`: a picture.
    public static let image = MarkupTags(rawValue: 16)

    /// What every server with markup understands.
    public static let basic: MarkupTags = [.bold, .italic, .underline]
    /// All of the specification.
    public static let all: MarkupTags = [.basic, .link, .image]
}
