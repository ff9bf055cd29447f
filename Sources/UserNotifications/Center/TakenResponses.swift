import AgentInterface
import NotifyCore

/// The responses that this process has acknowledged, so that it acts on none a second time.
struct TakenResponses: Sendable {
    /// An agent's number means nothing to an agent with other books, so the response itself counts, too.
    private struct Mark: Equatable {
        let id: Int64
        let key: RequestKey
        let action: String
        let date: Instant
    }

    /// As many are known; the oldest go first.
    private static let most = 64

    private var marks: [Mark] = []

    /// Whether a response was acknowledged before.
    func contains(_ handed: HandedResponse) -> Bool {
        Self.mark(handed).map(marks.contains) ?? false
    }

    mutating func add(_ handed: HandedResponse) {
        guard let mark = Self.mark(handed) else { return }
        marks.append(mark)
        if marks.count > Self.most { marks.removeFirst() }
    }

    private static func mark(_ handed: HandedResponse) -> Mark? {
        let notification = handed.response.notification
        return handed.id.map { id in
            Mark(
                id: id,
                key: notification.request.key,
                action: handed.response.action,
                date: notification.date
            )
        }
    }
}
