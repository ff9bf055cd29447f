import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc

/// The verb `notify-schedule send`.
///
/// Its words never come here but through the help for all: they go to ``run(_:)`` as they are, since
/// notify-send's `-h` and its ways with words are not those of the other verbs.
struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Show a notification with a command line of notify-send.",
        discussion: """
            Examples:
              notify-schedule send "Tea" "It is ready"
              notify-schedule send -A yes=Yes -A no=No "Restart now?"

            It takes notify-send's options, prints what that prints and ends with 0 or 1 as that does.
            The agent owns the bubble, so its buttons work after the command has ended.
            notify-schedule send --help lists the options.
            """
    )

    @Argument(parsing: .captureForPassthrough, help: "As notify-send takes them.")
    var words: [String] = []

    @OptionGroup
    var arguments: SendArguments

    func run() throws {
        throw ExitCode(Self.run(words.map { Array($0.utf8) }))
    }

    /// The words of the process's command line, as bytes, where its verb is this one.
    static var ownWords: [[UInt8]]? {
        let arguments = CommandLine.arguments.dropFirst()
        if Array(arguments) == ["help", "send"] { return [Array("--help".utf8)] }
        guard arguments.first == configuration.commandName else { return nil }
        return (2..<max(2, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { word in
                UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:))
            }
        }
    }

    /// Does what notify-send does with these words.
    ///
    /// - Returns: the exit status, 0 or 1.
    static func run(_ words: [[UInt8]]) -> Int32 {
        do {
            let options = try SendOptions.parse(words)
            guard !options.flag("version") else {
                print("notify-send 0.8.8 (notify-schedule \(AgentNames.programVersion))")
                return 0
            }
            // Not before the locale is set, which no other thread may see halfway.
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
