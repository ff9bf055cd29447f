/// A small generator (SplitMix64) that gives the same numbers for the same seed.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes one that begins at a seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// Returns whether one of a number of chances comes.
    package mutating func chance(oneIn count: Int) -> Bool { chance(1, in: count) }

    /// Returns true in so many cases of a whole.
    package mutating func chance(_ part: Int, in whole: Int) -> Bool {
        Int.random(in: 0..<whole, using: &self) < part
    }

    /// Returns one of the numbers.
    package mutating func pick(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// Returns one of the elements, of which there is at least one.
    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }
}
