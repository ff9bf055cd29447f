import AgentInterface
import NotifyCore
import RelayGroup

extension RemoteRequest {
    /// Returns one notification for several that came while this machine was away.
    static func summary(of items: [InboxItem]) -> NotificationRequest {
        let titles = items.compactMap { item -> String? in
            guard case .show(let notification) = item.content else { return nil }
            return
                (try? RemoteRequest.request(of: notification, from: "", sent: item.sent))?.request
                .content.title
        }
        let shown = titles.prefix(5)
        var lines = Array(shown)
        if titles.count > shown.count { lines.append("and \(titles.count - shown.count) more") }
        var content = NotificationContent()
        content.title = "\(items.count) notifications while this machine was away"
        content.body = lines.joined(separator: "\n")
        // Not by the items' numbers, which begin again after a start without items: the agent shows a name once.
        let versions = items.compactMap { item -> String? in
            guard case .show(let notification) = item.content else { return nil }
            return "\(notification.id.origin)-\(notification.revision)"
        }
        let name = "summary-\(versions.last ?? "")"
        var request = NotificationRequest(
            appID: RelayClient.app,
            identifier: name,
            content: content
        )
        request.idempotencyKey = name
        return request
    }
}
