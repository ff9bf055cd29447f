import AgentTestSupport
import Foundation
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// Indexes that have other rows than their tables, which SQLite's quick check takes for whole.
@Suite struct StoreCheckTests {
    private static func problems(_ path: String) throws -> [String] {
        try StoreCheck.problems(of: path, limit: 5)
    }

    @Test func aWholeStoreHasNone() async throws {
        let folder = try TemporaryFolder()
        try await StoreFixture.fill(folder: folder.path)
        #expect(try Self.problems("\(folder.path)/store.sqlite") == [])
    }

    /// Each index in turn gets the pages of another one, as a page that is written to a wrong place.
    @Test func anotherIndexInItsPlaceIsNamed() async throws {
        let folder = try TemporaryFolder()
        try await StoreFixture.fill(folder: folder.path)
        let path = "\(folder.path)/store.sqlite"
        let roots = try SharedConnection(path).use { connection in
            try connection.prepare(
                "SELECT name, rootpage FROM sqlite_schema WHERE tbl_name = 'pending' AND type = 'index'"
            ).all { (name: try $0.value(0) as String, page: try $0.value(1) as Int) }
        }
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        let unlisted = try #require(roots.first { $0.name == "pendingUnlisted" })
        for root in roots where root.name.hasPrefix("pendingBy") && root.name != "pendingByBootDue"
        {
            var data = whole
            let empty = data.subdata(in: (unlisted.page - 1) * 4_096..<unlisted.page * 4_096)
            data.replaceSubrange((root.page - 1) * 4_096..<root.page * 4_096, with: empty)
            let own = "\(folder.path)/\(root.name).sqlite"
            try data.write(to: URL(fileURLWithPath: own))
            let lines = try SharedConnection(own).use {
                try $0.prepare("PRAGMA quick_check").values(as: String.self)
            }
            let problems = try Self.problems(own)
            // A tree of several pages leaves pages that nothing names, which the quick check sees.
            #expect(lines != ["ok"] || problems.contains { $0.contains(root.name) }, "\(root.name)")
            #expect(!problems.isEmpty, "\(root.name)")
        }
    }
}
