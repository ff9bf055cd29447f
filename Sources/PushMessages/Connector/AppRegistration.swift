/// The registration of one app with a distributor.
struct AppRegistration: Hashable, Sendable {
    /// The version of the D-Bus specification of UnifiedPush that a distributor speaks.
    enum Version: Int, Sendable {
        /// `org.unifiedpush.Distributor1`, without acknowledgements and keys of servers.
        case first = 1
        /// `org.unifiedpush.Distributor2`.
        case second = 2
    }

    /// The secret by which the distributor and the connector name it.
    let token: String
    /// The app.
    let app: String
    /// What its messages are encrypted with.
    let keys: MessageKeys
    /// The public key of the only server that may send (VAPID, RFC 8292), base64url; `nil` for any.
    let serverKey: String?
    /// The bus name of its distributor.
    let distributor: String
    /// The version that the distributor was last found to speak.
    var version = Version.second
    /// The URL for senders; `nil` until the distributor has reported it, and after it has ended the registration.
    var endpoint: String?
    /// Whether the app is in a sandbox, so that its messages have the limits of its own calls.
    var isConfined = false

    /// The maximum size of a token in bytes.
    static let maxTokenSize = 100
    /// The maximum size of an endpoint in bytes.
    static let maxEndpointSize = 1_000

    /// Returns whether a distributor's text is the URL of an endpoint.
    static func isEndpoint(_ text: String) -> Bool {
        let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
        guard let scheme, text.utf8.count > scheme.utf8.count else { return false }
        return text.utf8.count <= maxEndpointSize && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }
}
