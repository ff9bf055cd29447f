import AgentInterface
import Launcher
import NotifyCore

extension Scheduler {
    /// Takes the launcher's bubbles of an earlier session off the list.
    ///
    /// They are registered anew at login where the user wants that, by what is on then. Their bubbles went
    /// with the session: to close one now could close another program's.
    func forgetLauncher() throws(RequestError) {
        let selection = RemovalSelection(
            choice: .prefix(LauncherRegistration.prefix),
            appID: AgentNames.app,
            includesPending: false
        )
        let now = clock.now
        let lines = try store.remove(selection).delivered.map { key, row in
            HistoryLine(
                at: now,
                key: key,
                title: (try? row.delivery())?.request.content.title ?? "",
                event: .removed
            )
        }
        note(lines)
    }

    /// Writes down what another program opened by the user's configuration.
    ///
    /// - Parameters:
    ///   - url: what was to be opened.
    ///   - problem: why it was not; `nil` where it was.
    ///   - requester: who says so.
    func noteLaunch(of url: String, problem: String?, requester: String) {
        note(
            problem == nil ? .launched : .launchFailed,
            RequestKey(appID: AgentNames.app, identifier: ""),
            title: "",
            detail: problem ?? url,
            requester: requester
        )
    }
}
