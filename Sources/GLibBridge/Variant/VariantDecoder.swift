import CGLib

/// A decoder of untrusted bytes in GVariant's serialised form.
///
/// It refuses anything but the normal form, so that each value has one representation.
struct VariantDecoder {
    /// GLib's maximum nesting of values.
    private static let maxLevels = 128

    private let bytes: UnsafeRawBufferPointer

    /// Returns the entries of an `a{sv}`; `nil` if the bytes are not in normal form.
    static func entries(_ bytes: UnsafeRawBufferPointer) -> [(key: String, value: Variant)]? {
        VariantDecoder(bytes: bytes).entries(0..<bytes.count, level: 0)
    }

    private func entries(_ place: Range<Int>, level: Int) -> [(key: String, value: Variant)]? {
        guard level < Self.maxLevels else { return nil }
        var entries: [(key: String, value: Variant)] = []
        // Most records have fewer, and growing step by step takes longer than what is in them.
        entries.reserveCapacity(8)
        let isWhole = eachElement(of: place, alignment: 8) { element in
            guard let entry = entry(element, level: level + 1) else { return false }
            entries.append(entry)
            return true
        }
        return isWhole ? entries : nil
    }

    private func entry(_ place: Range<Int>, level: Int) -> (key: String, value: Variant)? {
        let width = VariantLayout.width(size: place.count)
        let limit = place.upperBound - width
        guard place.count > width, let end = number(at: limit, width: width),
            end <= limit - place.lowerBound,
            VariantLayout.width(body: limit - place.lowerBound, ends: 1) == width,
            let key = text(place.lowerBound..<place.lowerBound + end),
            let start = aligned(
                place.lowerBound + end,
                from: place.lowerBound,
                to: 8,
                limit: limit
            ),
            let value = unboxed(start..<limit, level: level)
        else { return nil }
        return (key, value)
    }

    /// Returns the value in a `v`.
    private func unboxed(_ place: Range<Int>, level: Int) -> Variant? {
        guard level < Self.maxLevels else { return nil }
        var end = place.upperBound - 1
        while end >= place.lowerBound, bytes[end] != 0 { end -= 1 }
        guard end >= place.lowerBound else { return nil }
        let content = place.lowerBound..<end
        let type = (end + 1)..<place.upperBound
        switch type.count {
        case 1:
            switch bytes[type.lowerBound] {
            case UInt8(ascii: "s"): return text(content).map { Variant(.string($0)) }
            case UInt8(ascii: "v"):
                return unboxed(content, level: level + 1).map { Variant(.boxed($0)) }
            case let letter: return number(content, type: letter) ?? foreign(place)
            }
        case 2 where bytes[type.lowerBound] == UInt8(ascii: "a"):
            switch bytes[type.lowerBound + 1] {
            case UInt8(ascii: "y"): return Variant(.bytes([UInt8](bytes[content])))
            case UInt8(ascii: "s"):
                return elements(content, alignment: 1) { text($0) }.map { Variant(.strings($0)) }
            case UInt8(ascii: "v"):
                return elements(content, alignment: 8) { unboxed($0, level: level + 1) }
                    .map { Variant(.array(.variant, $0.map { Variant(.boxed($0)) })) }
            case UInt8(ascii: "x"): return numbers(content)
            default: return foreign(place)
            }
        case 3 where isType(type, "aay"):
            return elements(content, alignment: 1) { Variant(.bytes([UInt8](bytes[$0]))) }
                .map { Variant(.array(.bytes, $0)) }
        case 5 where isType(type, "a{sv}"):
            return entries(content, level: level + 1).map { Variant(.dictionary($0)) }
        case 6 where isType(type, "aa{sv}"):
            return elements(content, alignment: 8) { entries($0, level: level + 1) }
                .map { Variant(.array(.dictionary, $0.map { Variant(.dictionary($0)) })) }
        default: return foreign(place)
        }
    }

    private func isType(_ place: Range<Int>, _ type: StaticString) -> Bool {
        bytes[place].elementsEqual(
            UnsafeBufferPointer(start: type.utf8Start, count: type.utf8CodeUnitCount)
        )
    }

