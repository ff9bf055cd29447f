import Glibc
import SQLiteBridge
import TestSupport
import Testing

/// Files that can be opened, and others.
@Suite struct ConnectionTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/file.sqlite" }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ bytes: [UInt8], at offset: Int, _ flags: Int32 = O_WRONLY | O_CREAT) {
        let file = open(path, flags, 0o600)
        #expect(file >= 0)
        #expect(pwrite(file, bytes, bytes.count, off_t(offset)) == bytes.count)
        close(file)
    }

    @Test func readingAloneMakesAndChangesNothing() throws {
        let error = #expect(throws: SQLiteError.self) { _ = try Connection(path, .readOnly) }
        #expect(error?.code.primary == .cannotOpen)
        #expect(access(path, F_OK) != 0)
        try Connection(path).execute("CREATE TABLE thing (a); INSERT INTO thing VALUES (1)")
        let reader = try Connection(path, .readOnly)
        #expect(try reader.prepare("SELECT a FROM thing").value() == 1)
        let refusal = #expect(throws: SQLiteError.self) { try reader.run("DELETE FROM thing") }
        #expect(refusal?.code.primary == .readOnly)
        #expect(refusal?.message == "attempt to write a readonly database")
    }

    @Test func aFileThatIsNoDatabaseIsAnErrorOfTheFirstStatement() throws {
        write([UInt8](repeating: 0x41, count: 4_096), at: 0)
        let connection = try Connection(path)
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute("SELECT 1 FROM sqlite_schema")
        }
        #expect(error?.code == .notADatabase)
        #expect(error?.message == "file is not a database")
    }

    @Test func aDamagedPageIsAnError() throws {
        let first = try Connection(path)
        try first.execute(
            """
            CREATE TABLE thing (text TEXT);
            INSERT INTO thing SELECT hex(randomblob(500)) FROM json_each('[1, 2, 3, 4, 5, 6, 7, 8]')
            """
        )
        try first.close()
        write([UInt8](repeating: 0xFF, count: 4_096), at: 4_096)
        let connection = try Connection(path)
        let error = #expect(throws: SQLiteError.self) {
            _ = try connection.prepare("SELECT text FROM thing").values(as: String.self)
        }
        #expect(error?.code.primary == .corrupt)
        #expect(error?.message == "database disk image is malformed")
    }

    @Test func aClosedConnectionIsAnErrorEachTime() throws {
        let connection = try Connection(path)
        try connection.cached("SELECT 1").run()
        try connection.close()
        try connection.close()
        for use in [
            { try connection.execute("SELECT 1") }, { try connection.cached("SELECT 1").run() },
            { try connection.transaction {} }, { try connection.copy(to: connection) },
        ] as [() throws -> Void] {
            let error = #expect(throws: SQLiteError.self) { try use() }
            #expect(error?.message == "the connection is closed")
        }
        #expect(connection.changesCount == 0)
        connection.releaseMemory()
    }

    @Test func aConnectionThatIsReadStaysOpen() throws {
        let connection = try Connection(path)
        var rows = try connection.prepare("SELECT 1 UNION SELECT 2").rows()
        #expect(try rows.next() != nil)
        let error = #expect(throws: SQLiteError.self) { try connection.close() }
        #expect(error?.code == .busy)
        #expect(try rows.next() != nil)
    }

    /// The statement outlives the variable of its connection.
    @Test func aStatementKeepsItsConnection() throws {
        let statement = try Connection(path).prepare("SELECT 7")
        #expect(try statement.value() == 7)
    }

    @Test func aCopyHasAllPages() throws {
        let connection = try Connection(path)
        try connection.execute("CREATE TABLE thing (a); INSERT INTO thing VALUES (1), (2)")
        let other = try Connection("\(folder.path)/copy.sqlite")
        try other.execute("CREATE TABLE earlier (a)")
        try connection.copy(to: other)
        let names = try other.prepare("SELECT name FROM sqlite_schema").values(as: String.self)
        #expect(names == ["thing"])
        #expect(try other.prepare("SELECT SUM(a) FROM thing").value() == 3)
        try other.execute("BEGIN IMMEDIATE")
        #expect(throws: SQLiteError.self) { try connection.copy(to: other) }
    }

    @Test func threadsUseASharedConnectionOneAfterTheOther() async throws {
        let shared = try SharedConnection(path)
        try shared.use { try $0.execute("CREATE TABLE thing (a)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try shared.write { connection in
                        try connection.cached("INSERT INTO thing VALUES (?)").run(number)
                        #expect(connection.lastInsertedRowID > 0)
                        // The same thread may ask again.
                        try shared.use { try $0.cached("SELECT COUNT(*) FROM thing").run() }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(
            try shared.use { try $0.prepare("SELECT COUNT(DISTINCT a) FROM thing").value() } == 200
        )
        try shared.close()
        #expect(throws: SQLiteError.self) { try shared.use { try $0.execute("SELECT 1") } }
    }
}
