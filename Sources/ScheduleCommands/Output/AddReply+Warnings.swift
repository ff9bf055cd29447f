import AgentInterface
import GLibBridge
import Launcher
import NotifyCore

extension AddReply {
    /// Warns of what prevents an accepted request from being shown, heard or opened.
    func warn(about request: NotificationRequest, _ client: AgentClient) {
        if !serverPresent, !SendServer.canStart(on: client.connection) {
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
        let urls = request.actions.compactMap(\.url) + [request.openURL].compactMap { $0 }
        guard !urls.isEmpty else { return }
        let launcher = Launcher()
        for url in urls {
            do throws(RequestError) {
                _ = try launcher.plan(for: url)
            } catch {
                Terminal.warn(error.message)
            }
        }
    }
}
