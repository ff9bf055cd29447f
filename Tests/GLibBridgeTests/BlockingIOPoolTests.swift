import Dispatch
import Foundation
import GLibBridge
import TestSupport
import Testing

/// Work that hangs.
@Suite(.serialized) struct BlockingIOPoolTests {
    /// Work that lasts until it is let go.
    private final class Hanging: Sendable {
        private let gate = DispatchSemaphore(value: 0)
        let begun = Recorder<Int>()

        func work(_ number: Int) -> Int {
            begun.append(number)
            gate.wait()
            return number
        }

        func release(_ count: Int) {
            for _ in 0..<count { gate.signal() }
        }
    }

    private static let long: UInt32 = 60_000

    @Test func aResultComesBack() async {
        let work = BlockingIOPool(name: "test", maxTotal: 1, maxPerOwner: 1)
        for number in 0..<100 {
            let answer = await work.answer(within: Self.long, for: "a") { number }
            #expect(answer.value == number)
        }
    }

    /// The identifier of the calling thread, and its name.
    private static func thread() -> [String] {
        let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        return [path ?? "", name ?? ""]
    }

    @Test("Work in succession runs on one thread, which has the name of each pool in turn")
    func workInSuccessionRunsOnOneThread() async {
        let pools = ["one", "two"].map { BlockingIOPool(name: $0, maxTotal: 2, maxPerOwner: 2) }
        var threads: Set<String> = []
        for number in 0..<200 {
            let answer = await pools[number % 2].answer(within: Self.long, for: "a") {
                Self.thread()
            }
            threads.insert(answer.value?.first ?? "none")
            #expect(answer.value?.last == ["one\n", "two\n"][number % 2])
        }
        // Threads of other tests may end meanwhile and take its place.
        #expect(threads.count < 10)
    }

    @Test func whatHangsHoldsUpNothingAndItsResultIsNotLost() async throws {
        let work = BlockingIOPool(name: "test", maxTotal: 2, maxPerOwner: 2)
        let hanging = Hanging()
        let late = Recorder<Int>()
        let answer = await work.answer(within: 20, for: "a") {
            hanging.work(1)
        } late: {
            late.append($0)
        }
        #expect(answer.isLate)
        #expect(await work.answer(within: Self.long, for: "a") { 2 }.value == 2)
        #expect(late.elements == [])
        hanging.release(1)
        #expect(try await late.next() == 1)
    }

    @Test func asMuchOfOneOwnerAndOfAllMayHang() async throws {
        let work = BlockingIOPool(name: "test", maxTotal: 3, maxPerOwner: 2)
        let hanging = Hanging()
        let ended = Recorder<Int>()
        for (number, owner) in ["a", "a", "b"].enumerated() {
            Task {
                let answer = await work.answer(within: Self.long, for: owner) {
                    hanging.work(number)
                }
                ended.append(answer.value ?? -1)
            }
            _ = try await hanging.begun.next()
            // The first owner has no more; all have one more once the third began.
            let isBusy = await work.answer(within: Self.long, for: "a") { 9 }.isBusy
            #expect(isBusy == (number > 0))
            #expect(await work.answer(within: Self.long, for: "c") { 9 }.isBusy == (number == 2))
        }
        hanging.release(3)
        #expect(try await ended.first(3).sorted() == [0, 1, 2])
        #expect(await work.answer(within: Self.long, for: "a") { 9 }.value == 9)
    }
}

extension BlockingIOPool.Answer {
    fileprivate var value: Value? {
        if case .done(let value) = self { value } else { nil }
    }
    fileprivate var isLate: Bool {
        if case .late = self { true } else { false }
    }
    fileprivate var isBusy: Bool {
        if case .busy = self { true } else { false }
    }
}
