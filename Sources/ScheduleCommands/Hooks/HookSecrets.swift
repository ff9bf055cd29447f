import GLibBridge
import NotifyCore

/// The values of secret variables, which are not shown: an agent that has read its environment writes them into
/// commands, and a notification stays in lists.
///
/// Nobody can allow a text in which one is hidden: the value may be anything, also another command.
struct HookSecrets {
    /// Longest values first, because one may be the beginning of another.
    private let values: [(name: String, value: String)]
    /// Whether a text had one.
    private(set) var isHidden = false

    private static let parts = [
        "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "API_KEY", "CREDENTIAL",
    ]
    private static let endings = ["_KEY", "_PASS", "_PWD", "_PAT"]
    /// Shorter values are words that a command has anyway.
    private static let shortest = 8

    /// The secrets of the environment.
    ///
    /// - Parameter entries: its entries, such as `NAME=value`.
    init(_ entries: [String] = Environment.all([:])) {
        values = entries.flatMap(Self.secrets).sorted { $0.value.utf8.count > $1.value.utf8.count }
    }

    private static func secrets(_ entry: String) -> [(name: String, value: String)] {
        guard let end = entry.firstIndex(of: "=") else { return [] }
        let (name, value) = (String(entry[..<end]), String(entry[entry.index(after: end)...]))
        let upper = name.uppercased()
        let isSecret =
            parts.contains(where: upper.contains) || endings.contains(where: upper.hasSuffix)
        var found: [String] = []
        if let password = password(ofURL: value) {
            found = [value, password]
        } else if isSecret, !value.hasPrefix("/") {
            // The folder of a password manager is no secret.
            found = [value]
        }
        return found.filter { $0.utf8.count >= shortest }.map { (name, $0) }
    }

    /// Returns the password in a URL such as `postgres://user:password@host/`.
    private static func password(ofURL value: String) -> String? {
        guard let scheme = value.firstRange(of: "://") else { return nil }
        let authority = value[scheme.upperBound...].prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@"),
            let colon = authority[..<at].firstIndex(of: ":")
        else { return nil }
        return String(authority[authority.index(after: colon)..<at])
    }

    /// Returns a text with the names of variables in place of their values.
    mutating func hide(in text: String) -> String {
        var text = text
        for (name, value) in values {
            // By code points: a mark after a value would make its last character another one.
            let shown = text.unicodeScalars.replacing(
                value.unicodeScalars,
                with: "<value of \(name)>".unicodeScalars
            )
            guard
                shown.count != text.unicodeScalars.count
                    || !shown.elementsEqual(text.unicodeScalars)
            else { continue }
            text = String(shown)
            isHidden = true
        }
        return text
    }

    /// Returns a value with each text in it hidden, before quotes and backslashes in it are escaped.
    mutating func hide(in value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): return .string(hide(in: text))
        case .array(let elements):
            var hidden: [JSONValue] = []
            for element in elements { hidden.append(hide(in: element)) }
            return .array(hidden)
        case .object(let members):
            return .object(hide(in: members))
        default: return value
        }
    }

    /// The same for the members of an object.
    mutating func hide(in members: [JSONValue.Member]) -> [JSONValue.Member] {
        var hidden: [JSONValue.Member] = []
        for member in members {
            hidden.append(.init(key: hide(in: member.key), value: hide(in: member.value)))
        }
        return hidden
    }
}
