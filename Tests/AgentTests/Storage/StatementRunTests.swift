import Foundation
import GRDB
import Testing

@testable import SchedulerAgent

/// Statements that SQLite's own functions run.
@Suite struct StatementRunTests {
    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
        try queue.write { database in
            try database.execute(
                sql: "CREATE TABLE thing (number INTEGER, text TEXT UNIQUE, bytes BLOB)"
            )
        }
    }

    private static let insert = "INSERT OR FAIL INTO thing (number, text, bytes) VALUES (?, ?, ?)"

    private struct Thing: Equatable {
        var number: Int64?
        var text: String?
        var bytes: [UInt8]
    }

    private static func insert(_ thing: Thing, _ database: Database) throws {
        let statement = try database.cachedStatement(sql: insert)
        try StatementRun.run(statement, database) { values in
            values.bind(thing.number)
            values.bind(thing.text)
            values.bind(thing.bytes)
        }
    }

    private static func things(_ database: Database) throws -> [Thing] {
        try Row.fetchAll(database, sql: "SELECT * FROM thing ORDER BY rowid").map { row in
            let bytes: [UInt8] = (row["bytes"] as Data?).map { Array($0) } ?? []
            return Thing(number: row["number"], text: row["text"], bytes: bytes)
        }
    }

    @Test func whatGoesInComesOut() throws {
        let things = [
            Thing(number: nil, text: nil, bytes: [0]),
            Thing(number: .min, text: "", bytes: [1, 0, 2]),
            Thing(
                number: .max,
                text: "ü\u{1F600} 'quoted'",
                bytes: [UInt8](repeating: 7, count: 70_000)
            ),
            Thing(number: 0, text: String(repeating: "x", count: 5_000), bytes: [255]),
        ]
        try queue.write { database in
            for thing in things { try Self.insert(thing, database) }
            #expect(try Self.things(database) == things)
            let types = try String.fetchAll(database, sql: "SELECT typeof(text) FROM thing")
            #expect(types == ["null", "text", "text", "text"])
        }
    }

    @Test func aRowThatCannotGoInIsToldAndTheNextOneCan() throws {
        try queue.write { database in
            let first = Thing(number: 1, text: "same", bytes: [1])
            try Self.insert(first, database)
            let error = #expect(throws: DatabaseError.self) {
                try Self.insert(Thing(number: 2, text: "same", bytes: [2]), database)
            }
            #expect(error?.resultCode == .SQLITE_CONSTRAINT)
            #expect(error?.message?.contains("thing.text") == true)
            let other = Thing(number: 3, text: "other", bytes: [3])
            try Self.insert(other, database)
            #expect(try Self.things(database) == [first, other])
            // By GRDB as well, and after it.
            try database.cachedStatement(sql: Self.insert).execute(arguments: [
                4, "fourth", Data([4]),
            ])
            #expect(try Self.things(database).last == Thing(number: 4, text: "fourth", bytes: [4]))
            try Self.insert(Thing(number: 5, text: "fifth", bytes: [5]), database)
            #expect(try Self.things(database).last == Thing(number: 5, text: "fifth", bytes: [5]))
        }
    }

    @Test func fewerValuesThanPlacesAreAnError() throws {
        try queue.write { database in
            let statement = try database.cachedStatement(sql: Self.insert)
            let error = #expect(throws: DatabaseError.self) {
                try StatementRun.run(statement, database) { $0.bind(1) }
            }
            #expect(error?.resultCode == .SQLITE_MISUSE)
            #expect(try Self.things(database) == [])
        }
    }

    @Test func moreValuesThanPlacesAreAnError() throws {
        try queue.write { database in
            let statement = try database.cachedStatement(
                sql: "INSERT INTO thing (number) VALUES (?)"
            )
            let error = #expect(throws: DatabaseError.self) {
                try StatementRun.run(statement, database) { values in
                    values.bind(1)
                    values.bind(2)
                }
            }
            #expect(error?.resultCode == .SQLITE_RANGE)
            #expect(try Self.things(database) == [])
        }
    }
}
