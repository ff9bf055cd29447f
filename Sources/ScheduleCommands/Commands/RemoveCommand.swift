import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule remove`.
struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove requests, pending or delivered, and their bubbles.",
        discussion: """
            Examples:
              notify-schedule remove meeting tea
              notify-schedule remove --prefix habit/
              notify-schedule remove --all --delivered
            """
    )

    @Argument(help: "Identifiers.")
    var identifiers: [String] = []

    @Option(parsing: .unconditional, help: "All whose identifier starts so.")
    var prefix: String?

    @Flag(help: "All of this command's own.")
    var all = false

    @Flag(help: "Pending ones alone.")
    var pending = false

    @Flag(help: "Delivered ones alone.")
    var delivered = false

    @Flag(help: "Print JSON: the identifiers that were removed.")
    var json = false

    func run() throws {
        let removed = try AgentClient().remove(try selection())
        let own = "\(AgentNames.app)/"
        let names = removed.map { $0.hasPrefix(own) ? String($0.dropFirst(own.count)) : $0 }
        if json {
            try JSONOutput.printLine(names)
        } else {
            for name in names { print("removed \(name)") }
        }
        // Not on standard output, where a script counts lines.
        if names.isEmpty, identifiers.isEmpty { Terminal.writeError("nothing was there to remove") }
        let missing = identifiers.filter { !names.contains($0) }
        guard missing.isEmpty else {
            throw RequestError(
                .notFound,
                "nothing has the identifier "
                    + missing.map(\.quoted).joined(separator: ", ") + "; see notify-schedule list"
            )
        }
    }

    private func selection() throws -> Variant {
        var entries: [(key: String, value: Variant)] = []
        if !identifiers.isEmpty { entries.append(("identifiers", .strings(identifiers))) }
        if let prefix { entries.append(("prefix", .string(prefix))) }
        if prefix == "" {
            throw UsageError("--prefix is empty, which is every identifier; write --all for that")
        }
        if all { entries.append(("all", .boolean(true))) }
        guard entries.count == 1 else {
            throw UsageError(
                entries.isEmpty
                    ? "say what to remove: identifiers, --prefix or --all"
                    : "identifiers, --prefix and --all do not go together; keep one of them"
            )
        }
        if pending != delivered {
            entries.append(("lists", .strings([pending ? "pending" : "delivered"])))
        }
        return .dictionary(entries)
    }
}
