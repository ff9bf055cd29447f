import AgentInterface
import GLibBridge
import NotifyCore

/// Looks up the texts that apps have in tables of their own, at the moment they are shown.
///
/// It reads other programs' files, maybe from a network that does not answer: on a thread of its own, which
/// is there from the first such text on.
actor TextLookup {
    private static let thread = GLibThread(name: "texts")
    /// How long a bubble waits for its texts, in milliseconds.
    private static let deadline: UInt32 = 500

    private static let shared = TextLookup()

    /// The lookup's thread as its executor.
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        Self.thread.asUnownedSerialExecutor()
    }

    /// Content with the texts as they are now; those that it came with where there is no table.
    static func current(_ content: NotificationContent) async -> NotificationContent {
        guard let texts = content.localized else { return content }
        let table = await Scheduler.thread.answer(within: deadline) {
            await shared.table(of: texts)
        }
        guard let table = table ?? nil else { return content }
        var content = content
        if let title = texts.title { content.title = title.filled(by: table) }
        if let subtitle = texts.subtitle { content.subtitle = subtitle.filled(by: table) }
        if let body = texts.body { content.body = body.filled(by: table) }
        return content
    }

    private func table(of texts: LocalizedTexts) -> [String: String]? {
        texts.table()
    }
}
