import UserNotifications

/// A service extension that opens messages whose text is sealed, so that no server on the way can read it.
///
/// The seal is only Base64 here: `{"aps": {"alert": "A message", "mutable-content": 1}, "sealed": "SGVsbG8="}`.
@main
final class SealedMessage: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent,
            let sealed = content.userInfo["sealed"] as? String,
            let data = Data(base64Encoded: sealed)
        else { return contentHandler(request.content) }
        content.body = String(decoding: data, as: UTF8.self)
        contentHandler(content)
    }
}
