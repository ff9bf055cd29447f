package import GLibBridge

/// The information of a notification server.
package struct ServerIdentity: Sendable, Equatable {
    /// The product, such as `gnome-shell`.
    package var name: String
    /// Its maker.
    package var vendor: String
    /// Its version.
    package var version: String
    /// The version of the specification that it follows.
    package var specVersion: String

    /// Makes a description.
    package init(name: String, vendor: String, version: String, specVersion: String = "1.2") {
        self.name = name
        self.vendor = vendor
        self.version = version
        self.specVersion = specVersion
    }
}

/// The reason why a bubble was closed.
package enum ClosedReason: UInt32, Sendable {
    /// It expired.
    case expired = 1
    /// The user closed it.
    case dismissed = 2
    /// A program called `CloseNotification`.
    case closedByCall = 3
    /// Anything else.
    case undefined = 4
}

/// The receivers of a server's signals about a bubble.
package enum SignalAudience: Sendable {
    /// Every connection, as in the specification.
    case everyone
    /// Only the connection that sent the bubble, as with some servers.
    case sender
}

/// The error of a notification server's start.
package enum ServerStartError: Error, Equatable, CustomStringConvertible {
    /// Another server is running, with its unique name and process if known.
    case nameTaken(holder: String?, processID: Int32?)
    /// The bus refused.
    case bus(GLibError)

    /// A sentence for people.
    package var description: String {
        switch self {
        case .nameTaken(let holder, let processID):
            let process = processID.map { ", process \($0)" } ?? ""
            let who = holder.map { " (\($0)\(process))" } ?? ""
            return "another notification server is running\(who)"
        case .bus(let error):
            return "the notification server cannot be started: \(error)"
        }
    }
}
