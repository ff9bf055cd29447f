import AgentInterface
import NotifyCore

/// The request of an `Add` call, or why it cannot be read.
typealias AddCall = Result<NotificationRequest, RequestError>

/// A notification that came later than it was sent.
struct LateArrival: Sendable {
    /// When it was sent, as far as that is known.
    let sent: Instant
    /// The request, or why it cannot be read.
    let request: AddCall
    /// The limits of its sender; `nil` for the user.
    var quota: SenderQuota?
}
