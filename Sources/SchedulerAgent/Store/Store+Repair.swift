import NotifyCore
import SQLiteBridge
import Synchronization

/// A store whose file is damaged while it is open.
struct DamagedStore: Sendable {
    let problem: String
    /// Where the damaged file is kept, once it is renamed.
    var setAside: String?
    /// Whether its rows are being copied to the new file.
    var isRepairing = false
}

extension Store {
    /// Records damage that an error reports.
    func noteDamage(_ error: any Error) -> Bool {
        guard let damage = Damage(error) ?? schemaDamage(error) else { return false }
        return damaged.withLock { damaged in
            // If the new file is damaged at once, the disk is unusable.
            guard damaged == nil else { return false }
            damaged = DamagedStore(problem: damage.problem)
            return true
        }
    }

    /// Detects damaged names of tables and columns, which SQLite reports as an error in a statement.
    private func schemaDamage(_ error: any Error) -> Damage? {
        guard let error = error as? SQLiteError, error.code.primary == .error,
            let missing = try? database.use(StoreSchema.missing), !missing.isEmpty
        else { return nil }
        return Damage(
            problem: "it has not all tables of this version: \(missing.joined(separator: ", "))"
        )
    }

    /// Sets a damaged file aside and continues with its readable rows.
    ///
    /// If that fails, it is retried before the next read or write.
    func repair() throws {
        guard var damage = damaged.withLock({ $0 }), !damage.isRepairing else { return }
        damage.isRepairing = true
        damaged.withLock { $0 = damage }
        defer { damaged.withLock { $0?.isRepairing = false } }
        let aside: String
        if let earlier = damage.setAside {
            aside = earlier
        } else {
            // First, because the last connection to close a file deletes the log with its name.
            try? database.close()
            aside = try Self.setAside(path)
            damaged.withLock { $0?.setAside = aside }
        }
        try reconnect()
        try takeOver(from: aside)
        let pending = try counts().pending
        damaged.withLock { $0 = nil }
        let report = onTrouble.withLock { $0 }
        report(SetAsideStore(path: aside, problem: damage.problem, pending: pending).trouble)
    }
}
