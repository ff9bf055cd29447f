import NotifyCore
import RelayServers

/// A notification as a plain message for the phone.
enum PhonePost {
    private static let maxTitle = 250

    /// Returns what the phone gets of a notification.
    static func post(
        of request: NotificationRequest,
        to topic: String,
        limit: Int
    ) -> TopicPost {
        let content = request.content
        let hasMarkup = request.bubble.hasMarkup || request.bubble.isVerbatim
        let markup = hasMarkup ? try? BodyMarkup(parsing: content.body) : nil
        let parts = [content.subtitle, markup?.text(for: nil) ?? content.body]
        let text = parts.filter { !$0.isEmpty }.joined(separator: "\n")
        // ntfy writes a text of its own where there is none.
        let isBare = text.isEmpty
        var post = TopicPost(
            topic: topic,
            text: (isBare ? content.title : text).withoutControls.shortened(toBytes: limit)
        )
        if !isBare { post.title = content.title.printableLine.shortened(toBytes: maxTitle) }
        post.priority = priority(of: content.interruptionLevel)
        if let url = request.openURL, (try? LaunchURL(url))?.scheme == "https" { post.click = url }
        post.wakesPhones = true
        return post
    }

    private static func priority(of level: InterruptionLevel) -> Int {
        switch level {
        case .passive: 2
        case .active: 3
        case .timeSensitive: 4
        case .critical: 5
        }
    }
}
