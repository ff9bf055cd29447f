import TerminalCommands
import Testing

/// The sequence OSC 9;4 in the output of a command.
@Suite struct ProgressReaderTests {
    private static let cases: [(String, ProgressReader.Progress?)] = [
        ("plain", nil), ("\u{1B}]9;4;1;42\u{7}", .percent(42)),
        ("\u{1B}]9;4;1;42\u{1B}\\", .percent(42)),
        ("\u{1B}]9;4;1;100\u{7}x", .percent(100)), ("\u{1B}]9;4;1;900\u{7}", .percent(100)),
        ("\u{1B}]9;4;1;-5\u{7}", .percent(0)), ("\u{1B}]9;4;2;10\u{7}", .percent(10)),
        ("\u{1B}]9;4;4;10\u{7}", .percent(10)), ("\u{1B}]9;4;3;\u{7}", .unknown),
        ("\u{1B}]9;4;3\u{7}", .unknown), ("\u{1B}]9;4;1\u{7}", .unknown),
        ("\u{1B}]9;4;0;\u{7}", .ended),
        ("\u{1B}]9;4;0\u{7}", .ended), ("\u{1B}]9;4;7;1\u{7}", nil), ("\u{1B}]9;4;\u{7}", nil),
        ("\u{1B}]9;text\u{7}", nil), ("\u{1B}]0;title 9;4;1;5\u{7}", nil),
        ("\u{1B}]8;;https://example.org\u{1B}\\link", nil), ("9;4;1;5\u{7}", nil),
        ("\u{1B}[9;4;1;5m", nil), ("\u{1B}]9;4;1;1\u{7}\u{1B}]9;4;1;2\u{7}", .percent(2)),
        ("\u{1B}]9;4;1;1\u{1B}]9;4;1;3\u{7}", .percent(3)),
        ("\u{1B}]9;4;1;9999999999\u{7}", .percent(100)),
        ("\u{1B}]9;4;1;99999999999999999999\u{7}", nil),
    ]

    @Test func sequencesAreFound() {
        for (text, progress) in Self.cases {
            var reader = ProgressReader()
            #expect(reader.read(Array(text.utf8)) == progress, "\(text.debugDescription)")
        }
    }

    /// However the output is cut.
    @Test func piecesAreTheSame() {
        for (text, progress) in Self.cases {
            var reader = ProgressReader()
            var last: ProgressReader.Progress?
            for byte in text.utf8 { last = reader.read([byte]) ?? last }
            #expect(last == progress, "\(text.debugDescription)")
        }
    }

    /// A sequence that does not end needs no memory, and what comes after it is found.
    @Test func anEndlessSequenceIsLeftOut() {
        var reader = ProgressReader()
        #expect(
            reader.read(Array("\u{1B}]9;4;1;".utf8) + [UInt8](repeating: 0x31, count: 1 << 20))
                == nil
        )
        #expect(reader.read(Array("\u{7}\u{1B}]9;4;1;5\u{7}".utf8)) == .percent(5))
    }
}
