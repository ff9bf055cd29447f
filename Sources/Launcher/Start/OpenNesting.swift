import GLibBridge
import NotifyCore

/// The depth of programs that open URLs and were started by one, because a command that opens its own URL
/// would never end.
package enum OpenNesting {
    /// The variable with the depth of a started program.
    package static let variable = "NOTIFY_SCHEDULE_OPEN_DEPTH"
    /// The maximum depth.
    package static let maxDepth = 5

    /// The depth of this process.
    private static var depth: Int { max(0, Environment[variable].flatMap { Int($0) } ?? 0) }

    /// Returns the variables of a program that a URL starts.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` if the depth exceeds the maximum.
    static func environment(for url: String) throws(RequestError) -> [String: String] {
        let depth = depth
        guard depth < maxDepth else {
            throw RequestError(
                .notAllowed,
                "\(url.quoted) is not opened: \(maxDepth) programs have opened one another by URLs; "
                    + "check whether a command in launcher.conf opens its own URL"
            )
        }
        return [variable: "\(depth + 1)"]
    }
}
