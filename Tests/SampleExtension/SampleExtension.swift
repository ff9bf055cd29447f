import Foundation
import UserNotifications

/// Does what the title of a message says.
@main
final class SampleExtension: UNNotificationServiceExtension {
    /// What is given at the last opportunity.
    private var late: (() -> Void)?

    /// As extensions of Apple's systems have it.
    override init() {
        super.init()
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return
        }
        let isPushed = request.trigger is UNPushNotificationTrigger
        switch content.title {
        case "edit":
            content.title = "edited \(isPushed) \(content.userInfo["k"] as? Int ?? 0)"
            contentHandler(content)
        case "nulls":
            let list = content.userInfo["list"] as? [Any] ?? []
            content.title = list.map { $0 is NSNull ? "null" : "\($0)" }.joined(separator: " ")
            contentHandler(content)
        case "attach":
            content.title = "attached"
            let picture = URL(fileURLWithPath: content.body)
            if let attachment = try? UNNotificationAttachment(identifier: "p", url: picture) {
                content.attachments = [attachment]
            }
            contentHandler(content)
        case "crash":
            kill(getpid(), SIGKILL)
        case "twice":
            for word in ["first", "second"] {
                content.title = word
                contentHandler(content)
            }
        case "late":
            // A busy machine, on which the time is over before this has begun.
            Thread.sleep(forTimeInterval: 0.1)
            late = {
                content.title = "in time"
                contentHandler(content)
            }
        case "hang":
            break
        default:
            contentHandler(content)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        late?()
    }
}
