import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc
import NotifyCore

/// The verb `notify-schedule relay`.
struct RelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Pair this machine with your others, for add --to.",
        discussion: """
            Examples:
              notify-schedule relay
              notify-schedule relay pair
              notify-schedule relay join
              notify-schedule relay status
              notify-schedule add "Tea" --in 4m --to laptop

            notify-relay passes notifications between the machines, over the ntfy server
            that relay.conf names; see notify-relay(1).
            """,
        subcommands: [
            RelayListCommand.self, RelayStatusCommand.self, RelayPairCommand.self,
            RelayJoinCommand.self, RelayConfirmCommand.self, RelayForgetCommand.self,
            RelayWithdrawCommand.self,
        ],
        defaultSubcommand: RelayListCommand.self
    )
}

/// The verb `notify-schedule relay pair`.
struct RelayPairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Show a code that lets another machine in, and wait for that machine.",
        discussion: """
            Examples:
              notify-schedule relay pair
              notify-schedule relay pair --json

            The code is valid once and for 10 minutes; relay join takes it on the other
            machine. Both machines print the same digits at the end. Ctrl-C cancels.
            With --json, a line has the code, and a later one the result.

            Exit status: 0 if the machines are paired, 1 if not.
            """
    )

    @Flag(help: "Print a JSON object per line.")
    var json = false

    func run() throws {
        let client = try RelayAccess.client()
        let attempt = try PairingAttempt(client)
        let code = try client.pair()
        if json {
            print(try JSONOutput.line(["code": code]))
        } else {
            Terminal.writeErrorLines(
                "On the other machine, run\n\n  notify-schedule relay join\n\n"
                    + "and type or paste this code, which is valid once and for 10 minutes:\n"
            )
            print(code)
        }
        // A reader of the output gets the code while the command waits.
        fflush(nil)
        if !json {
            Terminal.writeErrorLines("\nWaiting for the other machine; Ctrl-C cancels.")
        }
        try attempt.finish(json: json)
    }
}

/// The verb `notify-schedule relay join`.
struct RelayJoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Enter the group of the machine that shows a code.",
        discussion: """
            Examples:
              notify-schedule relay join
              notify-schedule relay join 4TV0P-7XKQ3-9D2MA-WH6ZR-1CEYN-G8
              ssh desktop notify-schedule relay pair | notify-schedule relay join -

            Without a code, the command asks for it. Case, blanks and hyphens do not
            matter. Other users can see the arguments of a command in the list of
            processes; with -, the code is the first line of standard input. A group that
            this machine is in is left; on a terminal, the command asks first.

            Exit status: 0 if the machines are paired, 1 if not.
            """
    )

    @Argument(help: "The code; - reads it from standard input.")
    var code: [String] = []

    @Flag(name: .shortAndLong, help: "Leave an earlier group without asking.")
    var yes = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let client = try RelayAccess.client()
        // Before the code is typed: it is valid once.
        let others = try client.devices().map(\.name)
        if !others.isEmpty, !yes, Terminal.hasUser {
            let names = others.joined(separator: ", ")
            guard Terminal.confirms("This machine leaves its group with \(names). Continue?") else {
                Terminal.writeError("nothing was changed")
                throw ExitCode.failure
            }
        }
        let code = try typedCode()
        let attempt = try PairingAttempt(client)
        try client.join(code)
        if !json { Terminal.writeErrorLines("Waiting for the other machine; Ctrl-C cancels.") }
        try attempt.finish(json: json)
    }

    private func typedCode() throws -> String {
        if code == ["-"] {
            guard let line = readLine() else {
                throw UsageError("standard input has no code; relay pair shows one")
            }
            return line.pairingCode
        }
        if code.isEmpty, Terminal.hasUser {
            guard let line = Terminal.answer("Code that the other machine shows: ") else {
                throw UsageError("no code was typed")
            }
            return line.pairingCode
        }
        guard !code.isEmpty else {
            throw UsageError("the code is missing; write it, or - to read it from standard input")
        }
        return code.joined(separator: " ").pairingCode
    }
}

