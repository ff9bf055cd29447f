import Glibc
import NotifyCore

/// The command line of notify-push.
struct PushArguments: Equatable {
    /// How long it waits for more to do before it ends, in milliseconds.
    var idleTime: UInt32 = 30_000
    /// The text to print before exiting; `nil` to run.
    var text: String?

    private static let options = ["--idle", "--version", "--help"]
    /// The longest time without work, in seconds.
    private static let maxIdle: UInt32 = 86_400

    /// Reads the arguments, without the program's own name.
    ///
    /// - Throws: ``PushFailure`` with status 64, which names the error and the remedy.
    init(_ arguments: [String], version: String) throws(PushFailure) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--idle":
                let value = rest.popFirst()
                guard let seconds = value.flatMap({ UInt32($0) }), (1...Self.maxIdle) ~= seconds
                else {
                    throw PushFailure(
                        status: EX_USAGE,
                        message: "--idle is a number of seconds from 1 to \(Self.maxIdle)"
                    )
                }
                idleTime = seconds * 1_000
            case "--version": text = text ?? "\(version)\n"
            case "--help", "-h": text = text ?? Self.help
            default:
                let guess = Suggestion.nearest(to: argument, in: Self.options)
                throw PushFailure(
                    status: EX_USAGE,
                    message: "there is no option \(argument.quoted); "
                        + (guess.map { "did you mean \($0)?" }
                            ?? "there are \(Self.options.joined(separator: ", "))")
                )
            }
        }
    }

    private static let help = """
        Usage: notify-push [--idle SECONDS]

        Receives the push messages of a UnifiedPush distributor, decrypts them and
        hands them to notify-agent. The bus starts it when an app registers or a
        message comes; it ends when there is nothing to do.

          --idle SECONDS  how long it waits for more to do, 30 by default
          --version       print the version
          -h, --help      print this

        Examples:
          notify-schedule push register org.example.Chat
          journalctl --user -u notify-push

        Exit status: 0 ended, 64 usage, 69 no session bus or another notify-push
        runs, 70 the store cannot be used.

        """
}

/// Why notify-push cannot run.
struct PushFailure: Error, Equatable {
    let status: Int32
    let message: String
}
