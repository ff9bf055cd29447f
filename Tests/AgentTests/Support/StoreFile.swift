import Foundation
import GRDB
import TestSupport

extension Desk {
    /// Changes a database.
    static func execute(_ sql: String, on path: String) throws {
        try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    }

    /// The file of the agent's store.
    var storePath: String { "\(directory)/state/notify-schedule/store.sqlite" }

    /// Changes the store behind the agent's back, while none runs.
    func changeStore(_ sql: String) async throws {
        try await endAgent(SIGTERM)
        // As after a crash: the next agent relies on nothing that this one wrote down at its end.
        let sql = "\(sql); DELETE FROM fact WHERE name = 'planBasis'"
        try Self.execute(sql, on: storePath)
    }
}
