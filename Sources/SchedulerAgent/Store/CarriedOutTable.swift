import NotifyCore
import SQLiteBridge
import Synchronization

/// The calls that changed something, by ``GLibBridge/BusMethodCall/name``.
///
/// A caller whose agent ended before the reply asks the next one whether to make the call again.
extension Store {
    /// The maximum number of calls to remember.
    private static let maxCarriedOut = 1_000

    /// Stores with the changes that a body reports to a caller that the call was carried out.
    ///
    /// The body does not wait, so that no other change comes between. Where it makes several, the first is enough.
    ///
    /// - Parameter call: the name of the call; `nil` for what no caller asks about.
    func carryingOut<Result>(
        _ call: String?,
        _ body: () throws(RequestError) -> Result
    ) throws(RequestError) -> Result {
        callUnderWay.withLock { $0 = call }
        defer { callUnderWay.withLock { $0 = nil } }
        let result = try body()
        if call != nil { CrashPoint.reached(.changed) }
        return result
    }

    /// Stores in a transaction that the call under way was carried out.
    func noteCarriedOut(_ connection: Connection) throws {
        guard let call = callUnderWay.withLock({ $0 }) else { return }
        CrashPoint.reached(.changing)
        try connection.cached("INSERT OR IGNORE INTO carriedOut (call) VALUES (?)").run(call)
        guard connection.changesCount > 0 else { return }
        try connection.cached("DELETE FROM carriedOut WHERE id <= ?")
            .run(connection.lastInsertedRowID - Int64(Self.maxCarriedOut))
    }

    /// Whether a call was carried out.
    func hasCarriedOut(_ call: String) throws(RequestError) -> Bool {
        try read { connection in
            try connection.cached("SELECT 1 FROM carriedOut WHERE call = ?")
                .first([call]) { try $0.value(0, as: Int.self) } != nil
        }
    }
}
