import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule push register`.
struct PushRegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Register an app for push messages, and print where servers reach it.",
        usage: "notify-schedule push register [<options>] [<app>]",
        discussion: """
            Examples:
              notify-schedule push register
              notify-schedule push register org.example.Chat --json
              notify-schedule push register org.example.Chat --distributor kde

            A server posts to the endpoint what it encrypted with p256dh and auth, as for
            any browser (Web Push, RFC 8030 and 8291). The same app gets the same again,
            unless --vapid or --distributor changes.
            """
    )

    @Argument(help: "The app's id; without it, that of notify-schedule.", completion: .apps)
    var app = AgentNames.app

    @Option(
        help: ArgumentHelp(
            "The public key of the only server that may send, base64url.",
            valueName: "key"
        )
    )
    var vapid: String?

    @Option(
        help: ArgumentHelp(
            "The UnifiedPush distributor, such as kde; also by \(ChosenDistributor.variables[0]).",
            valueName: "name"
        )
    )
    var distributor: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let entry = try register()
        if entry.isAway {
            Terminal.warn(
                "the distributor \(PushReport.name(entry)) is not there: no message comes until it starts; "
                    + "--distributor chooses another one"
            )
        }
        if json { return try JSONOutput.print(PushReport(entry)) }
        print(entry.appID.printableLine)
        DetailLine.print("endpoint", entry.endpoint ?? "")
        DetailLine.print("p256dh", entry.publicKey)
        DetailLine.print("auth", entry.authSecret)
        if let key = entry.serverKey { DetailLine.print("vapid", key) }
        DetailLine.print("through", PushReport.name(entry))
    }

    private func register() throws -> PushEntry {
        for (name, value) in [("--vapid", vapid), ("--distributor", distributor)] where value == ""
        {
            throw UsageError("\(name) is empty; write one, or leave it out")
        }
        let chosen = ChosenDistributor.current
        do {
            return try PushClient().register(
                AgentNames.id(ofApp: app),
                serverKey: vapid,
                distributor: distributor ?? chosen?.name
            )
        } catch let error as RequestError {
            guard distributor == nil, let chosen else { throw error }
            throw RequestError(
                error.code,
                "\(chosen.variable) is \(chosen.name.quoted): \(error.message)"
            )
        }
    }
}

/// The verb `notify-schedule push remove`.
struct PushRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "End an app's registration for push messages.",
        discussion: """
            Example:
              notify-schedule push remove org.example.Chat
            """
    )

    @Argument(help: "The app's id; without it, that of notify-schedule.", completion: .apps)
    var app = AgentNames.app

    func run() throws {
        try PushClient().unregister(AgentNames.id(ofApp: app))
        print("unregistered \(app.printableLine)")
    }
}

/// The verb `notify-schedule push list`.
struct PushListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the apps that are registered for push messages.",
        discussion: """
            Examples:
              notify-schedule push list
              notify-schedule push list --json
            """
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let entries = try PushClient().registrations()
        if json { return try JSONOutput.print(entries.map(PushReport.init)) }
        var table = Table(
            headings: ["APP", "DISTRIBUTOR", "ENDPOINT"],
            elastic: ["APP": 12, "ENDPOINT": 20]
        )
        table.rows = entries.map {
            [
                $0.appID, PushReport.name($0) + ($0.isAway ? " (away)" : ""),
                $0.endpoint ?? "not yet",
            ]
        }
        table.print()
    }
}

/// What `--json` prints of a registration.
private struct PushReport: Encodable {
    let appID: String
    let endpoint: String?
    let p256dh: String
    let auth: String
    let distributor: String
    let version: Int32
    let vapid: String?
    let away: Bool

    init(_ entry: PushEntry) {
        appID = entry.appID
        endpoint = entry.endpoint
        p256dh = entry.publicKey
        auth = entry.authSecret
        distributor = entry.distributor
        version = entry.version
        vapid = entry.serverKey
        away = entry.isAway
    }

    /// The name of a registration's distributor, without what all names have in common.
    static func name(_ entry: PushEntry) -> String {
        let prefix = "org.unifiedpush.Distributor."
        let name = entry.distributor
        return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
    }
}
