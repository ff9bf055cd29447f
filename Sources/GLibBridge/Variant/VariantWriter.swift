/// A serialiser of values in GVariant's format, in this machine's byte order.
///
/// Each container starts at a multiple of eight bytes, or has no part that needs this alignment, so that the
/// position in the whole determines the alignment of a part.
struct VariantWriter {
    private(set) var bytes: [UInt8] = []
    /// The ends of the elements of open containers.
    private var ends: [Int] = []

    init() {
        bytes.reserveCapacity(512)
        ends.reserveCapacity(32)
    }

    /// Writes a value at an aligned position.
    mutating func write(_ value: Variant) {
        switch value.form {
        case .boolean(let value): bytes.append(value ? 1 : 0)
        case .byte(let value): bytes.append(value)
        case .int32(let value), .handle(let value): write(number: value)
        case .uint32(let value): write(number: value)
        case .int64(let value): write(number: value)
        case .uint64(let value): write(number: value)
        case .double(let value): write(number: value.bitPattern)
        case .string(let value): write(text: value)
        case .bytes(let value), .encoded(let value): bytes += value
        case .strings(let values):
            write(array: values, alignment: 1) { $0.write(text: $1) }
        case .dictionary(let entries):
            write(array: entries, alignment: 8) { $0.write(key: $1.key, value: $1.value) }
        case .array(.int64, let values):
            for value in values { write(value) }
        case .array(.bytes, let values):
            write(array: values, alignment: 1) { $0.write($1) }
        case .array(.variant, let values), .array(.dictionary, let values):
            write(array: values, alignment: 8) { $0.write($1) }
        case .boxed(let value): write(boxing: value)
        case .foreign(let value): value.withBytes { bytes.append(contentsOf: $0) }
        }
    }

    private mutating func write(number: some FixedWidthInteger) {
        withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    }

    private mutating func write(text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
        bytes.append(0)
    }

    private mutating func align(to alignment: Int) {
        while bytes.count & (alignment - 1) != 0 { bytes.append(0) }
    }

    private mutating func write<Element>(
        array elements: [Element],
        alignment: Int,
        _ write: (inout VariantWriter, Element) -> Void
    ) {
        let (start, first) = (bytes.count, ends.count)
        for element in elements {
            align(to: alignment)
            write(&self, element)
            ends.append(bytes.count - start)
        }
        writeEnds(from: first, of: start)
    }

    private mutating func write(key: String, value: Variant) {
        let (start, first) = (bytes.count, ends.count)
        write(text: key)
        ends.append(bytes.count - start)
        align(to: 8)
        write(boxing: value)
        writeEnds(from: first, of: start)
    }

    private mutating func write(boxing value: Variant) {
        write(value)
        bytes.append(0)
        var type = value.type
        type.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Closes a container with the ends of its elements.
    private mutating func writeEnds(from first: Int, of start: Int) {
        let width = VariantLayout.width(
            body: bytes.count - start,
            ends: ends.count - first
        )
        for end in ends[first...] {
            switch width {
            case 1: bytes.append(UInt8(truncatingIfNeeded: end))
            case 2: write(number: UInt16(truncatingIfNeeded: end))
            case 4: write(number: UInt32(truncatingIfNeeded: end))
            default: write(number: UInt64(end))
            }
        }
        while ends.count > first { ends.removeLast() }
    }
}

/// The size of a container's framing offsets.
enum VariantLayout {
    /// Returns the size of framing offsets in a container of a number of bytes.
    static func width(size: Int) -> Int {
        switch size {
        case 0: 0
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }

    /// Returns the smallest size with which a container contains its elements and framing offsets.
    static func width(body: Int, ends: Int) -> Int {
        for width in [1, 2, 4] where self.width(size: body + ends * width) <= width {
            return width
        }
        return 8
    }
}
