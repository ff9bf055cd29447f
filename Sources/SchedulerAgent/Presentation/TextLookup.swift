import AgentInterface
import GLibBridge
import NotifyCore

/// Looks up the texts that apps have in tables of their own, at the moment they are shown.
///
/// It reads other programs' files, maybe from a network that does not answer.
enum TextLookup {
    private static let reading = BlockingIOPool(name: "texts", maxTotal: 32, maxPerOwner: 2)
    /// How long a bubble waits for its texts, in milliseconds.
    private static let deadline: UInt32 = 500

    /// The content of a request with the texts as they are now; those that it came with where there is no
    /// table.
    static func current(_ request: NotificationRequest) async -> NotificationContent {
        var content = request.content
        guard let texts = content.localized else { return content }
        let answer = await reading.answer(within: deadline, for: request.appID) { texts.table() }
        guard case .done(let table?) = answer else { return content }
        if let title = texts.title { content.title = title.filled(by: table) }
        if let subtitle = texts.subtitle { content.subtitle = subtitle.filled(by: table) }
        if let body = texts.body { content.body = body.filled(by: table) }
        return content
    }
}
