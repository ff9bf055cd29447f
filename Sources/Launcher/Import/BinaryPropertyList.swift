import NotifyCore

/// Reads the binary form of property lists, version 00.
///
/// The file ends with a trailer that has the position of the table of offsets; values refer to others by
/// their number in it. All of that is validated.
struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let count: Int
    private let top: Int
    private let table: Int
    private var values = 0
    /// The entry of the outermost list that is being read, from 1.
    private var entry: Int?

    private static let trailerSize = 32

    /// Reads the trailer.
    ///
    /// - Throws: ``RequestError`` if it is invalid.
    init(_ bytes: [UInt8]) throws(RequestError) {
        let start = bytes.count - Self.trailerSize
        guard start >= 8,
            let offsetSize = Self.number(bytes, start + 6, 1),
            let referenceSize = Self.number(bytes, start + 7, 1),
            let count = Self.number(bytes, start + 8, 8),
            let top = Self.number(bytes, start + 16, 8),
            let table = Self.number(bytes, start + 24, 8),
            (1...8).contains(offsetSize), (1...8).contains(referenceSize), top < count,
            table >= 8, table <= start, count <= (start - table) / offsetSize
        else { throw Self.damaged("its trailer is invalid") }
        self.bytes = bytes
        self.offsetSize = offsetSize
        self.referenceSize = referenceSize
        self.count = count
        self.top = top
        self.table = table
    }

    /// Returns the outermost value.
    mutating func root() throws(RequestError) -> PropertyValue {
        try value(top, depth: 0)
    }

    private mutating func value(_ index: Int, depth: Int) throws(RequestError) -> PropertyValue {
        values += 1
        guard values <= PropertyList.Limits.values else { throw PropertyList.tooMany(entry) }
        guard depth <= PropertyList.Limits.depth else { throw PropertyList.tooDeep(entry) }
        guard index < count, let offset = number(table + index * offsetSize, offsetSize),
            offset >= 8, offset < table
        else { throw damaged("it refers to a value that does not exist") }
        let marker = bytes[offset]
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0 where marker == 0x08: return .boolean(false)
        case 0x0 where marker == 0x09: return .boolean(true)
        case 0x1 where low <= 3: return .integer(try integer(offset + 1, 1 << low))
        case 0x2 where low == 2 || low == 3: return .real(try real(offset + 1, 1 << low))
        case 0x3 where low == 3: return .date(try real(offset + 1, 8))
        case 0x4: return .data(Array(try part(offset, low, width: 1)))
        case 0x5, 0x7: return .string(try text(try part(offset, low, width: 1)))
        case 0x6: return .string(try wideText(try part(offset, low, width: 2)))
        case 0xA, 0xC: return try array(offset, low, depth)
        case 0xD: return try dictionary(offset, low, depth)
        default: throw damaged("it has a value of an unknown type")
        }
    }

    private mutating func array(
        _ offset: Int,
        _ low: Int,
        _ depth: Int
    ) throws(RequestError) -> PropertyValue {
        let references = try part(offset, low, width: referenceSize)
        var result: [PropertyValue] = []
        for start in stride(from: references.startIndex, to: references.endIndex, by: referenceSize)
        {
            if depth == 0 { entry = result.count + 1 }
            guard let index = number(start, referenceSize) else { throw damaged("it is truncated") }
            result.append(try value(index, depth: depth + 1))
        }
        return .array(result)
    }

    private mutating func dictionary(
        _ offset: Int,
        _ low: Int,
        _ depth: Int
    ) throws(RequestError) -> PropertyValue {
        let references = try part(offset, low, width: referenceSize * 2)
        let half = references.count / 2
        var result: [String: PropertyValue] = [:]
        for start in stride(from: 0, to: half, by: referenceSize) {
            guard let keyIndex = number(references.startIndex + start, referenceSize),
                let index = number(references.startIndex + half + start, referenceSize)
            else { throw damaged("it is truncated") }
            guard case .string(let key) = try value(keyIndex, depth: depth + 1) else {
                throw damaged("a key is not a text")
            }
            guard result.updateValue(try value(index, depth: depth + 1), forKey: key) == nil else {
                throw damaged("it has the key \(key.quoted) twice")
            }
        }
        return .dictionary(result)
    }

    /// Returns the bytes of a value whose marker has the number of its elements.
    private func part(
        _ offset: Int,
        _ low: Int,
        width: Int
    ) throws(RequestError) -> ArraySlice<UInt8> {
        var start = offset + 1
        var length = low
        if low == 0x0F {
            guard start < table, bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 3 else {
                throw damaged("a length is invalid")
            }
            let size = 1 << Int(bytes[start] & 0x0F)
            guard let long = number(start + 1, size) else { throw damaged("it is truncated") }
            start += 1 + size
            length = long
        }
        guard start <= table, length <= (table - start) / width else {
            throw damaged("it is truncated")
        }
        return bytes[start..<start + length * width]
    }

    private func integer(_ offset: Int, _ size: Int) throws(RequestError) -> Int64 {
        guard offset + size <= table else { throw damaged("it is truncated") }
        var bits: UInt64 = 0
        for byte in bytes[offset..<offset + size] { bits = bits << 8 | UInt64(byte) }
        return Int64(bitPattern: bits)
    }

    private func real(_ offset: Int, _ size: Int) throws(RequestError) -> Double {
        let bits = UInt64(bitPattern: try integer(offset, size))
        if size == 4 { return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) }
        return Double(bitPattern: bits)
    }

    private func text(_ bytes: ArraySlice<UInt8>) throws(RequestError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw damaged("a text is not ASCII")
        }
        return text
    }

    private func wideText(_ bytes: ArraySlice<UInt8>) throws(RequestError) -> String {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw damaged("a text is not UTF-16")
        }
        return text
    }

    private func number(_ offset: Int, _ size: Int) -> Int? {
        Self.number(bytes, offset, size)
    }

    /// Returns a big-endian unsigned number; `nil` if it is truncated or too large.
    private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int? {
        guard offset >= 0, size <= bytes.count, offset <= bytes.count - size else { return nil }
        var result: UInt64 = 0
        for byte in bytes[offset..<offset + size] {
            guard result >> 56 == 0 else { return nil }
            result = result << 8 | UInt64(byte)
        }
        return Int(exactly: result)
    }

    private func damaged(_ reason: String) -> RequestError {
        RequestError(.invalidContent, PropertyList.place(entry) + reason)
    }

    private static func damaged(_ reason: String) -> RequestError {
        RequestError(.invalidContent, reason)
    }
}
