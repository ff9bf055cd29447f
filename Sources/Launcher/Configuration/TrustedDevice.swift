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
    private(set) var faults: [RequestError] = []

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
                        faults.append(
                            Self.fault(
                                Self.schemesKey,
                                "has \(String(part).quoted)",
                                "write names of schemes with commas between them, such as clock,run"
                            )
                        )
                    }
                }
            case let key where key.hasPrefix("X-"): break
            case let key:
                faults.append(Self.fault("the key \(key)", "is unknown", "use \(Self.schemesKey)"))
            }
        }
        if schemes.isEmpty, faults.isEmpty {
            let way = "write it as \(Self.schemesKey)=clock"
            faults.append(Self.fault(Self.schemesKey, "is missing", way))
        }
    }

    private static func fault(
        _ words: String,
        _ reason: String,
        _ wayOut: String
    ) -> RequestError {
        RequestError(.invalidContent, .init(schemesKey, words), reason: reason, wayOut: wayOut)
    }

    /// Whether a text is the ID of a machine.
    static func isID(_ text: String) -> Bool {
        text.utf8.count == digits && text.allSatisfy { $0.isHexDigit && $0.isASCII }
    }
}
