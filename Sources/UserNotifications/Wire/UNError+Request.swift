import AgentInterface
import Foundation
import NotifyCore

extension NotifyCore.RequestError {
    /// The refusal as Apple's error.
    ///
    /// Errors without an equivalent are content that cannot be shown, with a message that names the field. A
    /// store that cannot be written is Foundation's error, not a refusal.
    var apple: any Error {
        let userInfo: [String: Any] = [NSLocalizedDescriptionKey: message]
        switch code {
        case .notAllowed: return UNError(.notificationsNotAllowed, userInfo: userInfo)
        case .invalidAttachment:
            return UNError(.attachmentMoveIntoDataStoreFailed, userInfo: userInfo)
        case .invalidTrigger: return UNError(.notificationInvalidNoDate, userInfo: userInfo)
        case .storage: return CocoaError(.fileWriteUnknown, userInfo: userInfo)
        default: return UNError(.notificationInvalidNoContent, userInfo: userInfo)
        }
    }
}

/// Returns the error of a failed call for the app.
///
/// - Returns: ``UNError`` for a refusal; Foundation's error for a lost service, as on Apple's systems, if the
///   agent cannot be reached.
func appleError(_ error: any Error) -> any Error {
    switch error {
    case let error as RequestError: error.apple
    case is UNError: error
    default:
        CocoaError(
            .xpcConnectionInterrupted,
            userInfo: [NSLocalizedDescriptionKey: "\(error)"]
        )
    }
}
