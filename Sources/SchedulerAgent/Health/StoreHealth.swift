import GLibBridge
import Glibc
import SQLiteBridge

/// The state of the store's file, read without the store's own connection so that no other work waits.
struct StoreHealth: Sendable {
    /// The size of the store with its log in bytes.
    let size: Int64
    /// The free space on its disk for the user, in bytes; `nil` if unknown.
    let freeSpace: Int64?
    /// The problems that SQLite's check found; empty if there are none.
    let problems: [String]
    /// The damaged stores that were set aside, latest last.
    let setAside: [String]

    /// The maximum number of problems.
    private static let maxProblems = 5

    /// Examines a store.
    init(path: String) {
        size = ["", "-wal"].reduce(0) { sum, ending in
            sum + (OpenFile.status(of: path + ending).map { Int64($0.size) } ?? 0)
        }
        var system = statvfs()
        freeSpace =
            statvfs(path, &system) == 0
            ? Int64(clamping: UInt64(system.f_bavail) * UInt64(system.f_frsize)) : nil
        problems = Self.problems(of: path)
        setAside = Store.setAside(beside: path)
    }

    private static func problems(of path: String) -> [String] {
        do {
            return try Store.problems(of: path, limit: maxProblems)
        } catch {
            return ["\(error)"]
        }
    }

    /// The record for `Examine`.
    var record: Variant {
        var entries: [(key: String, value: Variant)] = [
            ("size", .int64(size)), ("problems", .strings(problems)),
        ]
        if !setAside.isEmpty { entries.append(("setAside", .strings(setAside))) }
        if let freeSpace { entries.append(("freeSpace", .int64(freeSpace))) }
        return .dictionary(entries)
    }
}
