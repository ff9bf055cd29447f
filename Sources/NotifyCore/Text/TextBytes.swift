/// The bytes of a text file, before decoding.
package enum TextBytes {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns the bytes without a byte order mark.
    package static func withoutMark(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
    }

    /// Returns the number of the first line that is not valid UTF-8, from 1; of the last line if all are valid.
    package static func lineOfBadText(_ bytes: ArraySlice<UInt8>) -> Int {
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if String(validating: line, as: UTF8.self) == nil { break }
        }
        return number
    }
}
