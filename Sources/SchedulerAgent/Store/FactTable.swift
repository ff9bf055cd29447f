import NotifyCore
import SQLiteBridge

extension Store {
    /// What the agent knows beside requests, by name.
    enum Fact: String {
        /// The bus that the notification servers' names belong to.
        case bus
        /// The last time at which the wall clock was known to be right, in microseconds, and the boot.
        case clock
        /// The deliveries that wait for the end of do-not-disturb, by their numbers.
        case keptBack
        /// That the next agent listens already, with the deliveries that an earlier one did not hear of.
        case handOver
        /// What the dates were found with, from the end of an agent to the start of the next one.
        case planBasis
    }

    /// The value of a fact; `nil` if it was never written.
    func fact(_ fact: Fact) throws(RequestError) -> String? {
        try read { connection in
            try connection.prepare("SELECT value FROM fact WHERE name = ?").value(
                [fact.rawValue],
                as: String.self
            )
        }
    }

    /// Takes a fact out of the store; `nil` if it is not there.
    func take(_ fact: Fact) throws(RequestError) -> String? {
        guard let value = try self.fact(fact) else { return nil }
        try write(.process) { connection in
            try connection.run("DELETE FROM fact WHERE name = ?", fact.rawValue)
        }
        return value
    }

    /// Writes a fact down.
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
