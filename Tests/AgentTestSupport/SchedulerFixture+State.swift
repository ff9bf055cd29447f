import AgentInterface
import DesktopBubbles
package import NotifyCore
import TestSupport

@testable import SchedulerAgent

extension SchedulerFixture {
    /// What was shown, as `TITLE` or `TITLE: NOTE`.
    package var shown: [String] {
        server.shown.map { bubble in
            bubble.title + (bubble.note.map { note in ": \(note)" } ?? "")
        }
    }

    /// The pending requests, as `ID TIME`; in the order in which they are due.
    package func pending() async throws -> [String] {
        try await scheduler.pending(app: nil).map { row in
            let request = try row.pending()
            return "\(request.request.identifier) \(WallTime(request.due, in: FixedZone.utc))"
        }
    }

    /// The identifiers of what is delivered.
    package func delivered() async throws -> Set<String> {
        Set(
            try await scheduler.delivered(app: nil).map { entry in
                try entry.row.delivery().request.identifier
            }
        )
    }

    /// The history, oldest first, as `ID EVENT`.
    package func history() async throws -> [String] {
        try await scheduler.history(HistorySelection()).reversed().map { line in
            "\(line.key.identifier) \(line.event.rawValue)"
        }
    }

    /// The responses that were reported, as `TITLE ACTION TEXT`.
    package var responses: [String] {
        reports.elements.filter { $0.event != "delivered" }.map { event in
            "\(event.title) \(event.action ?? event.event) \(event.userText ?? "-")"
        }
    }

    /// What a notification's state is called in the store; `nil` where it has left the list.
    package func state(of identifier: String) throws -> String? {
        try store.delivered(app: Self.app, identifier: identifier).first?.state.name
    }

    /// When a notification in the list was delivered.
    package func date(of identifier: String) throws -> Instant? {
        try store.delivered(app: Self.app, identifier: identifier).first?.delivered
    }
}
