package import AgentInterface
import GLibBridge
package import Launcher
package import NotifyCore

extension Launcher {
    /// Opens a URL, and has the agent note that in the history.
    ///
    /// - Parameter client: without one there is no scope and no history, but the URL still opens.
    package func open(_ url: String, noting client: AgentClient?) throws(RequestError) {
        do throws(RequestError) {
            try open(url) { program in
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
