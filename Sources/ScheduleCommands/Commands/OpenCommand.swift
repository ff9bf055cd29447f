import AgentInterface
import ArgumentParser
import Launcher
import NotifyCore

/// The verb `notify-schedule open`.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        _superCommandName: NotifySchedule.name,
        abstract: "Open a URL as a button would.",
        discussion: """
            Examples:
              notify-schedule open "clock://start?m=4"
              notify-schedule open "prefs:root=WIFI" --dry-run
            """
    )

    @Argument(help: "The URL.", completion: .urls)
    var url: String

    @Flag(
        help:
            "Only print the command that would be started, as a JSON array, and check that it exists."
    )
    var dryRun = false

    func run() throws {
        let launcher = Launcher()
        let plan: LaunchPlan
        do throws(RequestError) {
            plan = try launcher.plan(for: url)
        } catch {
            // What prevents this URL is the error, and said once.
            for fault in launcher.faults where fault != error { Terminal.warn(fault.message) }
            if !dryRun { (try? AgentClient())?.noteLaunch(of: url, problem: error.message) }
            throw error
        }
        for fault in launcher.faults { Terminal.warn(fault.message) }
        if dryRun {
            try JSONOutput.printLine(plan.arguments)
            if let program = plan.missingProgram {
                Terminal.warn(
                    "there is no program \(program.quoted), or it may not be run; write its whole path in "
                        + LauncherConfiguration.fileName
                )
            }
        } else {
            // Without a bus there is no scope and no history, but the URL still opens.
            try Self.open(url, by: launcher, try? AgentClient())
        }
    }

    /// Opens a URL for the user, and notes it in the history.
    static func open(
        _ url: String,
        by launcher: Launcher,
        _ client: AgentClient?
    ) throws(RequestError) {
        do throws(RequestError) {
            try launcher.open(url) { program in
                if let connection = try? client?.connection {
                    program.moveToScopeBlocking(on: connection)
                }
            }
            client?.noteLaunch(of: url)
        } catch {
            client?.noteLaunch(of: url, problem: error.message)
            throw error
        }
    }
}
