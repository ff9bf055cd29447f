import ArgumentParser
import Glibc
import NotifyCore
import TerminalCommands

/// The verb `notify-schedule mcp`.
struct MCPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        _superCommandName: NotifySchedule.name,
        abstract: "Serve an assistant by the Model Context Protocol.",
        discussion: """
            Example:
              notify-schedule mcp < /dev/null

            An assistant starts it and speaks to it over its standard input and output:
            it adds reminders, lists and removes them, asks a question, and shows a
            notification. See docs/agents.md for the lines of configuration.

            Its notifications are labelled "MCP: NAME" and are those of an app of its
            own: it cannot see, change or remove others. Buttons open https, http and
            mailto URLs. It may not run commands, name files or wait for a place.
            """
    )

    func run() throws {
        guard isatty(STDIN_FILENO) == 0 else {
            throw UsageError(
                "mcp is started by an assistant, which writes to its standard input; write it into the "
                    + "assistant's configuration"
            )
        }
        // Before a connection has threads, which block them as well then.
        guard let signals = EndSignals([SIGINT, SIGTERM, SIGHUP]) else {
            throw UsageError("signals cannot be read: \(String(cString: strerror(errno)))")
        }
        if let signal = MCPServer().serve(until: signals) { throw Interrupted(signal: signal) }
    }
}
