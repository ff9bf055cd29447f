import GLibBridge

/// The token of a server, which may be kept in the desktop's keyring.
@GLibActor
final class ServerToken {
    private let secret: [String: String]?
    private var known: String?

    /// Makes the token that an access describes.
    init(_ access: ServerAccess) {
        secret = access.secret
        known = access.token
    }

    /// Returns the token, which is read from the keyring the first time; `nil` for none.
    ///
    /// - Throws: ``RelayError`` if the keyring does not give it. The next call asks again.
    func value() async throws(RelayError) -> String? {
        if known == nil, let secret { known = try await Keyring.token(secret) }
        return known
    }

    /// Notes that the server has refused it: the keyring may have another one by now.
    func noteRefusal() {
        if secret != nil { known = nil }
    }
}
