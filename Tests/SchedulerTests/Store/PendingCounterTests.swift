import AgentInterface
import AgentTestSupport
import Foundation
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// The number of pending requests, which is kept and not counted.
@Suite struct PendingCounterTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "nsched-counter-\(UUID().uuidString)").path()
    private var path: String { "\(folder)/store.sqlite" }

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private static func pending(
        _ identifier: String,
        _ trigger: NotificationTrigger = .timeInterval(microseconds: 1 << 40, repeats: false)
    ) throws -> PendingRequest {
        try PendingRequest(
            accepting: NotificationRequest(
                appID: AgentNames.app,
                identifier: identifier,
                content: NotificationContent(title: identifier),
                trigger: trigger
            ),
            now: Instant(seconds: 1_700_000_000),
            zone: FixedZone.utc
        )
    }

    private static func counted(_ store: Store) throws -> Int? {
        try store.read { connection in
            try connection.prepare("SELECT COUNT(*) FROM pending WHERE listed = 1").value(
                as: Int.self
            )
        }
    }

    /// Whatever comes and goes, also in the place of another one, or not at all since its commit fails.
    @Test func itIsWhatOneWouldCount() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var store = try Store(path: path)
        var random = SeededRandom(seed: Stress.seed)
        struct Refused: Error {}
        for round in 0..<400 {
            let name = "r\(Int.random(in: 0..<40, using: &random))"
            let immediate = Bool.random(using: &random)
            let pending = try immediate ? Self.pending(name, .immediate) : Self.pending(name)
            switch Int.random(in: 0..<6, using: &random) {
            case 0...2: try store.add(pending, boot: nil)
            case 3:
                let id = try store.pending(app: nil, identifier: name).first?.id
                if let id { try store.drop(pending: id) }
            case 4:
                _ = try? store.write(.process) { connection in
                    try Store.insert(pending, boot: nil, connection)
                    throw Refused()
                }
            default:
                try store.write(.process) { connection in
                    try connection.run(
                        "DELETE FROM pending WHERE identifier LIKE ?",
                        "\(name.prefix(2))%"
                    )
                }
            }
            #expect(try store.counts().pending == Self.counted(store), "round \(round)")
            if round % 100 == 99 {
                try store.database.close()
                store = try Store(path: path)
            }
        }
    }

    /// What cannot come to be wrong by itself is found by `doctor` all the same.
    @Test func aWrongOneIsNamed() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try Store(path: path)
        try store.add(Self.pending("r"), boot: nil)
        #expect(try StoreCheck.problems(of: path, limit: 5) == [])
        try store.database.write { try $0.execute("UPDATE tally SET count = 7") }
        #expect(
            StoreHealth(path: path).problems
                == ["the number of pending requests is kept as 7, and there are 1"]
        )
        try store.database.write { try $0.execute("DELETE FROM tally") }
        #expect(
            StoreHealth(path: path).problems
                == ["the number of pending requests is kept as nothing, and there are 1"]
        )
        #expect(try store.counts().pending == 1)
    }

    /// A typo is answered as fast where there are very many: the newest are looked through.
    @Test func aSuggestionIsAmongTheNewest() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try Store(path: path)
        let count = Store.maxSuggested + 2
        _ = try store.add(
            (0..<count).map { number in
                AcceptedRequest(try Self.pending("r\(number)"), boot: nil)
            }
        )
        let names = try store.identifiers()
        #expect(names.count == Store.maxSuggested)
        #expect(names.contains("r\(count - 1)"))
        #expect(names.contains("r2"))
        #expect(!names.contains("r1"))
    }
}
