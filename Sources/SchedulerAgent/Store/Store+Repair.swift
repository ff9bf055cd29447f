import NotifyCore
import SQLiteBridge
import Synchronization

/// A store whose file was found damaged while it was open.
struct DamagedStore: Sendable {
    let problem: String
    /// Where the file is kept, once it has its new name.
    var setAside: String?
    /// Whether its rows are being taken over, by reads and writes of the new file's own.
    var isMending = false
}

extension Store {
    /// Takes in an error that says the file is damaged.
    ///
    /// - Returns: whether it does, and the store has to be repaired.
    func noteDamage(_ error: any Error) -> Bool {
        guard let damage = Damage(error) ?? schemaDamage(error) else { return false }
        return damaged.withLock { damaged in
            // A new file that is damaged at once is a disk that nothing can be kept on.
            guard damaged == nil else { return false }
            damaged = DamagedStore(problem: damage.problem)
            return true
        }
    }

    /// Damage to the names of tables and columns, which SQLite takes for a mistake in a statement.
    private func schemaDamage(_ error: any Error) -> Damage? {
        guard let error = error as? SQLiteError, error.code.primary == .error,
            let missing = try? database.use(StoreSchema.missing), !missing.isEmpty
        else { return nil }
        return Damage(
            problem: "it has not all tables of this version: \(missing.joined(separator: ", "))"
        )
    }

    /// Sets a damaged file aside and goes on with what can be read of it; where that fails, it is tried
    /// again before the next read or write.
    func repair() throws {
        guard var damage = damaged.withLock({ $0 }), !damage.isMending else { return }
        damage.isMending = true
        damaged.withLock { $0 = damage }
        defer { damaged.withLock { $0?.isMending = false } }
        let aside: String
        if let earlier = damage.setAside {
            aside = earlier
        } else {
            // First: whoever closes a file last takes a log of its name away.
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
