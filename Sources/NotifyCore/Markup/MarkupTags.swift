/// Tags of a bubble's body that a notification server supports (Desktop Notifications Specification,
/// "Markup").
package struct MarkupTags: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Makes a set from its bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// `<b>`: bold.
    package static let bold = MarkupTags(rawValue: 1)
    /// `<i>`: italic.
    package static let italic = MarkupTags(rawValue: 2)
    /// `<u>`: underlined.
    package static let underline = MarkupTags(rawValue: 4)
    /// `<a href="…">`: a link.
    package static let link = MarkupTags(rawValue: 8)
    /// `<img src="…" alt="…"/>`: an image.
    package static let image = MarkupTags(rawValue: 16)

    /// The tags that every server with markup supports.
    package static let basic: MarkupTags = [.bold, .italic, .underline]
    /// All of the specification.
    package static let all: MarkupTags = [.basic, .link, .image]
}
