import TestSupport
import Testing

@testable import RelayGroup

/// Sets of numbers and replay windows, beside the standard library's sets.
@Suite struct NumberRangesTests {
    @Test(arguments: 0..<UInt64(20))
    func rangesAreASet(round: UInt64) throws {
        var random = SeededRandom(seed: Stress.seed &+ round)
        var ranges = NumberRanges()
        var set: Set<UInt64> = []
        for _ in 0..<400 {
            switch random.pick(0...9) {
            case 0:
                let floor = UInt64(random.pick(0...100))
                ranges.removeAll(below: floor)
                set = set.filter { $0 >= floor }
            case 1:
                let low = UInt64(random.pick(0...300))
                let high = low + UInt64(random.pick(0...20))
                ranges.insert(low...high)
                set.formUnion(low...high)
            default:
                let number = UInt64(random.pick(0...300))
                ranges.insert(number)
                set.insert(number)
            }
            #expect(ranges.highest == set.max() ?? 0)
            #expect((0...330).allSatisfy { ranges.contains($0) == set.contains($0) })
            let gaps = zip(ranges.ranges, ranges.ranges.dropFirst())
            #expect(gaps.allSatisfy { $0.upperBound + 1 < $1.lowerBound })
        }
        #expect(NumberRanges(bounds: ranges.bounds) == ranges)
    }

    @Test func theEndsOfTheNumbersAreNumbers() {
        var ranges = NumberRanges()
        ranges.insert(.max)
        ranges.insert(.max - 1)
        ranges.insert(0...0)
        #expect(ranges.bounds == [0, 0, .max - 1, .max])
        ranges.insert(0...UInt64.max)
        #expect(ranges.bounds == [0, .max])
        for bounds: [UInt64] in [[1], [2, 1], [1, 5, 5, 7], [5, 6, 1, 2]] {
            #expect(NumberRanges(bounds: bounds) == nil)
        }
    }

    @Test func rangesHaveALimit() {
        var ranges = NumberRanges()
        for number in 0...UInt64(NumberRanges.maxCount) { ranges.insert(number * 2) }
        #expect(ranges.ranges.count == NumberRanges.maxCount)
        #expect(!ranges.contains(0) && ranges.contains(2))
        #expect(ranges.latest(1).bounds == [2_048, 2_048])
    }

    @Test(arguments: 0..<UInt64(10))
    func eachNumberCountsOnce(round: UInt64) {
        var random = SeededRandom(seed: Stress.seed &+ round)
        var window = ReplayWindow()
        var seen: Set<UInt64> = []
        var highest: UInt64 = 0
        for _ in 0..<5_000 {
            let number =
                random.chance(oneIn: 3)
                ? UInt64(random.pick(0...Int(highest))) : highest + UInt64(random.pick(0...4))
            let isAccepted = window.accept(number)
            #expect(!isAccepted || seen.insert(number).inserted)
            // Whatever is new and not too old is accepted.
            let isRecent = number > 0 && number + ReplayWindow.size > highest
            #expect(isAccepted || !isRecent || seen.contains(number))
            highest = max(highest, isAccepted ? number : 0)
        }
        #expect(!window.accept(0) && !window.accept(.max))
    }
}
