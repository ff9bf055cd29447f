import GLibBridge
import Testing

@Suite struct VariantTests {
    @Test(arguments: [
        (Variant.string("Grüße 👋"), "s", "'Grüße 👋'"),
        (Variant.string("ends\0here"), "s", "'ends'"),
        (Variant.boolean(true), "b", "true"),
        (Variant.byte(2), "y", "0x02"),
        (Variant.int32(.min), "i", "-2147483648"),
        (Variant.uint32(.max), "u", "4294967295"),
        (Variant.int64(.min), "x", "-9223372036854775808"),
        (Variant.uint64(.max), "t", "18446744073709551615"),
        (Variant.double(0.5), "d", "0.5"),
        (Variant.bytes([]), "ay", "[]"),
        (Variant.bytes([0, 255]), "ay", "[0x00, 0xff]"),
        (Variant.strings([]), "as", "[]"),
        (Variant.strings(["a", ""]), "as", "['a', '']"),
        (Variant.tuple([]), "()", "()"),
        (Variant.tuple([.byte(1), .strings([])]), "(yas)", "(0x01, [])"),
        (Variant.variant(.int32(7)), "v", "<7>"),
        (Variant.array(of: "i", [.int32(1), .string("left out")]), "ai", "[1]"),
        (Variant.dictionary([]), "a{sv}", "{}"),
        (
            Variant.dictionary([("a", .byte(1)), ("b", .string("x"))]), "a{sv}",
            "{'a': <byte 0x01>, 'b': <'x'>}"
        ),
    ])
    func signatureAndText(value: Variant, type: String, text: String) {
        #expect(value.type == type)
        #expect(value.description == text)
    }

    @Test func readsWhatWasMade() {
        #expect(Variant.string("x").string == "x")
        #expect(Variant.objectPath("/a/b")?.string == "/a/b")
        #expect(Variant.objectPath("not a path") == nil)
        #expect(Variant.boolean(true).boolean == true)
        #expect(Variant.double(-2.5).double == -2.5)
        #expect(Variant.bytes([1, 2, 3]).bytes == [1, 2, 3])
        #expect(Variant.bytes([]).bytes == [])
        #expect(Variant.strings(["a", "b"]).strings == ["a", "b"])
        #expect(Variant.variant(.byte(3)).unboxed == .byte(3))
    }

    @Test(arguments: [
        (Variant.byte(255), Int64?(255)), (.int32(-1), -1), (.uint32(.max), 4_294_967_295),
        (.int64(.min), .min), (.uint64(5), 5), (.uint64(.max), nil), (.double(1), nil),
        (.string("1"), nil), (.boolean(true), nil),
    ])
    func integers(value: Variant, expected: Int64?) {
        #expect(value.integer == expected)
    }

    @Test func wrongTypesReadAsNothing() {
        let number = Variant.int32(1)
        #expect(number.string == nil)
        #expect(number.boolean == nil)
        #expect(number.double == nil)
        #expect(number.bytes == nil)
        #expect(number.strings == nil)
        #expect(number.unboxed == nil)
        #expect(number.entries == nil)
        #expect(number["key"] == nil)
        #expect(number[0] == nil)
        #expect(number.children.isEmpty)
        #expect(Variant.tuple([number])[1] == nil)
        #expect(Variant.tuple([number])[-1] == nil)
    }

    @Test func dictionaryKeepsOrderAndFindsKeys() {
        let value = Variant.dictionary([
            ("z", .string("last letter")), ("a", .bytes([9])),
            ("nested", .dictionary([("x", .double(1.5))])),
        ])
        #expect(value.entries?.map(\.key) == ["z", "a", "nested"])
        #expect(value["a"]?.bytes == [9])
        #expect(value["nested"]?["x"]?.double == 1.5)
        #expect(value["missing"] == nil)
    }

    @Test func equalityCountsTypeAndContent() {
        #expect(Variant.int32(1) == .int32(1))
        #expect(Variant.int32(1) != .int32(2))
        #expect(Variant.int32(1) != .int64(1))
    }

    @Test(arguments: [
        Variant.dictionary([]),
        .dictionary([("a", .string("text")), ("b", .uint64(.max)), ("c", .strings(["x", "y"]))]),
        .dictionary([("deep", .dictionary([("deeper", .tuple([.byte(1), .variant(.double(2))]))]))]
        ),
    ])
    func serializedRoundTrip(value: Variant) {
        #expect(Variant.dictionary(serialized: value.serialized) == value)
    }

    @Test func damagedBytesAreRefused() {
        let bytes = Variant.dictionary([("key", .string("value")), ("n", .int32(5))]).serialized
        #expect(Variant.dictionary(serialized: Array(bytes.dropLast())) == nil)
        #expect(Variant.dictionary(serialized: bytes + [0xFF]) == nil)
        #expect(Variant.dictionary(serialized: [UInt8](repeating: 0xFF, count: 40)) == nil)
        var badText = bytes
        badText[0] = 0xC3
        #expect(Variant.dictionary(serialized: badText) == nil)
    }
}
