public import GLibBridge

/// What a notification server says of itself.
public struct ServerIdentity: Sendable, Equatable {
    /// The product, such as `gnome-shell`.
    public var name: String
    /// Its maker.
    public var vendor: String
    /// Its version.
    public var version: String
    /// The version of the specification that it follows.
    public var specVersion: String

    /// Makes a description.
    public init(name: String, vendor: String, version: String, specVersion: String = "1.2") {
        self.name = name
        self.vendor = vendor
        self.version = version
        self.specVersion = specVersion
    }
}

/// Why a bubble went away.
public enum ClosedReason: UInt32, Sendable {
    /// Its time was over.
    case expired = 1
    /// The user closed it.
    case dismissed = 2
    /// A program asked for it by `CloseNotification`.
    case closedByCall = 3
    /// Anything else.
    case undefined = 4
}

/// Who hears a server's signals about a bubble.
public enum SignalAudience: Sendable {
    /// Every connection, as the specification has it.
    case everyone
    /// The connection alone that sent the bubble, as some servers do.
    case sender
}

/// Why a notification server could not start.
public enum ServerStartError: Error, Equatable, CustomStringConvertible {
    /// Another server runs: its unique name and process, where the bus could tell.
    case nameTaken(holder: String?, processID: Int32?)
    /// The bus refused.
    case bus(GLibError)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .nameTaken(let holder, let processID):
            let process = processID.map { ", process \($0)" } ?? ""
            let who = holder.map { " (\($0)\(process))" } ?? ""
            return "another notification server runs already\(who)"
        case .bus(let error):
            return "the notification server could not start: \(error)"
        }
    }
}
