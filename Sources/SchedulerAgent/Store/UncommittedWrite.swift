import NotifyCore
import SQLiteBridge
import Synchronization

/// A write whose transaction stays open for the next write, so that both cost one commit.
///
/// Reads see it at once. A crash before the commit undoes it.
struct UncommittedWrite: Sendable {
    /// What it writes.
    let body: @Sendable (Connection) throws -> Void
    /// Whether it was rolled back with another write, so that the next one has to write it again.
    var isLost = false
}

extension Store {
    /// Runs writes that are committed with the next write of the same durability, or by ``commitOpen()``.
    ///
    /// - Parameter body: writes; may run again.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func writeWithNext(
        _ body: @escaping @Sendable (Connection) throws -> Void
    ) throws(RequestError) {
        try write(.process, staysOpen: true, body)
        // If the disk was full, it has been committed.
        let isOpen = database.use(\.hasOpenTransaction)
        if isOpen { uncommitted.withLock { $0 = UncommittedWrite(body: body) } }
    }

    /// Commits what waits for the next write.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`; what was written is undone then.
    func commitOpen() throws(RequestError) {
        guard uncommitted.withLock({ $0 != nil }) else { return }
        database.use { commitOpen($0) }
        if uncommitted.withLock({ $0 != nil }) { try write(.process) { _ in } }
    }

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
        let lost = uncommitted.withLock { $0?.isLost == true ? $0 : nil }
        try lost?.body(connection)
    }

    /// Notes that everything is committed.
    func noteCommit() {
        let earlier = uncommitted.withLock { $0.take() }
        CrashPoint.reached(.committed)
        if earlier != nil { CrashPoint.reached(.delivered) }
    }

    /// Notes that a transaction was rolled back.
    func noteRollback() {
        // What fails twice must not keep others from being written.
        uncommitted.withLock { uncommitted in
            if uncommitted?.isLost == true { uncommitted = nil } else { uncommitted?.isLost = true }
        }
    }
}
