import NotifyCore
import SQLiteBridge

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
        /// Set if the next agent already runs: the deliveries whose state the previous agent did not know.
        case handOver
        /// What the keys of actions mean in bubbles that showed several notifications.
        case actionKeys
        /// The fingerprint of the stored dates, from the end of an agent to the start of the next one.
        case fingerprint = "planBasis"
    }

    /// Returns metadata; `nil` if it was never stored.
    func metadata(_ key: Metadata) throws(RequestError) -> String? {
        try read { connection in
            try connection.prepare("SELECT value FROM fact WHERE name = ?").value(
                [key.rawValue],
                as: String.self
            )
        }
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
    func set(_ key: Metadata, to value: String) throws(RequestError) {
        try write(.process) { connection in
            try connection.run(
                "INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)",
                key.rawValue,
                value
            )
        }
    }
}
