import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule push`.
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Show a pushed message, and register apps for them.",
        discussion: """
            Examples:
              notify-schedule push
              notify-schedule push org.example.App payload.apns
              notify-schedule push register org.example.Chat

            Alone it lists the apps that are registered. With a file it shows the message
            in it, as push send.
            """,
        subcommands: [
            PushSendCommand.self, PushListCommand.self, PushRegisterCommand.self,
            PushRemoveCommand.self,
        ],
        defaultSubcommand: PushSendCommand.self
    )
}

/// The verb `notify-schedule push send`.
struct PushSendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Show a message as an app's server would push it.",
        usage: "notify-schedule push [send] [<options>] [<app>] <file>",
        discussion: """
            Examples:
              notify-schedule push send org.example.App payload.apns
              notify-schedule push send payload.apns --collapse-id score
              echo '{"aps":{"alert":"Hello"}}' | notify-schedule push org.example.App -

            The file has the form of Apple's push notification service, as for
            xcrun simctl push: a JSON object with "aps", of at most 4096 bytes. Without
            an app, its key "Simulator Target Bundle" names the app. The app gets the
            whole object as userInfo; with "content-available": 1 it is woken, and
            started if it does not run.
            """
    )

    @Argument(
        help: ArgumentHelp("The app, if two words are given; else the file.", valueName: "app"),
        completion: .apps
    )
    var first: String?

    @Argument(
        help: ArgumentHelp("The payload; - is standard input.", valueName: "file"),
        completion: .file()
    )
    var second: String?

    @Option(
        help: ArgumentHelp(
            "Replace the notification with this id; apns-collapse-id.",
            valueName: "id"
        )
    )
    var collapseID: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Show nothing after this date, in seconds since 1970; apns-expiration. 0 for no date.",
            valueName: "seconds"
        )
    )
    var expiration: String?

    @Option(
        help: ArgumentHelp(
            "Accept a message with this id once; apns-id.",
            valueName: "id"
        )
    )
    var messageID: String?

    @Flag(help: "Only check the payload.")
    var dryRun = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        guard let first else {
            var list = PushListCommand()
            list.json = json
            return try list.run()
        }
        let (app, file) = second.map { (first, $0) } ?? ("", first)
        let options = PushOptions(
            collapseID: collapseID,
            expiration: try date(),
            messageID: messageID
        )
        try options.validate()
        let limit = PushPayload.maxBytes + 1
        let bytes = try InputFile.open(file, atMost: limit).start(limit)
        let payload = try PushPayload(parsing: bytes)
        guard !app.isEmpty || payload.appID != nil else {
            throw RequestError(
                .invalidIdentifier,
                "the payload lacks the key \(PushPayload.appKey.quoted); write the app before the file"
            )
        }
        for key in payload.unknownKeys {
            Terminal.warn("\(key.quoted) has no effect here; the app gets it in userInfo")
        }
        guard !dryRun else { return }
        let reply = try AgentClient().push(bytes, to: AgentNames.id(ofApp: app), options: options)
        if json { return try JSONOutput.print(PushReport(reply)) }
        if let identifier = reply.identifier { print(identifier.printableLine) }
        if reply.isExpired { Terminal.warn("its expiration is past, so it is not shown") }
        if reply.isNotAllowed {
            Terminal.warn("it is not shown, because the app may not show notifications")
        }
        if reply.usesExtension { print("  note  the app's service extension gets it first") }
        if reply.wakesApp { print("  note  the app is woken") }
    }

    private func date() throws(RequestError) -> Instant? {
        guard let expiration else { return nil }
        // Beyond this, microseconds do not fit.
        guard let seconds = Int64(expiration), (0...9_000_000_000_000).contains(seconds) else {
            throw RequestError(
                .invalidContent,
                .option("--expiration"),
                value: expiration.quoted,
                reason: "is not a number of seconds since 1970",
                wayOut: "write one such as 1800000000, or 0"
            )
        }
        return seconds == 0 ? nil : Instant(seconds: seconds)
    }
}

/// What `push --json` prints.
private struct PushReport: Encodable {
    let identifier: String?
    let expired: Bool
    let background: Bool
    let `extension`: Bool
    let notAllowed: Bool

    init(_ reply: PushReply) {
        identifier = reply.identifier
        expired = reply.isExpired
        background = reply.wakesApp
        self.extension = reply.usesExtension
        notAllowed = reply.isNotAllowed
    }
}
