import NotifyCore
import SQLiteBridge

extension Store {
    /// Metadata of the agent, by name.
    enum Fact: String {
        /// The bus of the notification servers' unique names.
        case bus
        /// The boot, and the last time at which the wall clock was known to be right, in microseconds.
        case clock
        /// The deliveries that wait for the end of do-not-disturb, by their numbers.
        case keptBack
        /// Set if the next agent already runs: the deliveries whose state the previous agent did not know.
        case handOver
        /// The fingerprint of the stored dates, from the end of an agent to the start of the next one.
        case planBasis
    }

    /// Returns a value; `nil` if it was never stored.
    func fact(_ fact: Fact) throws(RequestError) -> String? {
        try read { connection in
            try connection.prepare("SELECT value FROM fact WHERE name = ?").value(
                [fact.rawValue],
                as: String.self
            )
        }
    }

    /// Removes and returns a value; `nil` if there is none.
    func take(_ fact: Fact) throws(RequestError) -> String? {
        guard let value = try self.fact(fact) else { return nil }
        try write(.process) { connection in
            try connection.run("DELETE FROM fact WHERE name = ?", fact.rawValue)
        }
        return value
    }

    /// Stores a value.
    func set(_ fact: Fact, to value: String) throws(RequestError) {
        try write(.process) { connection in
            try connection.run(
                "INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)",
                fact.rawValue,
                value
            )
        }
    }
}
