import AgentInterface
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

extension Store {
    /// The maximum number of calls to remember.
    static let maxIdempotentAdds = 1_000

    static func remember(_ call: IdempotentAdd, _ connection: Connection) throws {
        try connection.cached(
            "INSERT OR REPLACE INTO answeredAdd (app, key, reply) VALUES (?, ?, ?)"
        ).run(call.app, call.key, call.reply.storedBytes)
        try connection.cached("DELETE FROM answeredAdd WHERE id <= ?")
            .run(connection.lastInsertedRowID - Int64(maxIdempotentAdds))
    }

    /// Returns the reply to an earlier call of an app; `nil` if no such call is known.
    func idempotentReply(app: String, key: String) throws(RequestError) -> AddReply? {
        let bytes = try read { connection in
            try connection.cached("SELECT reply FROM answeredAdd WHERE app = ? AND key = ?").first([
                app, key,
            ]) { try $0.bytes(0) }
        }
        guard let bytes else { return nil }
        return try AddReply(storedBytes: bytes)
    }
}

extension Store {
    /// The names of the agent's metadata.
    enum Metadata: String {
        /// The bus of the notification servers' unique names.
        case bus
        /// The boot, and the last time at which the wall clock was known to be right, in microseconds.
        case clock
        /// The deliveries that wait for the end of do-not-disturb, by their numbers.
        case withheld = "keptBack"
        case withheldUrgent = "keptBackUrgent"
        /// Why the last of them waits.
        case withheldCause
        /// What the user has switched by hand: a focus, or the scheduled ones off.
        case focus
        /// At which places of focuses the machine is, and since when.
        case focusPlaces
        /// The deliveries that were shown without their texts, by their numbers.
        case hidden
        /// The apps whose texts are hidden while the session is locked.
        case privateApps
        /// The apps whose time-sensitive notifications do-not-disturb lets pass.
        case throughDoNotDisturb
        /// Set if the next agent already runs: the deliveries whose state the previous agent did not know.
        case handOver
        /// What the keys of actions mean in bubbles that showed several notifications.
        case actionKeys
        /// The fingerprint of the stored dates, from the end of an agent to the start of the next one.
        case fingerprint = "planBasis"
    }

    /// The maximum number of apps in a set of the user's.
    private static let maxChosen = 1_000

    /// The apps that the user has put into a set.
    func apps(in set: Metadata) throws(RequestError) -> Set<String> {
        Set(try metadata(set)?.split(separator: "\n").map(String.init) ?? [])
    }

    /// Puts an app into a set of the user's, or takes it out; on the disk when it returns.
    ///
    /// - Parameter words: says of how many apps that is so, where there is no room for another one.
    /// - Returns: whether that was not so before.
    /// - Throws: ``NotifyCore/RequestError``, with code `NotAllowed` if there are too many.
    func set(
        _ isIn: Bool,
        app: String,
        in set: Metadata,
        words: (_ count: Int) -> String
    ) throws(RequestError) -> Bool {
        try NotificationRequest.validate(appID: app)
        var apps = try apps(in: set)
        guard apps.contains(app) != isIn else { return false }
        guard !isIn || apps.count < Self.maxChosen else {
            throw RequestError(
                .notAllowed,
                "\(words(apps.count)) already; "
                    + "take one back first; see notify-schedule apps allow --help"
            )
        }
        if isIn { apps.insert(app) } else { apps.remove(app) }
        try self.set(set, to: apps.sorted().joined(separator: "\n"), .full)
        return true
    }

    /// Returns metadata; `nil` if it was never stored.
    func metadata(_ key: Metadata) throws(RequestError) -> String? {
        try read { try Self.metadata(key, $0) }
    }

    static func metadata(_ key: Metadata, _ connection: Connection) throws -> String? {
        try connection.cached("SELECT value FROM fact WHERE name = ?").value(
            [key.rawValue],
            as: String.self
        )
    }

    /// Removes and returns metadata; `nil` if there is none.
    func removeMetadata(_ key: Metadata) throws(RequestError) -> String? {
        guard let value = try metadata(key) else { return nil }
        try write(.process) { connection in
            try connection.run("DELETE FROM fact WHERE name = ?", key.rawValue)
        }
        return value
    }

    /// Stores metadata.
    func set(
        _ key: Metadata,
        to value: String,
        _ durability: Durability = .process
    ) throws(RequestError) {
        try write(durability) { try Self.set(key, to: value, $0) }
    }

    static func set(_ key: Metadata, to value: String, _ connection: Connection) throws {
        try connection.run(
            "INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)",
            key.rawValue,
            value
        )
    }
}
