import GLibBridge
import Testing

/// What lies in a value, and what of that D-Bus carries.
@Suite struct VariantTypesTests {
    @Test(arguments: [
        ("5", ["i"]), ("<5>", ["v", "i"]), ("[<5>, <'x'>]", ["av", "i", "s"]),
        ("{'a': <@mi 5>}", ["a{sv}", "mi"]), ("(1, <<'x'>>)", ["(iv)", "v", "s"]),
        ("[1, 2, 3]", ["ai"]), ("<handle 1>", ["v", "h"]),
    ])
    func theTypesOfAllThatIsBoxed(text: String, types: [String]) throws {
        #expect(try #require(Variant(text: text)).types(levels: 16) == types)
    }

    @Test func whatLiesTooDeepHasNoTypes() throws {
        func boxed(_ count: Int) -> Variant {
            (0..<count).reduce(.byte(1)) { value, _ in .variant(value) }
        }
        #expect(boxed(16).types(levels: 16)?.count == 17)
        #expect(boxed(17).types(levels: 16) == nil)
        #expect(boxed(100).types(levels: 16) == nil)
        #expect(try #require(Variant(text: "[[[[[1]]]]]")).types(levels: 4) == nil)
    }

    @Test(arguments: [
        ("s", true), ("a{sv}", true), ("(ia{s(ii)})", true), ("aa{sv}", true),
        ("mi", false), ("ami", false), ("()", false), ("a()", false), ("{sv}", false),
        ("({sv})", false),
    ])
    func dbusHasNotAllTypes(type: String, isCarried: Bool) {
        #expect(Variant.isCarried(type) == isCarried)
    }
}
