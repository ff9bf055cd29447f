import Glibc
import Testing

@testable import TerminalCommands

/// What is passed on of a pipe or a pseudo-terminal.
@Suite struct ByteRelayTests {
    /// The two ends of something that is written at one and read at the other.
    private struct Ends {
        let reader: Int32
        let writer: Int32

        init(isTerminal: Bool) throws {
            if isTerminal {
                let terminal = try PseudoTerminal()
                reader = terminal.master
                writer = open(terminal.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
            } else {
                var ends: [Int32] = [-1, -1]
                try #require(pipe(&ends) == 0)
                (reader, writer) = (ends[0], ends[1])
                _ = fcntl(reader, F_SETFL, O_NONBLOCK)
            }
            _ = fcntl(writer, F_SETFL, O_NONBLOCK)
        }

        func write(_ count: Int) -> Int {
            let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: count)
            return Glibc.write(writer, bytes, bytes.count)
        }

        func close() {
            Glibc.close(reader)
            Glibc.close(writer)
        }
    }

    /// A process that a command has left behind goes on to write.
    @Test(arguments: [false, true]) func theEndIsBounded(isTerminal: Bool) throws {
        let ends = try Ends(isTerminal: isTerminal)
        defer { ends.close() }
        let null = open("/dev/null", O_WRONLY)
        defer { close(null) }
        #expect(ends.write(3_000) == 3_000)
        var count = 0
        let relay = ByteRelay(
            from: ends.reader,
            to: OutputSink(own: null),
            in: PollLoop(),
            closesSource: false,
            tap: { bytes in
                count += bytes.count
                if count < 10_000_000 { _ = ends.write(3_000) }
            }
        )
        relay.drain()
        #expect(isTerminal ? (3_000...200_000).contains(count) : count == 3_000)
    }

    @Test(arguments: [false, true]) func allOfItIsPassedOn(isTerminal: Bool) throws {
        let ends = try Ends(isTerminal: isTerminal)
        defer { ends.close() }
        let null = open("/dev/null", O_WRONLY)
        defer { close(null) }
        // As much as there is room for.
        var written = 0
        while case let count = ends.write(1_000), count > 0 { written += count }
        #expect(written > 3_000)
        var count = 0
        let relay = ByteRelay(
            from: ends.reader,
            to: OutputSink(own: null),
            in: PollLoop(),
            closesSource: false,
            tap: { count += $0.count }
        )
        relay.drain()
        #expect(count == written)
    }
}
