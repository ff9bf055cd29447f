import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc
import NotifyCore
import TimeZones

/// Completions from the current state.
///
/// The user waits after pressing Tab, so this starts no agent; if none is running, or it does not answer at
/// once, there are no completions.
enum LiveWords {
    /// The limit for all of it, in seconds.
    private static let timeout: UInt32 = 2
    private static let deadline = CallDeadline.milliseconds(1_000)
    /// The maximum number of identifiers of a list, of this app and of all others.
    private static let maxIdentifiers: UInt32 = 1_000

    /// Returns completions, or ends the process without any after the timeout.
    static func bounded(_ words: () -> [String]) -> [String] {
        // A call to a bus that hangs cannot be cancelled.
        signal(SIGALRM) { _ in _exit(0) }
        alarm(timeout)
        defer { alarm(0) }
        // A word with a line end would be two, one with invisible characters cannot be typed, and one that
        // begins with a dash would be an option, such as --all.
        let usable = words().filter {
            !$0.isEmpty && $0 == $0.printableLine && !$0.utf8.starts(with: "-".utf8)
        }
        // After a colon zsh reads a description.
        return CompletionShell.requesting == .zsh
            ? usable.map { $0.replacing("\\", with: "\\\\").replacing(":", with: "\\:") } : usable
    }

    /// Returns the identifiers of lists that begin with a text, with their app if it is not the command line.
    ///
    /// Where none does, the first ones: some shells also complete by the middle of a word.
    static func identifiers(in lists: [String], beginningWith prefix: String) -> [String] {
        guard let client = try? AgentClient() else { return [] }
        func names(_ prefix: String) -> [String] {
            let names = lists.flatMap { list in
                let arguments: [Variant] = [
                    .string(list), .string(prefix), .uint32(maxIdentifiers),
                ]
                return ask(client, "Identifiers", arguments)?[0]?.strings ?? []
            }
            var known: Set<String> = []
            return names.filter { known.insert($0).inserted }
        }
        let found = names(prefix)
        return found.isEmpty && !prefix.isEmpty ? names("") : found
    }

    /// Returns the names of the focuses in `agent.conf`.
    static func focuses() -> [String] {
        guard let client = try? AgentClient() else { return [] }
        return ask(client, "Focus", [])?[0]?["names"]?.strings ?? []
    }

    /// Returns the identifiers of what was removed, which are few.
    static func removedIdentifiers() -> [String] {
        guard let client = try? AgentClient() else { return [] }
        var names: [String] = []
        var known: Set<String> = []
        let reply = ask(client, "List", [.string("removed"), .string("")])
        for entry in reply?[0]?.children ?? [] {
            // Only the two fields, because decoding a whole record takes time.
            guard let request = entry["request"],
                let identifier = request["identifier"]?.string
            else { continue }
            let app = request["appID"]?.string ?? AgentNames.app
            let name = app == AgentNames.app ? identifier : "\(app)/\(identifier)"
            if known.insert(name).inserted { names.append(name) }
        }
        return names
    }

    /// Returns the names of the calendars that the agent knows.
    static func calendars() -> [String] {
        guard let client = try? AgentClient() else { return [] }
        let reply = ask(client, "Calendars", [.string("")])
        return (reply?[0]?.children ?? []).compactMap { $0["name"]?.string }
    }

    /// Returns the ids of the apps that the agent knows.
    static func apps() -> [String] {
        guard let client = try? AgentClient() else { return [] }
        let reply = ask(client, "Apps", [])
        return (reply?[0]?.children ?? []).compactMap { $0["appID"]?.string }
    }

    /// Returns the names of the other machines of the relay's group.
    static func relayDevices() -> [String] {
        guard let client = try? AgentClient() else { return [] }
        let reply = ask(client, "Devices", [], of: RelayClient.destination)
        return (reply?[0]?.children ?? []).compactMap { $0["name"]?.string }
    }

    /// Returns the names of the zone database.
    static func zones() -> [String] {
        let names = ZoneDatabase.names
        return names.contains("UTC") ? names : names + ["UTC"]
    }

    private static func ask(
        _ client: AgentClient,
        _ method: String,
        _ arguments: [Variant],
        of destination: BusDestination = AgentNames.destination
    ) -> Variant? {
        try? client.connection.callBlocking(
            method,
            on: destination,
            .tuple(arguments),
            deadline: deadline,
            mayStart: false
        )
    }
}
