import AgentInterface
import ArgumentParser
import NotifyCore

/// The verb `notify-schedule add`.
struct AddCommand: ParsableCommand, TextTaking {
    static let configuration = CommandConfiguration(
        commandName: "add",
        _superCommandName: NotifySchedule.name,
        abstract: "Show a notification now or later.",
        discussion: """
            Examples:
              notify-schedule add "Tea" "It is ready" --in 4m
              notify-schedule add "Stand up" --every 45m
              notify-schedule add "Dentist" --at "2027-03-01 09:00" --subtitle "Bring card"
              notify-schedule add "Meeting" --on "Tue 14:00" --id meeting
              notify-schedule add "Payday" --components '{"day":25,"hour":9}' --repeat
              notify-schedule add "Wi-Fi" --action "Settings=prefs:root=WIFI"
              notify-schedule add "Lunch?" --reply "Where to"
              notify-schedule add "Build" "It <b>failed</b>" --markup --icon dialog-error
              notify-schedule add --run backup --on "02:00"
              notify-schedule add "Deploy?" --action "Yes=https://ci.example" -w -t 60000
              notify-schedule add "Leave now" --at 17:20 --to laptop
              sudo notify-schedule add "Reboot at noon" --user ann

            Without an option that says when, it comes at once. Prints the identifier and
            the next dates. With - as the body, reads the body from standard input. With
            --to, each of the machines schedules it itself, so that it comes at its time
            without a network, too. With --user, root becomes that user first: the
            notification is the user's own, and files are read with the user's rights.
            """
    )

    @Argument(help: "The first line; optional with --run.")
    var title: String?

    @Argument(help: "The text; - reads it from standard input.")
    var body: String?

    @OptionGroup
    var options: RequestOptions

    @OptionGroup(.how)
    var handling: AdditionOptions

    @Flag(help: "Print JSON.")
    var json = false

    /// Returns what is written.
    func addition() throws -> Addition {
        Addition(
            written: try options.written(title: title, body: body, "add"),
            app: options.advanced.appID,
            identifier: handling.identifier,
            waits: handling.waits,
            targets: handling.targets.isEmpty ? nil : handling.targets.joined(separator: ","),
            json: json
        )
    }

    func run() throws {
        guard title != nil || options.buttons.command != nil else { throw Addition.missingTitle }
        if let user = handling.user { try UserSession.enter(user) }
        try addition().run()
    }

    /// The texts for people, which may have bytes that are not UTF-8.
    var texts: [String] { [title, body].compactMap(\.self) + options.texts }
}

/// The options of `add` for how it behaves that are no parts of a request.
struct AdditionOptions: ParsableArguments {
    @Option(
        name: .customLong("id"),
        parsing: .unconditional,
        help: "Identifier; a request that has it is replaced.",
        completion: .identifiers
    )
    var identifier: String?

    @Flag(
        name: [.customShort("w"), .customLong("wait")],
        help: "Wait until it is answered, dismissed or expired, and print the result."
    )
    var waits = false

    @Option(
        name: .customLong("to"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Other machines that show it, instead of this one, as relay list prints them.",
            valueName: "machine,…|all"
        ),
        completion: .relayDevicesOrAll
    )
    var targets: [String] = []

    @Option(
        name: .customLong("user"),
        parsing: .unconditional,
        help: ArgumentHelp("For root: the user whose desktop shows it.", valueName: "name")
    )
    var user: String?
}
