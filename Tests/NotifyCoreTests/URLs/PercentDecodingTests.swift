import Testing

@testable import NotifyCore

@Suite struct PercentDecodingTests {
    @Test(arguments: [
        ("", ""), ("abc", "abc"), ("%41", "A"), ("%4a%4A", "JJ"), ("a%20b", "a b"),
        ("a+b", "a+b"), ("%2525", "%25"), ("%C3%A4", "ä"), ("ä", "ä"), ("%F0%9F%98%80", "😀"),
        ("%00", "\0"), ("%2F", "/"), ("%e2%80%ae", "\u{202e}"),
    ])
    func onePassIsDecoded(text: String, decoded: String) throws {
        #expect(try PercentDecoding.decode(text) == decoded)
    }

    @Test(arguments: ["%", "a%", "%4", "%g0", "%0g", "%%41", "%+1", "% 1", "%4ä", "%\u{301}41"])
    func digitsMustBeThere(text: String) {
        #expect(throws: PercentDecoding.Failure.digits) { try PercentDecoding.decode(text) }
    }

    @Test(arguments: [
        "%FF", "%C3", "%C3%41", "%A4", "%C0%AF", "%ED%A0%80", "%F4%90%80%80", "ä%C3",
    ])
    func bytesMustBeUTF8(text: String) {
        #expect(throws: PercentDecoding.Failure.encoding) { try PercentDecoding.decode(text) }
    }
}
