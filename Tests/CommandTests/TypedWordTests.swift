import Foundation
import Testing

@testable import ScheduleCommands

/// What is typed so far, and long lists as JSON.
@Suite struct TypedWordTests {
    @Test(
        "A word is completed by its text, without quotes and backslashes",
        arguments: [
            ("", ""), ("tea", "tea"), (#"my\ tea"#, "my tea"), ("\"my tea", "my tea"),
            ("'my tea", "my tea"), ("'a b'c", "a bc"), (#"a\"#, "a"), (#""a\"b\c"#, #"a"b\c"#),
            ("a$HOME", "a"), ("'a$b", "a$b"), ("a`b", "a"), ("it\"'\"s", "it's"),
            (#"org.example\:x"#, "org.example:x"), (#"'a\b"#, #"a\b"#),
        ]
    )
    func aWordHasItsText(word: String, text: String) {
        #expect(TypedWord.plain(word) == text)
    }

    private struct Row: Codable, Equatable {
        var name: String
        var parts: [String: [Int]]
    }

    @Test("Elements of a list make the array that the encoder writes", arguments: 0...3)
    func elementsAreAnArray(count: Int) throws {
        let rows = (0..<count).map { Row(name: "a\nb/\($0)", parts: ["x": [1, 2], "empty": []]) }
        let elements = try rows.map { try JSONOutput.element($0) }
        let text = JSONOutput.text(elements: elements)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        #expect(text == String(decoding: try encoder.encode(rows), as: UTF8.self))
    }
}
