import AgentInterface
import ArgumentParser
import Launcher
import NotifyCore
import UserRequests

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
            try launcher.open(url, noting: try? AgentClient())
        }
    }
}