    private func number(_ place: Range<Int>, type: UInt8) -> Variant? {
        switch (type, place.count) {
        case (UInt8(ascii: "b"), 1):
            let byte = bytes[place.lowerBound]
            return byte <= 1 ? Variant(.boolean(byte == 1)) : nil
        case (UInt8(ascii: "y"), 1): return Variant(.byte(bytes[place.lowerBound]))
        case (UInt8(ascii: "i"), 4): return Variant(.int32(load(place)))
        case (UInt8(ascii: "h"), 4): return Variant(.handle(load(place)))
        case (UInt8(ascii: "u"), 4): return Variant(.uint32(load(place)))
        case (UInt8(ascii: "x"), 8): return Variant(.int64(load(place)))
        case (UInt8(ascii: "t"), 8): return Variant(.uint64(load(place)))
        case (UInt8(ascii: "d"), 8): return Variant(.double(Double(bitPattern: load(place))))
        default: return nil
        }
    }

    private func numbers(_ place: Range<Int>) -> Variant? {
        guard place.count.isMultiple(of: 8) else { return nil }
        let numbers = stride(from: place.lowerBound, to: place.upperBound, by: 8).map {
            Variant(.int64(load($0..<$0 + 8)))
        }
        return Variant(.array(.int64, numbers))
    }

    /// Returns the value in a `v`, decoded by GLib.
    private func foreign(_ place: Range<Int>) -> Variant? {
        let content = UnsafeRawBufferPointer(rebasing: bytes[place])
        let data = g_bytes_new(content.baseAddress, gsize(content.count))
        defer { g_bytes_unref(data) }
        guard let value = Variant.withType("v", { g_variant_new_from_bytes($0, data, 0) }) else {
            return nil
        }
        let box = ForeignVariant(sinking: value)
        guard g_variant_is_normal_form(box.pointer) != 0 else { return nil }
        return Variant(sinking: g_variant_get_variant(box.pointer))
    }

    private func text(_ place: Range<Int>) -> String? {
        guard let start = bytes.baseAddress, let last = place.last, bytes[last] == 0,
            let text = String(
                validatingCString: (start + place.lowerBound).assumingMemoryBound(to: CChar.self)
            ),
            // It ends at its first NUL.
            text.utf8.count == place.count - 1
        else { return nil }
        return text
    }

    private func elements<Element>(
        _ place: Range<Int>,
        alignment: Int,
        _ read: (Range<Int>) -> Element?
    ) -> [Element]? {
        var elements: [Element] = []
        let isWhole = eachElement(of: place, alignment: alignment) { place in
            guard let element = read(place) else { return false }
            elements.append(element)
            return true
        }
        return isWhole ? elements : nil
    }

    /// Enumerates an array of elements of variable size, while `body` returns true.
    ///
    /// - Returns: whether all of it is in normal form and `body` accepted every element.
    private func eachElement(
        of place: Range<Int>,
        alignment: Int,
        _ body: (Range<Int>) -> Bool
    ) -> Bool {
        guard !place.isEmpty else { return true }
        let width = VariantLayout.width(size: place.count)
        guard place.count >= width,
            let size = number(at: place.upperBound - width, width: width),
            size <= place.count - width, (place.count - size).isMultiple(of: width)
        else { return false }
        let count = (place.count - size) / width
        guard VariantLayout.width(body: size, ends: count) == width else { return false }
        let table = place.lowerBound + size
        var position = place.lowerBound
        for index in 0..<count {
            guard let end = number(at: table + index * width, width: width), end <= size,
                let start = aligned(
                    position,
                    from: place.lowerBound,
                    to: alignment,
                    limit: place.lowerBound + end
                ),
                body(start..<place.lowerBound + end)
            else { return false }
            position = place.lowerBound + end
        }
        return true
    }

    /// Returns the next aligned position, after zero bytes; `nil` beyond a limit.
    private func aligned(_ position: Int, from start: Int, to alignment: Int, limit: Int) -> Int? {
        var position = position
        while (position - start) & (alignment - 1) != 0 {
            guard position < limit, bytes[position] == 0 else { return nil }
            position += 1
        }
        return position <= limit ? position : nil
    }

    /// Returns a framing offset; the bytes must exist.
    private func number(at position: Int, width: Int) -> Int? {
        let place = position..<position + width
        switch width {
        case 1: return Int(bytes[position])
        case 2: return Int(load(place) as UInt16)
        case 4: return Int(load(place) as UInt32)
        default: return Int(exactly: load(place) as UInt64)
        }
    }

    /// Returns a number with the bytes of a range.
    private func load<Number: FixedWidthInteger & BitwiseCopyable>(_ place: Range<Int>) -> Number {
        bytes.loadUnaligned(fromByteOffset: place.lowerBound, as: Number.self)
    }
}
