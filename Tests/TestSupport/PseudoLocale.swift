import Foundation

/// The language xx, in which each text of ours is in brackets and in letters that are not Latin.
///
/// What is shown without brackets is not marked for translation. `make build-tests` makes its catalogue.
package enum PseudoLocale {
    /// What a program of this language gets.
    package static let environment = ["LANGUAGE": "xx"]

    /// Returns the Latin words of a text that are outside of all brackets.
    package static func unmarkedWords(in text: String) -> [String] {
        var rest = text
        // The inner ones first: an argument may have brackets of its own.
        while let range = rest.range(
            of: #"\[!! (?:(?!\[!!|!!\]).)* !!\]"#,
            options: .regularExpression
        ) {
            rest.replaceSubrange(range, with: " ")
        }
        return rest.matches(of: /[A-Za-z]{2,}/).map { String($0.output) }
    }
}