/// The verb `notify-schedule relay confirm`.
struct RelayConfirmCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Keep machines that another one let in, should it be removed.",
        discussion: """
            Examples:
              notify-schedule relay confirm phone
              notify-schedule relay confirm phone tablet

            relay forget also removes the machines that the removed one let in, because a
            thief could have done that. Those that you have confirmed stay.
            """
    )

    @Argument(
        help: ArgumentHelp("The machines' names or IDs.", valueName: "machine"),
        completion: .relayDevices
    )
    var devices: [String]

    func run() throws {
        try RelayAccess.client().confirm(devices)
        for device in devices { print("confirmed \(device.printableLine)") }
    }
}

/// The verb `notify-schedule relay forget`.
struct RelayForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove a machine from the group; the others get a new key.",
        discussion: """
            Examples:
              notify-schedule relay forget laptop
              notify-schedule relay forget laptop --yes
              notify-schedule relay forget laptop --keep phone

            The machines that it let in are removed with it, unless another machine has
            confirmed them (relay confirm), or --keep names them. What it has scheduled
            here ends, and what waits for it is not sent. On a terminal, the command
            asks first.
            """
    )

    @Argument(
        help: ArgumentHelp("The machine's name or ID.", valueName: "machine"),
        completion: .relayDevices
    )
    var device: String

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Keep this machine, which that one let in; may be repeated.",
            valueName: "machine"
        ),
        completion: .relayDevices
    )
    var keep: [String] = []

    @Flag(name: .shortAndLong, help: "Do not ask.")
    var yes = false

    func run() throws {
        guard !keep.contains("") else {
            throw UsageError("--keep is empty; write a machine that relay list prints")
        }
        let client = try RelayAccess.client()
        let kept = keep.flatMap { $0.split(separator: ",").map(String.init) }
        let devices = try client.devices()
        let known = devices.first { $0.name == device || $0.id == device }
        let keptNames = devices.filter { kept.contains($0.name) || kept.contains($0.id) }.map(
            \.name
        )
        var leaving = (known?.dependents ?? []).filter { !keptNames.contains($0) }
        if let known, !yes, Terminal.hasUser {
            let others =
                leaving.isEmpty ? "" : ", with \(leaving.joined(separator: ", ")), which it let in"
            let waiting = known.waiting > 0 ? ", and drop \(known.waiting) messages for it" : ""
            guard Terminal.confirms("Remove \(known.name) from the group\(others)\(waiting)?")
            else {
                Terminal.writeError("nothing was changed")
                throw ExitCode.failure
            }
        }
        if !kept.isEmpty {
            try client.confirm(kept)
            // Those that a kept one let in stay as well.
            leaving = try client.devices().first { $0.id == known?.id }?.dependents ?? []
        }
        // An unknown name gets the error that lists the known ones.
        try client.forget(device)
        print("removed \((known?.name ?? device).printableLine) from the group")
        for name in leaving {
            print("removed \(name.printableLine), which it let in; --keep would have kept it")
        }
    }
}

/// The verb `notify-schedule relay withdraw`.
struct RelayWithdrawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Remove what add --to has sent from all machines.",
        discussion: """
            Examples:
              notify-schedule relay withdraw tea
              notify-schedule relay withdraw org.example.Timer/tea

            A machine that is away removes it when it is back. What was not delivered yet
            is not shown there.
            """
    )

    @Argument(
        help: ArgumentHelp("Identifiers, or APP/ID for those of another app.", valueName: "id")
    )
    var identifiers: [String]

    func run() throws {
        let client = try RelayAccess.client()
        for name in identifiers {
            try client.withdraw(Self.key(of: name))
            print("removed \(name.printableLine)")
        }
    }

    /// The request that a name stands for.
    static func key(of name: String) -> RequestKey {
        guard let slash = name.firstIndex(of: "/") else {
            return RequestKey(appID: AgentNames.app, identifier: name)
        }
        let app = AgentNames.id(ofApp: String(name[..<slash]))
        // An identifier may have slashes, and an app has dots.
        guard app.contains(".") else { return RequestKey(appID: AgentNames.app, identifier: name) }
        return RequestKey(appID: app, identifier: String(name[name.index(after: slash)...]))
    }
}
