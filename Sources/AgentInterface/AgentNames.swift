public import GLibBridge

/// The names under which the agent is known.
public enum AgentNames {
    /// The agent's bus name.
    public static let bus = "org.notifyschedule.Agent"
    /// Its object.
    public static let path = "/org/notifyschedule/Agent"
    /// Its interface.
    public static let interface = "org.notifyschedule.Agent1"
    /// The id of the desktop file, the icon and the command line's own requests.
    public static let app = "org.notifyschedule.NotifySchedule"
    /// Whose requests those of files are.
    public static let requestFilesApp = "org.notifyschedule.RequestFiles"
    /// What error names over the bus start with.
    public static let errorPrefix = "org.notifyschedule.Error."
    /// The version of the interface that this code speaks.
    public static let interfaceVersion: UInt32 = 5
    /// The version of the programs.
    public static let programVersion = "0.1.0"

    /// Where calls to the agent go.
    public static let destination = BusDestination(name: bus, path: path, interface: interface)

    /// The interface's introspection document, as it is installed.
    public static var interfaceXML: String {
        String(decoding: PackageResources.org_notifyschedule_Agent1_xml, as: UTF8.self)
    }
}
