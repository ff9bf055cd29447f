/// The bytes of a file of text, before they are taken for text.
public enum TextBytes {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The bytes without the byte order mark that some editors write first.
    public static func withoutMark(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
    }

    /// The first line that is not valid UTF-8, counted from 1; the last one where all of them are.
    public static func lineOfBadText(_ bytes: ArraySlice<UInt8>) -> Int {
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if String(validating: line, as: UTF8.self) == nil { break }
        }
        return number
    }
}
