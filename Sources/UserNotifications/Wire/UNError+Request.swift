import AgentInterface
import Foundation
import NotifyCore

extension NotifyCore.RequestError {
    /// The refusal under Apple's names.
    ///
    /// What has none of its own there counts as content that cannot be shown; the sentence says which
    /// field it is. A store that cannot be written is Foundation's error and not a refusal.
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

/// Why a call failed, as apps get to know it.
///
/// - Parameter error: what the client threw.
/// - Returns: ``UNError`` for a refusal; Foundation's error for a lost service, as Apple has it, where the
///   agent could not be reached.
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
