/// A reader of the binary format of zone files (RFC 8536).
struct ZoneReader {
    /// What a file contains: the seams, one more offset than seams, and the rule that goes on after them.
    struct Contents {
        var starts: [Int64]
        var offsets: [Int64]
        var closing: ClosingRule?
    }

    private struct Header {
        var universal: Int
        var standard: Int
        var leaps: Int
        var times: Int
        var types: Int
        var names: Int

        func size(timeSize: Int) -> Int {
            times * (timeSize + 1) + types * 6 + names + leaps * (timeSize + 4) + standard
                + universal
        }
    }

    private let bytes: [UInt8]
    private var position = 0

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 44, bytes.starts(with: Array("TZif".utf8)) else { return nil }
        self.bytes = bytes
    }

    mutating func read() -> Contents? {
        let version = bytes[4]
        guard let first = header() else { return nil }
        guard version != 0 else { return block(first, timeSize: 4) }
        // Later versions repeat everything with 64 bits a time and close with a rule.
        position += first.size(timeSize: 4)
        guard let second = header(), var contents = block(second, timeSize: 8) else { return nil }
        let line = bytes[min(position, bytes.count)...].dropFirst().prefix { $0 != 10 }
        if !line.isEmpty {
            contents.closing = ClosingRule(String(decoding: line, as: UTF8.self))
        }
        return contents
    }

    private mutating func header() -> Header? {
        guard position + 44 <= bytes.count else { return nil }
        position += 20
        let header = Header(
            universal: Int(integer(size: 4)),
            standard: Int(integer(size: 4)),
            leaps: Int(integer(size: 4)),
            times: Int(integer(size: 4)),
            types: Int(integer(size: 4)),
            names: Int(integer(size: 4))
        )
        let counts = [
            header.universal, header.standard, header.leaps, header.times, header.types,
            header.names,
        ]
        return counts.allSatisfy { (0...bytes.count).contains($0) } ? header : nil
    }

    private mutating func block(_ header: Header, timeSize: Int) -> Contents? {
        // A file with leap seconds counts another time than the system's clock.
        guard header.leaps == 0, header.types > 0,
            position + header.size(timeSize: timeSize) <= bytes.count
        else { return nil }
        var starts: [Int64] = []
        for _ in 0..<header.times { starts.append(integer(size: timeSize)) }
        let indices = bytes[position..<position + header.times]
        position += header.times
        var types: [Int64] = []
        for _ in 0..<header.types {
            types.append(integer(size: 4))
            position += 2
        }
        position += header.names + header.standard + header.universal
        guard indices.allSatisfy({ $0 < header.types }),
            zip(starts, starts.dropFirst()).allSatisfy({ $0 < $1 }),
            types.allSatisfy({ abs($0) < 100_000 })
        else { return nil }
        return Contents(starts: starts, offsets: [types[0]] + indices.map { types[Int($0)] })
    }

    /// The next big-endian integer; the caller has checked that it is there.
    private mutating func integer(size: Int) -> Int64 {
        var value: UInt64 = 0
        for byte in bytes[position..<position + size] { value = value << 8 | UInt64(byte) }
        position += size
        return size == 4
            ? Int64(Int32(truncatingIfNeeded: value)) : Int64(truncatingIfNeeded: value)
    }
}
