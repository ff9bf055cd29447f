/// The error that the agent carried out a call and ended before its reply.
///
/// What the call was to do is done, and on the disk.
package struct LostReply: Error, Equatable, Sendable, CustomStringConvertible {
    /// The method.
    let method: String

    init(to method: String) { self.method = method }

    /// What happened, and where to see the outcome.
    package var description: String {
        "this is done, but the agent ended before it could say more; see notify-schedule history"
    }
}
