import AgentInterface
import AgentTestSupport
import Foundation
import NotificationServer
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// The store's file was cut short or written over.
@Suite(.serialized) struct StoreDamageTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "nsched-damage-\(UUID().uuidString)").path()
    private var path: String { "\(folder)/store.sqlite" }

    private func makeStore(_ count: Int) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        let store = try Store(path: path)
        for number in 0..<count {
            let request = NotificationRequest(
                appID: AgentNames.app,
                identifier: "request \(number)",
                content: NotificationContent(
                    title: "title \(number)",
                    body: "a body of some length"
                ),
                trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
            )
            try store.add(
                PendingRequest(request: request, added: .distantPast, due: .distantFuture),
                boot: nil
            )
        }
        try store.database.close()
    }

    private func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    private func write(_ data: Data) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        try data.write(to: URL(fileURLWithPath: path))
    }

    /// Opens what is left; the store works afterwards, whatever was done to it.
    private func open(_ words: String) async throws -> (saved: Int, setAside: SetAsideStore?) {
        let opened = try Store.opening(path: path)
        let request = NotificationRequest(
            appID: AgentNames.app,
            identifier: "after",
            content: NotificationContent(title: "after"),
            trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
        )
        try opened.store.add(
            PendingRequest(request: request, added: .distantPast, due: .distantFuture),
            boot: nil
        )
        let rows = try opened.store.pending(app: nil)
        #expect(rows.contains { (try? $0.pending().request.identifier) == "after" }, "\(words)")
        #expect(StoreHealth(path: path).problems == [], "\(words)")
        let saved = rows.count { row in
            (try? row.pending().request.identifier.hasPrefix("request")) == true
        }
        try opened.store.database.close()
        return (saved, opened.setAside)
    }

    /// SQLite reads what is missing of the last page as zeros, and rows there no longer match their indexes.
    @Test func aFileThatEndsWithinItsLastPageIsRepaired() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try makeStore(300)
        let whole = try bytes()
        for missing in stride(from: 1, to: 4_096, by: 131) {
            try write(whole.dropLast(missing))
            _ = try await open("\(missing) bytes of the last page are missing")
        }
    }

    @Test func whatCanBeReadOfADamagedStoreIsSaved() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let count = 300
        try makeStore(count)
        let whole = try bytes()
        let seed = Stress.seed
        var random = SeededRandom(seed: seed)
        for round in 0..<40 {
            var data = whole
            let words: String
            if random.chance(oneIn: 3) {
                let length = Int.random(in: 1..<data.count, using: &random)
                data = data.prefix(length)
                words = "seed \(seed), round \(round): cut at \(length)"
            } else {
                let length = Int.random(in: 1...8_192, using: &random)
                let start = Int.random(in: 0..<(data.count - length), using: &random)
                for index in start..<(start + length) {
                    data[index] = UInt8.random(in: 0...255, using: &random)
                }
                words = "seed \(seed), round \(round): \(length) bytes at \(start)"
            }
            try write(data)
            let (saved, setAside) = try await open(words)
            if let setAside {
                // The damaged file is kept to the byte.
                #expect(
                    try Data(contentsOf: URL(fileURLWithPath: setAside.path)) == data,
                    "\(words)"
                )
                #expect(setAside.pending >= saved, "\(words)")
            } else {
                // At most the records of two pages were hit.
                #expect(saved > count / 2, "\(words)")
            }
        }
    }

    @Test func aHoleInTheMiddleCostsItsOwnRowsAlone() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try makeStore(300)
        var data = try bytes()
        let middle = try #require(data.range(of: Data("title 150".utf8))).lowerBound
        let page = middle / 4_096 * 4_096
        for index in page..<(page + 4_096) { data[index] = 0xA5 }
        try write(data)
        let (saved, setAside) = try await open("a hole")
        #expect(setAside != nil)
        #expect(saved > 250)
        #expect(saved < 300)
    }

    @Test func whatIsNoDatabaseIsSetAsideAndOldOnesGo() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try makeStore(1)
        for number in 0..<5 {
            try Data("this is no connection, number \(number)".utf8)
                .write(to: URL(fileURLWithPath: path))
            for ending in ["-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: path + ending)
            }
            let (_, setAside) = try await open("number \(number)")
            #expect(setAside?.pending == 0)
        }
        let kept = try Store.setAside(beside: path).map { path in
            try String(contentsOfFile: path, encoding: .utf8)
        }
        #expect(kept == (2...4).map { "this is no connection, number \($0)" })
    }

    @Test func theUserIsToldAndTheAgentRunsOn() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let first = try await fixture.startAgent()
        for number in 1...50 { try await fixture.add(.later("kept \(number)")) }
        // All of it is in the file itself then.
        try await fixture.changeStore("UPDATE pending SET fired = 0")
        #expect(try await first.waitForExit().code == 0)
        let path = fixture.storePath
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        data.removeLast(4_096)
        try data.write(to: URL(fileURLWithPath: path))
        let agent = try await fixture.startAgent()
        let bubble = try await server.call(titled: "Some notifications may be lost")
        let aside = try #require(Store.setAside(beside: path).first)
        #expect(bubble.call.body.contains(aside))
        #expect(agent.error.contains("the store was damaged"))
        #expect(agent.error.contains(aside))
        let doctor = try await fixture.run(["doctor"])
        #expect(doctor.output.contains("set aside as \(aside)"), "\(doctor)")
        try await fixture.add("After")
        _ = try await server.call(titled: "After")
    }
}

extension NotificationRequest {
    fileprivate static func later(_ name: String) -> NotificationRequest {
        NotificationRequest(
            appID: AgentNames.app,
            identifier: name,
            content: NotificationContent(title: name),
            trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
        )
    }
}
