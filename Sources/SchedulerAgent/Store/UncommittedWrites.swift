import NotifyCore
import SQLiteBridge
import Synchronization

/// The changes whose transaction stays open for the next write, so that both cost one commit.
///
/// Reads see them at once. A crash before the commit undoes them.
struct UncommittedWrites: Sendable {
    /// The changes, in order.
    var changes: [DeliveryChange] = []
    /// Whether they were rolled back with another write, so that the next one has to write them again.
    var areLost = false
}

extension Store {
    /// Stores a change that is committed with the next write of the same durability, or by ``commitOpen(orElse:)``.
    func writeWithNext(_ change: DeliveryChange) throws(RequestError) {
        try write(.process, staysOpen: true) { _ = try Self.store(change, $0) }
        // If the disk was full, it has been committed.
        guard database.use(\.hasOpenTransaction) else { return }
        uncommitted.withLock { uncommitted in
            uncommitted.changes.append(change)
            uncommitted.areLost = false
        }
    }

    /// Commits what waits for the next write.
    ///
    /// - Parameter keep: receives each change that could not be committed, and is undone, with the error.
    func commitOpen(orElse keep: (DeliveryChange, RequestError) -> Void) {
        guard hasUncommitted else { return }
        database.use { commitOpen($0) }
        guard hasUncommitted else { return }
        do {
            try write(.process) { _ in }
        } catch {
            let lost = uncommitted.withLock { uncommitted in
                defer { uncommitted = UncommittedWrites() }
                return uncommitted.changes
            }
            for change in lost { keep(change, error) }
        }
    }

    private var hasUncommitted: Bool { uncommitted.withLock { !$0.changes.isEmpty } }

    /// Commits what waits for the next write; if that fails, the next one writes it again.
    func commitOpen(_ connection: Connection) {
        guard connection.hasOpenTransaction else { return }
        do {
            try connection.transaction {}
            noteCommit()
        } catch {
            noteRollback()
        }
    }

    /// Writes again what was rolled back with another write.
    func writeLost(_ connection: Connection) throws {
        let lost = uncommitted.withLock { $0.areLost ? $0.changes : [] }
        for change in lost { _ = try Self.store(change, connection) }
    }

    /// Notes that everything is committed.
    func noteCommit() {
        let hadChanges = uncommitted.withLock { uncommitted in
            defer { uncommitted = UncommittedWrites() }
            return !uncommitted.changes.isEmpty
        }
        CrashPoint.reached(.committed)
        if hadChanges { CrashPoint.reached(.delivered) }
    }

    /// Notes that a transaction was rolled back.
    func noteRollback() {
        // They stay until they are committed, or until whoever shows bubbles keeps them for a retry.
        uncommitted.withLock { $0.areLost = true }
    }
}
