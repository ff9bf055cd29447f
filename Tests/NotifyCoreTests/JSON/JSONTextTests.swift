import Foundation
import NotifyCore
import Testing

/// JSON whose texts hold what steers a terminal, or what nobody sees.
@Suite struct JSONTextTests {
    private static let hostile =
        "a\u{1B}[31m\u{7F}\u{9B}\u{202E}\u{200B}\u{2028}\u{E0041}\"\\é会🚀\n\t"

    @Test func unseenCharactersAreEscapedAndMeanTheSame() throws {
        var text = JSONText()
        text.string(Self.hostile)
        let json = String(decoding: text.bytes, as: UTF8.self)
        #expect(
            json == #""a\u001b[31m\u007f\u009b\u202e\u200b\u2028\udb40\udc41\"\\é会🚀\n\t""#
        )
        #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == Self.hostile)
        #expect(try JSONValue(parsing: text.bytes) == .string(Self.hostile))
    }

    @Test func aWholeTextOfAnEncoderIsEscaped() throws {
        let value = ["\u{202E}k": [Self.hostile]]
        let encoder = JSONEncoder()
        encoder.outputFormatting = .prettyPrinted
        let json = JSONText.escapingUnseen(
            String(decoding: try encoder.encode(value), as: UTF8.self)
        )
        #expect(
            json.unicodeScalars.allSatisfy {
                $0 == "\n" || $0.properties.generalCategory != .control
            }
        )
        #expect(json.contains(#"\u202e"#) && json.contains(#"\udb40\udc41"#))
        #expect(!json.contains("\u{202E}") && !json.contains("\u{200B}"))
        #expect(try JSONDecoder().decode([String: [String]].self, from: Data(json.utf8)) == value)
    }
}
