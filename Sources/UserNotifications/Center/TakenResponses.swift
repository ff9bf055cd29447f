import AgentInterface
import NotifyCore

/// The responses that this process has acknowledged, so that none is handled twice.
struct TakenResponses: Sendable {
    /// Identifies a response; its number alone is valid only for one store of the agent.
    private struct Mark: Equatable {
        let id: Int64
        let key: RequestKey
        let action: String
        let date: Instant
    }

    /// The maximum number of marks; the oldest are dropped.
    private static let maxMarks = 64

    private var marks: [Mark] = []

    /// Returns whether a response was acknowledged before.
    func contains(_ handed: HandedResponse) -> Bool {
        Self.mark(handed).map(marks.contains) ?? false
    }

    /// Records that a response was acknowledged.
    mutating func add(_ handed: HandedResponse) {
        guard let mark = Self.mark(handed) else { return }
        marks.append(mark)
        if marks.count > Self.maxMarks { marks.removeFirst() }
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
