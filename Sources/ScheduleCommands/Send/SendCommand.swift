import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc

/// The verb `notify-schedule send`.
///
/// The parser handles only its help. The arguments go unparsed to ``run(_:)``, because notify-send's `-h`
/// and its rules for arguments differ from those of the other verbs.
struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Show a notification with the options of notify-send.",
        discussion: """
            Examples:
              notify-schedule send "Tea" "It is ready"
              notify-schedule send -A yes=Yes -A no=No "Restart now?"

            Reads the options of notify-send, and has its output and exit status, 0 or 1.
            The agent owns the bubble, so its buttons work after the command has ended.
            notify-schedule send --help lists the options.
            A link to notify-schedule with the name notify-send does the same.
            """
    )

    @Argument(parsing: .captureForPassthrough, help: "The arguments of notify-send.")
    var words: [String] = []

    @OptionGroup
    var arguments: SendArguments

    func run() throws {
        throw ExitCode(Self.run(words.map { Array($0.utf8) }))
    }

    /// The arguments of the process as bytes, if its verb is `send`.
    static var ownWords: [[UInt8]]? {
        if isNamedNotifySend { return words(from: 1) }
        let arguments = CommandLine.arguments.dropFirst()
        if Array(arguments) == ["help", "send"] { return [Array("--help".utf8)] }
        guard arguments.first == configuration.commandName else { return nil }
        return words(from: 2)
    }

    /// Whether the program is started under the name of notify-send, by a link in a folder of `PATH`.
    private static var isNamedNotifySend: Bool {
        CommandLine.arguments.first?.split(separator: "/").last == "notify-send"
    }

    private static func words(from start: Int) -> [[UInt8]] {
        (start..<max(start, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { word in
                UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:))
            }
        }
    }

    /// Runs as notify-send does with these arguments.
    ///
    /// - Returns: the exit status, 0 or 1.
    static func run(_ words: [[UInt8]]) -> Int32 {
        do {
            let options = try SendOptions.parse(words)
            guard !options.flag("version") else {
                print("notify-send 0.8.8 (notify-schedule \(AgentNames.programVersion))")
                return 0
            }
            // After the locale is set, which must not happen while other threads read it.
            AgentClient.prepare()
            let content = try SendContent(options)
            return SendSession(options, content).run()
        } catch let error as SendError {
            Terminal.writeError(error.message)
        } catch {
            Terminal.writeError("\(error)")
        }
        return EXIT_FAILURE
    }
}
