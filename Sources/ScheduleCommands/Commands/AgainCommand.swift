import AgentInterface
import ArgumentParser
import NotifyCore

/// The verb `notify-schedule again`.
struct AgainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "again",
        _superCommandName: NotifySchedule.name,
        abstract: "Show the bubble of a delivered notification again.",
        discussion: """
            Examples:
              notify-schedule again tea
              notify-schedule again org.example.Mail/42

            Its buttons work as before. notify-schedule list delivered lists what can be
            shown.
            """
    )

    @Argument(help: "An identifier, or APP/ID.", completion: .deliveredIdentifiers)
    var identifier: String

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let client = try AgentClient()
        let (key, serverPresent) = try TitleLookup.withIdentifier(
            identifier,
            in: [.delivered],
            to: "show",
            client
        ) { try client.again($0) }
        if json {
            try JSONOutput.print(
                AgainReport(
                    appID: key.appID,
                    identifier: key.identifier,
                    serverPresent: serverPresent
                )
            )
        } else {
            print("shown again \(key.name)")
        }
        if !serverPresent {
            Terminal.warn("no notification server is running; it is shown once one starts")
        }
    }
}

/// What `again --json` prints.
private struct AgainReport: Encodable {
    let appID: String
    let identifier: String
    let serverPresent: Bool
}
