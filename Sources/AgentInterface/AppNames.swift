package import GLibBridge

/// The names of an attached app.
package enum AppNames {
    /// The object on the app's connection.
    package static let path = "/org/notifyschedule/App"
    /// Its interface.
    package static let interface = "org.notifyschedule.App1"

    /// The error of an app that did not handle a response because its time limit had passed.
    package static let tooLate = AgentNames.errorPrefix + "TooLate"

    /// The interface's introspection document, which is also installed.
    package static var interfaceXML: String {
        String(decoding: PackageResources.org_notifyschedule_App1_xml, as: UTF8.self)
    }

    /// Returns the destination of calls to an app.
    package static func destination(_ name: String) -> BusDestination {
        BusDestination(name: name, path: path, interface: interface)
    }
}
