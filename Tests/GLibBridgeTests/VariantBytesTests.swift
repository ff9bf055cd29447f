import GLibBridge
import Testing

/// The bytes of values that are written and read here must be those that GLib has for them.
@Suite struct VariantBytesTests {
    private static func record(_ value: Variant) -> Variant {
        .dictionary([("before", .byte(7)), ("value", value), ("after", .boolean(true))])
    }

    static let values: [Variant] = [
        .boolean(true), .boolean(false), .byte(0), .byte(255), .int32(.min), .uint32(.max),
        .int64(.min), .uint64(.max), .handle(3), .double(0.5), .double(-0.0), .double(.infinity),
        .string(""), .string("ends\0here"), .string("Grüße 👋"), .bytes([]), .bytes([0, 255]),
        .strings([]), .strings([""]), .strings(["a", "", "Grüße"]),
        .strings((0..<300).map { "\($0)" }), .dictionary([]),
        .dictionary([("", .string("")), ("a", .dictionary([("b", .dictionary([]))]))]),
        .dictionary([("same", .byte(1)), ("same", .byte(2)), ("ends\0here", .byte(3))]),
        .variant(.byte(1)), .variant(.variant(.dictionary([("k", .variant(.string("v")))]))),
        .array(of: "v", []), .array(of: "v", [.variant(.byte(1)), .variant(.string("x"))]),
        .array(of: "a{sv}", [.dictionary([])]), .array(of: "ay", [.bytes([])]),
        .array(of: "a{sv}", []), .array(of: "a{sv}", [.dictionary([]), .dictionary([])]),
        .array(of: "a{sv}", [.dictionary([("a", .int32(1))]), .dictionary([("b", .byte(1))])]),
        .array(of: "x", []), .array(of: "x", [.int64(1), .int64(-1)]),
        .array(of: "ay", []), .array(of: "ay", [.bytes([]), .bytes([1]), .bytes([1, 2])]),
        .encoded([]), .encoded(record(.string("x")).serialized),
        // What GLib keeps.
        .tuple([.double(1.5)]), .tuple([.byte(1), .string("x"), .int64(2)]), .tuple([]),
        .array(of: "(d)", [.tuple([.double(1)])]), .array(of: "i", [.int32(1), .int32(2)]),
        .array(of: "v", [.variant(.tuple([.int32(1), .byte(2)]))]),
        .objectPath("/a/b") ?? .byte(0), Variant(text: "int16 5") ?? .byte(0),
        Variant(text: "[{1: 'x'}]") ?? .byte(0), Variant(text: "@mas nothing") ?? .byte(0),
    ]

    @Test(arguments: values)
    func theBytesAreThoseOfGLib(value: Variant) throws {
        for value in [Self.record(value), .dictionary([("only", value)])] {
            // Read from text, all of it is GLib's.
            let known = try #require(Variant(text: value.typedText))
            #expect(known.type == "a{sv}")
            #expect(value.serialized == known.serialized)
            #expect(value.size == known.size)
            #expect(known.entries?.map(\.value) == value.entries?.map(\.value))
            let copy = try #require(Variant.dictionary(serialized: value.serialized))
            #expect(copy == value)
            #expect(copy.description == value.description)
        }
    }

    /// About the sizes at which the numbers that say where parts end grow wider.
    @Test(arguments: [240...270, 65_515...65_550])
    func theBytesAreThoseOfGLibAtEverySize(sizes: ClosedRange<Int>) throws {
        for size in sizes {
            let text = String(repeating: "x", count: size)
            let values: [Variant] = [
                .dictionary([("k", .string(text))]), .dictionary([(text, .byte(1))]),
                .dictionary([("k", .strings([text])), ("l", .byte(1))]),
                .dictionary([("k", .array(of: "a{sv}", [.dictionary([("k", .string(text))])]))]),
            ]
            for value in values {
                let known = try #require(Variant(text: value.typedText))
                #expect(value.serialized == known.serialized)
                #expect(Variant.dictionary(serialized: known.serialized) == known)
            }
        }
    }

    /// Bytes that are changed anywhere are taken where GLib takes them.
    @Test func damagedBytesAreRefusedWhereGLibRefusesThem() throws {
        let sample = Variant.dictionary([
            ("text", .string("Grüße")), ("flag", .boolean(true)), ("number", .int64(1 << 40)),
            ("small", .int32(5)), ("texts", .strings(["a", ""])), ("bytes", .bytes([1, 2])),
            ("boxes", .array(of: "v", [.variant(.byte(1)), .variant(.variant(.double(1)))])),
            ("records", .array(of: "a{sv}", [.dictionary([("k", .uint32(1))]), .dictionary([])])),
            ("instants", .array(of: "x", [.int64(1)])), ("pair", .tuple([.byte(1), .int32(2)])),
            ("blobs", .array(of: "ay", [.bytes([9]), .bytes([])])),
        ])
        let bytes = sample.serialized
        // Inside of a type that is not read here, it is GLib that looks.
        let wrapped = Variant.dictionary([("k", .tuple([sample]))]).serialized
        #expect(Array(wrapped[8..<8 + bytes.count]) == bytes)
        var (taken, refused) = (0, 0)
        for place in bytes.indices {
            let old = bytes[place]
            for new in [0, 1, 2, 0x7F, 0xC3, 0xFF, old ^ 1, old &+ 1, old &- 1, old &+ 8] {
                var (own, foreign) = (bytes, wrapped)
                own[place] = new
                foreign[8 + place] = new
                let isTaken = Variant.dictionary(serialized: own) != nil
                #expect(
                    isTaken == (Variant.dictionary(serialized: foreign) != nil),
                    "\(new) in place of \(old) at \(place)"
                )
                if isTaken { taken += 1 } else { refused += 1 }
            }
        }
        #expect(taken > 100)
        #expect(refused > 1_000)
    }

    @Test func whatIsNestedTooDeeplyIsRefused() {
        func nested(_ levels: Int) -> Variant {
            (0..<levels).reduce(.dictionary([])) { value, _ in .dictionary([("k", value)]) }
        }
        #expect(Variant.dictionary(serialized: nested(30).serialized) == nested(30))
        for levels in [100, 1_000] {
            #expect(Variant.dictionary(serialized: nested(levels).serialized) == nil)
        }
    }
}
