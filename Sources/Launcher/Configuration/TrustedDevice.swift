import GLibBridge
import NotifyCore

/// The group `[Device ID]`: the schemes that another machine of the relay may have this one open, besides https, http
/// and mailto.
struct TrustedDevice {
    /// The number of hexadecimal digits of an ID.
    static let digits = 32

    private static let schemesKey = "Schemes"

    /// The schemes, in lower case.
    private(set) var schemes: Set<String> = []
    /// The errors in the group; what has one is left out.
    private(set) var problems: [String] = []

    /// Reads a group.
    init(_ group: KeyFile.Group) {
        for entry in group.entries {
            switch entry.key {
            case Self.schemesKey:
                for part in entry.value.split(separator: ",") {
                    let name = String(
                        part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
                    )
                    .lowercased()
                    if let url = try? LaunchURL("\(name):"), url.scheme == name {
                        schemes.insert(name)
                    } else {
                        problems.append(
                            "\(Self.schemesKey) has \(String(part).quoted); write names of schemes with commas "
                                + "between them, such as clock,run"
                        )
                    }
                }
            case let key where key.hasPrefix("X-"): break
            case let key: problems.append("the key \(key) is unknown; use \(Self.schemesKey)")
            }
        }
        if schemes.isEmpty, problems.isEmpty {
            problems.append("\(Self.schemesKey) is missing; write it as \(Self.schemesKey)=clock")
        }
    }

    /// Whether a text is the ID of a machine.
    static func isID(_ text: String) -> Bool {
        text.utf8.count == digits && text.allSatisfy { $0.isHexDigit && $0.isASCII }
    }
}
