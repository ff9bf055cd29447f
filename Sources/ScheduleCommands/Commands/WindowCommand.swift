import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc
import NotifyCore

/// The verb `notify-schedule window`.
struct WindowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "window",
        _superCommandName: NotifySchedule.name,
        abstract: "Open the window: what comes, and a sentence to add more.",
        discussion: """
            Example:
              notify-schedule window

            The window is the program notify-window of the package notify-schedule-gtk.
            Where it is open already, it comes to the front.
            """
    )

    func run() throws {
        let own = AgentProgram.beside(name: Self.program)
        let path = access(own, X_OK) == 0 ? own : InstalledProgram.path(of: Self.program)
        guard let path else {
            throw AgentUnreachable(
                "\(Self.program) is neither at \(own) nor in PATH; install the package notify-schedule-gtk"
            )
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
        execv(path, &arguments)
        throw SystemError(number: errno, doing: "start \(path)")
    }

    private static let program = "notify-window"
}
