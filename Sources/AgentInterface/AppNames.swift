public import GLibBridge

/// The names under which an app is reached that has attached itself to the agent.
public enum AppNames {
    /// The object on the app's connection.
    public static let path = "/org/notifyschedule/App"
    /// Its interface.
    public static let interface = "org.notifyschedule.App1"

    /// The error by which an app says that it did not act on a response, since its time had passed.
    public static let tooLate = AgentNames.errorPrefix + "TooLate"

    /// The interface's introspection document, as it is installed.
    public static var interfaceXML: String {
        String(decoding: PackageResources.org_notifyschedule_App1_xml, as: UTF8.self)
    }

    /// Where calls to an app go.
    ///
    /// - Parameter name: the unique name of its connection.
    /// - Returns: the destination.
    public static func destination(_ name: String) -> BusDestination {
        BusDestination(name: name, path: path, interface: interface)
    }
}
