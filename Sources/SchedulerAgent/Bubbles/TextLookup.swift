import AgentInterface
import GLibBridge
import NotifyCore

/// Looks up localized texts in the tables of apps when a notification is shown.
///
/// It reads files of other programs, which may be on a network that does not answer.
enum TextLookup {
    private static let reading = BlockingIOPool(name: "texts", maxTotal: 32, maxPerOwner: 2)
    /// How long a bubble waits for its texts, in milliseconds.
    private static let deadline: UInt32 = 500

    /// Returns the content of a request with its current texts, or the request's own texts if there is no table.
    static func current(_ request: NotificationRequest) async -> NotificationContent {
        var content = request.content
        guard let texts = content.localized else { return content }
        let answer = await reading.answer(within: deadline, for: request.appID) { texts.table() }
        guard case .done(let table?) = answer else { return content }
        fill(&content.title, texts.title, table, atMost: RequestLimits.title)
        fill(&content.subtitle, texts.subtitle, table, atMost: RequestLimits.title)
        fill(&content.body, texts.body, table, atMost: RequestLimits.body)
        return content
    }

    /// Replaces a text, unless the new one is longer than a request may have it: a key of a pushed message can have its
    /// arguments hundreds of times.
    private static func fill(
        _ text: inout String,
        _ localized: LocalizedTexts.Text?,
        _ table: [String: String],
        atMost limit: Int
    ) {
        guard let filled = localized?.filled(by: table), filled.utf8.count <= limit else { return }
        // The arguments are the server's.
        text = filled.withoutUnseen
    }
}
