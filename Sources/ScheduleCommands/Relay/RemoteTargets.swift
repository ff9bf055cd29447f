import GLibBridge
import NotifyCore

/// The machines that `--to` names.
struct RemoteTargets {
    /// The word for all other machines.
    static let allWord = "all"

    /// The names, each once.
    let names: [String]

    /// Reads the value of `--to`.
    ///
    /// - Parameter options: the options that are given and have no effect on other machines.
    init(_ text: String, without options: [String]) throws {
        guard options.isEmpty else {
            let names = options.map { "--\($0)" }.joined(separator: " and ")
            throw UsageError(
                "\(names) cannot be sent to other machines; leave \(options.count == 1 ? "it" : "them") out, or --to"
            )
        }
        var names: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            guard !name.isEmpty else {
                throw RequestError(
                    .invalidContent,
                    .option("--to"),
                    value: text.quoted,
                    reason: "has an empty name",
                    wayOut: "write all, or names that relay list prints"
                )
            }
            if !names.contains(name) { names.append(name) }
        }
        self.names = names
    }

    /// Splits the names.
    ///
    /// - Throws: ``UsageError`` if the names exclude each other, or there is no other machine.
    func split(own: String) throws(UsageError) -> (others: [String], includesThis: Bool) {
        let others = names.filter { $0 != own }
        guard !others.contains(Self.allWord) || others.count == 1 else {
            let rest = others.filter { $0 != Self.allWord }.joined(separator: ", ")
            throw UsageError("--to all is every other machine; leave \(rest) out")
        }
        guard !others.isEmpty else {
            throw UsageError("\(own) is this machine; leave --to out, or name others, too")
        }
        return (others, others.count < names.count)
    }
}
