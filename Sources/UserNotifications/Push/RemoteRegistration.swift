import AgentInterface
import Dispatch
import Foundation
import GLibBridge
import NotifyCore

/// Registers the app for its center's delegate, and reports each later endpoint.
///
/// Unchecked: the state is used on the queue alone.
final class RemoteRegistration: @unchecked Sendable {
    /// Reports a registration or an error.
    typealias Report = @Sendable (Result<PushRegistration, any Error>) -> Void

    static let shared = RemoteRegistration()

    /// A registration may wait for the network, so nothing else uses it.
    private let queue = DispatchQueue(label: "UserNotifications.push")
    private var client: PushClient?
    private var last: PushRegistration?
    private var report: Report?
    @GLibActor private static var subscription: BusSubscription?

    /// Registers the app.
    func register(serverKey: Data?, then report: @escaping Report) {
        queue.async { [self] in
            self.report = report
            let key = serverKey.map { Base64.urlText(of: Array($0)) }
            let result = Result {
                try PushRegistration(
                    try connected().register(AppIdentity.current, serverKey: key)
                )
            }
            last = try? result.get()
            report(result.mapError(PushRegistration.registrationError))
        }
    }

    /// Ends the registration of the app.
    func unregister() {
        queue.async { [self] in
            last = nil
            try? connected().unregister(AppIdentity.current)
        }
    }

    private func connected() throws -> PushClient {
        if let client, !client.isClosed { return client }
        let fresh = try PushClient()
        let followed = DispatchSemaphore(value: 0)
        GLibActor.thread.task { @GLibActor [self] in
            Self.subscription = fresh.follow { [weak self] in self?.noteChange() }
            followed.signal()
        }
        // The change that a registration causes must not come before.
        followed.wait()
        client = fresh
        return fresh
    }

    /// Reports the registration if its endpoint is another one than before.
    private func noteChange() {
        queue.async { [self] in
            guard let last, let client else { return }
            let own = try? client.registrations().lazy
                .compactMap { try? PushRegistration($0) }
                .first { $0.publicKey == last.publicKey }
            guard let own, own != last else { return }
            self.last = own
            report?(.success(own))
        }
    }
}
