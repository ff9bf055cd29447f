import AgentInterface
import AgentTestSupport
import Foundation
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// A store whose pages were damaged in many ways starts, answers and takes requests.
@Suite struct PageDamageTests {
    private static let page = 4_096

    /// What is done to a file.
    private enum Harm: CaseIterable {
        case copyPage, swapPages, zeroPage, flipBytes, cut

        func apply(to data: inout Data, _ random: inout SeededRandom) -> String {
            let pages = data.count / page
            let (from, to) = (
                Int.random(in: 0..<pages, using: &random), Int.random(in: 0..<pages, using: &random)
            )
            let (source, target) = (Self.range(from), Self.range(to))
            switch self {
            case .copyPage:
                data.replaceSubrange(target, with: Data(data[source]))
                return "page \(from) over page \(to)"
            case .swapPages:
                let (one, other) = (Data(data[source]), Data(data[target]))
                data.replaceSubrange(target, with: one)
                data.replaceSubrange(source, with: other)
                return "page \(from) and page \(to) swapped"
            case .zeroPage:
                data.replaceSubrange(target, with: Data(count: page))
                return "page \(to) zeroed"
            case .flipBytes:
                let count = Int.random(in: 1...16, using: &random)
                for _ in 0..<count {
                    let place = target.lowerBound + Int.random(in: 0..<page, using: &random)
                    data[place] = UInt8.random(in: 0...255, using: &random)
                }
                return "\(count) bytes in page \(to)"
            case .cut:
                data = data.prefix(Int.random(in: 1..<data.count, using: &random))
                return "cut at \(data.count)"
            }
        }

        private static func range(_ number: Int) -> Range<Int> {
            number * page..<(number + 1) * page
        }
    }

    /// Each is opened, read in all its lists, written to, and opened again.
    @Test(arguments: Stress.isLong ? UInt64(1)...8 : 1...1)
    func itStartsAnswersAndTakesRequests(seed: UInt64) async throws {
        try await rounds(20, seed, Harm.allCases) { own, _, damaged, words in
            try damaged.write(to: URL(fileURLWithPath: "\(own)/store.sqlite"))
            try await use(own, words)
            try Store.opening(path: "\(own)/store.sqlite").store.database.close()
        }
    }

    /// Damage that comes while the store is open, and meets no look at the start.
    @Test(arguments: Stress.isLong ? UInt64(11)...18 : 11...11)
    func itGoesOnWhileItIsOpen(seed: UInt64) async throws {
        try await rounds(12, seed, [.copyPage, .swapPages, .flipBytes]) {
            own,
            whole,
            damaged,
            words in
            let path = "\(own)/store.sqlite"
            try whole.write(to: URL(fileURLWithPath: path))
            let store = try Store.opening(path: path).store
            // In the file that is open, all but its first page, which is read again at each statement.
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.seek(toOffset: UInt64(Self.page))
            try file.write(contentsOf: damaged.dropFirst(Self.page))
            try file.close()
            store.database.use { $0.releaseMemory() }
            try await use(own, words, store)
        }
    }

    /// Damages a store in one way after the other, each time in a folder of its own.
    private func rounds(
        _ count: Int,
        _ seed: UInt64,
        _ harms: [Harm],
        _ body: (_ folder: String, _ whole: Data, _ damaged: Data, String) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        try await StoreFixture.fill(folder: folder.path)
        let whole = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/store.sqlite"))
        var random = SeededRandom(seed: seed)
        for round in 0..<count {
            var data = whole
            let words =
                "seed \(seed), round \(round): "
                + harms[round % harms.count].apply(to: &data, &random)
            let own = "\(folder.path)/\(round)"
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            do {
                try await body(own, whole, data, words)
            } catch {
                Issue.record("\(words): \(error)")
            }
            try FileManager.default.removeItem(atPath: own)
        }
    }

    private func use(_ folder: String, _ words: String, _ open: Store? = nil) async throws {
        let store = try open ?? Store.opening(path: "\(folder)/store.sqlite").store
        let fixture = try await SchedulerFixture(folder: folder, store: store, isQuiet: true)
            .begin()
        let scheduler = fixture.scheduler
        let listed = try await scheduler.pending(app: nil).count
        #expect(listed <= 160, "\(words)")
        _ = try await scheduler.delivered(app: nil)
        _ = try await scheduler.history(HistorySelection())
        _ = try await scheduler.run { try $0.apps.list() }
        _ = try store.categories()
        _ = try store.identifiers()
        await fixture.pass(7_200)
        try await fixture.add("after", .immediate)
        #expect(fixture.shown.contains("after"), "\(words)")
        let later = NotificationTrigger.timeInterval(microseconds: 9_000_000_000, repeats: false)
        try await fixture.add("later", later)
        #expect(try StoreFixture.names(store).contains("later"), "\(words)")
        let all = RemovalSelection(choice: .prefix("r1"), appID: AgentNames.app)
        _ = try await scheduler.remove(all)
        await scheduler.end()
        try store.database.close()
    }
}
