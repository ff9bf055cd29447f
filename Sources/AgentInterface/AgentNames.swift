package import GLibBridge

/// The names of the agent.
package enum AgentNames {
    /// The agent's bus name.
    package static let bus = "org.notifyschedule.Agent"
    /// Its object.
    package static let path = "/org/notifyschedule/Agent"
    /// Its interface.
    package static let interface = "org.notifyschedule.Agent1"
    /// The id of the desktop file, the icon and the command line's own requests.
    package static let app = "org.notifyschedule.NotifySchedule"
    /// What tables call it.
    package static let shortApp = "notify-schedule"
    /// The app of requests from files.
    package static let requestFilesApp = "org.notifyschedule.RequestFiles"
    /// The app of what other machines send over ssh.
    package static let forwardedApp = "org.notifyschedule.Forwarded"
    /// The app of what assistants add by the Model Context Protocol.
    package static let assistantApp = "org.notifyschedule.Assistant"
    /// The app of the messages of the topic `[Inbox]`.
    package static let inboxApp = "org.notifyschedule.Inbox"
    /// The identifier of the agent's notification that stands for others, which it names.
    package static let summaryIdentifier = "late-summary"
    /// The name of the profile of notification servers that it does not know.
    package static let standardProfile = "standard"
    /// The apps of these programs, which no process receives clicks for.
    package static let ownApps: Set<String> = [
        app, requestFilesApp, forwardedApp, assistantApp, inboxApp, RelayClient.app,
    ]
    /// The prefix of D-Bus error names.
    package static let errorPrefix = "org.notifyschedule.Error."
    /// The interface version of this code.
    package static let interfaceVersion: UInt32 = 10
    /// The version of the programs.
    package static let programVersion = String(
        decoding: PackageResources.VERSION.dropLast(),
        as: UTF8.self
    )

    /// The destination of calls to the agent.
    package static let destination = BusDestination(name: bus, path: path, interface: interface)

    /// Returns the id of an app that people call by its id, or by the name that tables have.
    package static func id(ofApp name: String) -> String { name == shortApp ? app : name }

    /// The interface's introspection document, which is also installed.
    package static var interfaceXML: String {
        String(decoding: PackageResources.org_notifyschedule_Agent1_xml, as: UTF8.self)
    }
}
