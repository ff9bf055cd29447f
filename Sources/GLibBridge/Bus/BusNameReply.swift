/// The reply to a request for a bus name.
package enum BusNameReply: Sendable, Equatable {
    /// This connection owns the name.
    case owned
    /// Another connection owns it, with its unique name if known.
    case taken(holder: String?)
}
