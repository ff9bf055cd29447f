import AgentInterface
import Dispatch
public import Foundation
import NotifyCore

/// Where a server sends push messages for this app, and what it encrypts them with.
///
/// Linux only: it takes the place of the device token that Apple's `registerForRemoteNotifications()` delivers. Send
/// all three parts to your server, which posts to the endpoint by Web Push (RFC 8030, 8291). What arrives is a payload
/// as Apple's servers take it, and is shown also while the app does not run.
///
/// Register at every start of the app: the endpoint may be another one. An app that runs for long uses
/// ``UNUserNotificationCenter/registerForRemoteNotifications(serverKey:)``, whose delegate hears of each later change, too.
public struct PushRegistration: Hashable, Sendable {
    /// Why there is no registration.
    public struct Refusal: LocalizedError, Hashable {
        /// A sentence that names the way out, such as a package to install.
        public let errorDescription: String?
    }

    /// The URL to which the server posts; who knows it and the keys can send.
    public let endpoint: URL
    /// The public key `p256dh`: an uncompressed point of P-256, 65 bytes.
    public let publicKey: Data
    /// The secret `auth`, 16 bytes.
    public let authSecret: Data

    /// Registers this app with the user's UnifiedPush distributor.
    ///
    /// - Parameter serverKey: the public key of the only server that may send (VAPID, RFC 8292), an uncompressed point
    ///   of P-256; `nil` for any server that has the keys. Another key than before gives another registration.
    /// - Returns: the registration, once the distributor has reported its endpoint, which may take a minute.
    /// - Throws: ``Refusal`` if there is no distributor or it refuses. `CocoaError` with code `xpcConnectionInterrupted`
    ///   if notify-push cannot be reached.
    public static func register(serverKey: Data? = nil) async throws -> PushRegistration {
        let key = serverKey.map { Base64.urlText(of: Array($0)) }
        return try await calling { client in
            try PushRegistration(try client.register(AppIdentity.current, serverKey: key))
        }
    }

    /// Reads a registration as notify-push reports it.
    ///
    /// - Throws: `AgentUnreachable` if it has no endpoint.
    init(_ entry: PushEntry) throws {
        guard let endpoint = entry.endpoint.flatMap({ URL(string: $0) }),
            let publicKey = Base64.bytes(ofURLText: entry.publicKey),
            let authSecret = Base64.bytes(ofURLText: entry.authSecret)
        else { throw AgentUnreachable("the registration of notify-push is incomplete") }
        self.endpoint = endpoint
        self.publicKey = Data(publicKey)
        self.authSecret = Data(authSecret)
    }

    /// Ends the registration of this app: its endpoint is of no use then.
    ///
    /// - Throws: ``Refusal`` if there is none. `CocoaError` with code `xpcConnectionInterrupted` if notify-push cannot
    ///   be reached.
    public static func unregister() async throws {
        try await calling { client in try client.unregister(AppIdentity.current) }
    }

    private static func calling<Value: Sendable>(
        _ work: @escaping @Sendable (PushClient) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            // A thread for each: a distributor may take long, and nothing else is to wait for it.
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result { try work(PushClient()) }.mapError(registrationError)
                )
            }
        }
    }

    /// Returns the error as an app sees it.
    static func registrationError(_ error: any Error) -> any Error {
        (error as? RequestError).map { Refusal(errorDescription: $0.message) } ?? appleError(error)
    }
}
