import Foundation
import SQLiteBridge
package import TestSupport

extension AgentFixture {
    /// Changes a database.
    package static func execute(_ sql: String, on path: String) throws {
        try SharedConnection(path).write { try $0.execute(sql) }
    }

    /// The file of the agent's store.
    package var storePath: String { "\(directory)/state/notify-schedule/store.sqlite" }

    /// Changes the store behind the agent's back, while none runs.
    package func changeStore(_ sql: String) async throws {
        try await endAgent(SIGTERM)
        // As after a crash: the next agent relies on nothing that this one wrote down at its end.
        let sql = "\(sql); DELETE FROM fact WHERE name = 'planBasis'"
        try Self.execute(sql, on: storePath)
    }
}
