import GLibBridge

/// An app that the bus starts (Desktop Entry Specification, "D-Bus Activation").
enum ActivatableApp {
    /// The path of an app's object; `nil` if its id is no bus name.
    static func path(of app: String) -> String? {
        let parts = app.split(separator: ".", omittingEmptySubsequences: false)
        let isName =
            app.utf8.count <= 255 && parts.count >= 2
            && parts.allSatisfy { part in
                part.first.map { !("0"..."9").contains($0) } ?? false
                    && part.utf8.allSatisfy(isNameByte)
            }
        guard isName else { return nil }
        return "/" + parts.joined(separator: "/").replacing("-", with: "_")
    }

    /// The platform data of a start.
    static func platformData(_ token: String?) -> Variant {
        guard let token, !token.isEmpty else { return .dictionary([]) }
        return .dictionary([
            ("activation-token", .string(token)), ("desktop-startup-id", .string(token)),
        ])
    }

    /// Whether an error comes from the app itself, which runs and lacks the method.
    static func saysItRuns(_ error: GLibError) -> Bool {
        ["UnknownMethod", "UnknownObject", "UnknownInterface"].contains { name in
            error.remoteName == "org.freedesktop.DBus.Error.\(name)"
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }
}
