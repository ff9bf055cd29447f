import AgentInterface
import GLibBridge
import NotifyCore

extension ExportedEvent {
    /// Returns whether a stored request is harmless if it comes from somebody else.
    ///
    /// Calendar programs do not show it, so it may only describe a notification of the command, whose buttons
    /// open web pages and mail, snooze, or have a text field. It does not wake the machine, nor fire really often.
    static func isHarmless(_ line: [UInt8]) -> Bool {
        guard let request = (try? JSONValue(parsing: line))?["request"],
            has(request, onlyKeys: requestKeys),
            [nil, .string(AgentNames.app)].contains(request["appID"])
        else { return false }
        if let content = request["content"] {
            guard has(content, onlyKeys: contentKeys), isName(content["sound"]) else {
                return false
            }
        }
        if let bubble = request["bubble"] {
            guard has(bubble, onlyKeys: bubbleKeys), isName(bubble["icon"]) else { return false }
        }
        let actions: [JSONValue] =
            if case .array(let actions)? = request["actions"] { actions } else { [] }
        guard trigger(of: line).map({ !$0.hasDatesWithinAMinute }) ?? true else { return false }
        guard (nags(in: request) ?? 0) <= SenderLimits.of(.calendar).nags else { return false }
        let urls = ([request] + actions).compactMap { $0["openURL"] ?? $0["url"] }
        return urls.allSatisfy(opensOutside)
    }

    /// Returns whether a stored request runs a command, which only the user's own requests may.
    static func runsCommand(_ line: [UInt8]) -> Bool {
        (try? JSONValue(parsing: line))?["request"]?["run"] != nil
    }

    private static let requestKeys: Set<String> = [
        "identifier", "appID", "content", "trigger", "actions", "hearsDismissal", "openURL",
        "resident",
        "requester", "sender", "bubble", "until", "times", "late", "lateLimit", "before", "nag",
        "nagTimes",
    ]
    private static let contentKeys: Set<String> = [
        "title", "subtitle", "body", "sound", "badge", "userInfo", "categoryIdentifier",
        "threadIdentifier", "interruptionLevel", "attachments", "event",
    ]
    private static let bubbleKeys: Set<String> = ["markup", "icon", "expireTimeout"]

    private static func nags(in request: JSONValue) -> Int64? {
        if case .integer(let count)? = request["nagTimes"] { count } else { nil }
    }

    private static func trigger(of line: [UInt8]) -> NotificationTrigger? {
        let entry = try? TransferFormat.entry(line, number: 1) { _ in 0 }
        return entry.flatMap { try? NotificationRequest(record: $0["request"]) }?.trigger
    }

    private static func has(_ value: JSONValue, onlyKeys keys: Set<String>) -> Bool {
        guard case .object(let members) = value else { return false }
        return members.allSatisfy { keys.contains($0.key) }
    }

    /// Returns whether it is a name of a theme, not a file.
    private static func isName(_ value: JSONValue?) -> Bool {
        guard case .string(let text)? = value else { return value == nil }
        return !text.contains("/")
    }

    private static func opensOutside(_ value: JSONValue) -> Bool {
        guard case .string(let text) = value, let url = try? LaunchURL(text) else { return false }
        return url.isOpen
    }
}
