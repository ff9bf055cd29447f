/// The records that one request must have, by the replies to its client.
struct CrashEntry {
    /// What is known of a thing.
    enum Certainty {
        case yes, no, either

        func allows(_ fact: Bool) -> Bool {
            switch self {
            case .yes: fact
            case .no: !fact
            case .either: true
            }
        }
    }

    /// What the user did with its bubble.
    enum Act {
        case none, opened, snoozed
    }

    let identifier: String
    /// Under which titles it may be pending; `nil` for not at all.
    var pending: Set<String?> = [nil]
    /// Whether its bubble is shown.
    var shown = Certainty.no
    /// Whether it stays in the list once it was shown.
    var stays = Certainty.yes
    /// Whether what shows it once more is pending.
    var child = Certainty.no
    var act = Act.none
    /// No more is done with it.
    var isSettled = false

    /// The title of a version; each bubble has one of its own.
    func title(_ version: Int = 1) -> String { "\(identifier) v\(version)" }
}

/// What the agent and the desktop have of one request.
struct CrashFacts {
    var pendingTitle: String?
    var isDelivered = false
    var hasChild = false
    var shows = 0
    var responses = 0
}

extension CrashEntry {
    /// What is wrong; `nil` if the records are right.
    func fault(in facts: CrashFacts) -> String? {
        if !pending.contains(facts.pendingTitle) {
            return "pending as \(facts.pendingTitle ?? "nothing"), not as \(pending)"
        }
        if !shown.allows(facts.shows > 0) { return "shown \(facts.shows) times" }
        if facts.shows == 0, facts.isDelivered { return "delivered and never shown" }
        let isOver = facts.shows > 0 && !facts.isDelivered
        switch act {
        case .none:
            if facts.responses > 0 { return "answered by nobody and heard of" }
            if facts.shows > 0, !stays.allows(facts.isDelivered) {
                return facts.isDelivered ? "in the list again" : "gone from the list"
            }
            if child == .either, isOver, !facts.hasChild { return "gone, and not to come again" }
            return child.allows(facts.hasChild) ? nil : "to come again: \(facts.hasChild)"
        case .opened:
            // A click that the agent was killed before it read leaves the bubble's row where it is.
            if facts.responses != (isOver ? 1 : 0) {
                return "\(facts.responses) responses, and it is \(isOver ? "over" : "in the list")"
            }
        case .snoozed:
            if facts.hasChild != isOver {
                return "to come again: \(facts.hasChild), and it is "
                    + (isOver ? "over" : "in the list")
            }
        }
        return nil
    }
}
