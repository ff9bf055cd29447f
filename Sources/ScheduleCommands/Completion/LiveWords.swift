import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc

/// Words for completion from what is there now.
///
/// Somebody has pressed Tab and waits: nothing is started for it, and where no agent runs, or none answers
/// at once, there are no words.
enum LiveWords {
    /// For the whole of it, in seconds.
    private static let patience: UInt32 = 2
    private static let deadline = CallDeadline.milliseconds(1_000)

    /// Finds words, and ends the process without any where that takes too long.
    static func bounded(_ words: () -> [String]) -> [String] {
        // A bus that hangs gives no other way out.
        signal(SIGALRM) { _ in _exit(0) }
        alarm(patience)
        defer { alarm(0) }
        // A word with a line end would be two.
        let usable = words().filter { !$0.isEmpty && !$0.contains(where: \.isNewline) }
        // After a colon zsh reads a description.
        return CompletionShell.requesting == .zsh
            ? usable.map { $0.replacing("\\", with: "\\\\").replacing(":", with: "\\:") } : usable
    }

    /// The identifiers of lists, with their app where that is not the command line.
    static func identifiers(in lists: [String]) -> [String] {
        guard let client = try? AgentClient() else { return [] }
        var names: [String] = []
        var known: Set<String> = []
        for list in lists {
            let reply = ask(client, "List", [.string(list), .string("")])
            for entry in reply?[0]?.children ?? [] {
                // The two fields alone: a whole record takes its time.
                guard let request = entry["request"],
                    let identifier = request["identifier"]?.string
                else { continue }
                let app = request["appID"]?.string ?? AgentNames.app
                let name = app == AgentNames.app ? identifier : "\(app)/\(identifier)"
                if known.insert(name).inserted { names.append(name) }
            }
        }
        return names
    }

    /// The ids of the apps that the agent knows.
    static func apps() -> [String] {
        guard let client = try? AgentClient() else { return [] }
        let reply = ask(client, "Apps", [])
        return (reply?[0]?.children ?? []).compactMap { $0["appID"]?.string }
    }

    /// The names of the zone database.
    static func zones() -> [String] {
        let names = ZoneDatabase.names
        return names.contains("UTC") ? names : names + ["UTC"]
    }

    private static func ask(
        _ client: AgentClient,
        _ method: String,
        _ arguments: [Variant]
    ) -> Variant? {
        try? client.connection.callBlocking(
            method,
            on: AgentNames.destination,
            .tuple(arguments),
            deadline: deadline,
            mayStart: false
        )
    }
}
