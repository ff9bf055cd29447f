import AgentInterface
import GLibBridge
import Launcher
import NotifyCore

extension AddReply {
    /// Warns of what prevents an accepted request from being shown, heard or opened.
    @discardableResult
    func warn(about request: NotificationRequest, _ client: AgentClient) -> Set<String> {
        if request.content.isWorthDelivering, isServerMissing(for: request, client) {
            Terminal.warn("no notification server is running; it is shown once one starts")
        }
        if case .named(let name)? = request.content.sound, !name.contains("/"),
            SoundTheme.installed().isEmpty
        {
            Terminal.warn(
                "no sound theme is installed that could contain \(name.quoted); "
                    + "install one such as sound-theme-freedesktop"
            )
        }
        if case .location = request.trigger, let problem = LocationText.warning(client) {
            Terminal.warn(problem)
        }
        if let command = request.run,
            let program = (try? Launcher().plan(forCommand: command))?.missingProgram
        {
            Terminal.warn(
                "there is no program \(program.quoted), or it may not be run; write its whole path in "
                    + LauncherConfiguration.fileName
            )
        }
        let urls = request.actions.compactMap(\.url) + [request.openURL].compactMap { $0 }
        guard !urls.isEmpty else { return [] }
        let launcher = Launcher()
        // Several buttons may have the same fault.
        var seen: Set<String> = []
        for url in urls {
            do throws(RequestError) {
                _ = try launcher.plan(for: url)
            } catch {
                if seen.insert(error.message).inserted { Terminal.warn(error.message) }
            }
        }
        return seen
    }

    /// Whether no notification server answers, as far as that is known by now.
    ///
    /// One that the bus can start is started for what is shown at once, so the agent knows soon whether that failed;
    /// for a later date it is not tried yet.
    func isServerMissing(for request: NotificationRequest, _ client: AgentClient) -> Bool {
        guard !serverPresent else { return false }
        guard let caller = try? client.caller, SendServer.canStart(on: caller) else {
            return true
        }
        guard case .immediate = request.trigger, let status = try? client.status() else {
            return false
        }
        return status["server"] == nil
    }
}
