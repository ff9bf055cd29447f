import AgentInterface
import DesktopTexts
import NotifyCore

/// What comes, by day: each date of a week, and the next date of what comes later.
nonisolated struct Agenda: Hashable, Sendable {
    /// A date of a request.
    struct Row: Hashable, Sendable {
        /// The request.
        let key: RequestKey
        /// What it is called in the list.
        let title: String
        /// When, and who shows it.
        let subtitle: String
        /// Whether it has more than one date.
        let repeats: Bool
        /// Whether it is paused.
        let isPaused: Bool
        /// Whether the date is its next one, which can be skipped or snoozed.
        let isNext: Bool
        /// Whether it is due and waits for a notification server.
        let isWaiting: Bool
    }

    /// A line of the list.
    enum Line: Hashable, Sendable {
        /// What the rows after it have in common, such as their day.
        case heading(String)
        case row(Row)
    }

    /// How many days are shown with all dates.
    static let days = 7
    /// The maximum number of rows.
    private static let limit = 20_000

    /// The lines, soonest first.
    private(set) var lines: [Line] = []

    /// Makes an agenda.
    init(
        pending: [PendingRequest],
        waiting: [PendingRequest] = [],
        now: Instant,
        in zone: SystemZone
    ) {
        let today = WallTime(now, in: zone).date
        var dates: [(date: Instant, day: CivilDate, entry: PendingRequest)] = []
        for entry in pending where !entry.isPaused && entry.request.trigger.hasDates {
            let own = entry.request.trigger.zoneIdentifier.flatMap(SystemZone.init(named:))
            for date in UpcomingDates(of: entry, in: own ?? zone).prefix(Self.limit) {
                let day = WallTime(date, in: zone).date
                guard date == entry.due || day.dayNumber < today.dayNumber + Self.days else {
                    break
                }
                dates.append((date, day, entry))
            }
        }
        dates.sort {
            ($0.date, $0.entry.request.identifier) < ($1.date, $1.entry.request.identifier)
        }
        var (heading, count) = ("", 0)
        func add(_ title: String, _ row: @autoclosure () -> Row) {
            count += 1
            guard count <= Self.limit else { return }
            if heading != title { lines.append(.heading(title)) }
            heading = title
            lines.append(.row(row()))
        }
        for entry in waiting {
            add(
                tr("Waiting for a notification server"),
                Row(entry, at: nil, isWaiting: true, now: now, in: zone)
            )
        }
        for (date, day, entry) in dates {
            add(day.heading(today: today), Row(entry, at: date, now: now, in: zone))
        }
        for entry in pending where !entry.isPaused && !entry.request.trigger.hasDates {
            // Translators: heading of what comes when the user arrives at or leaves a place
            add(tr("At a place"), Row(entry, at: nil, now: now, in: zone))
        }
        for entry in pending where entry.isPaused {
            // Translators: heading of the notifications that are paused; and said once one is
            add(tr("Paused"), Row(entry, at: nil, now: now, in: zone))
        }
        if count > Self.limit {
            // Translators: heading at the end of a long list: notifications that are not in it
            lines.append(.heading(trn("%1$s more", "%1$s more", count - Self.limit)))
        }
    }
}

nonisolated extension Agenda.Row {
    fileprivate init(
        _ entry: PendingRequest,
        at date: Instant?,
        isWaiting: Bool = false,
        now: Instant,
        in zone: SystemZone
    ) {
        let request = entry.request
        var parts = date.map { [WallTime($0, in: zone).time.words] } ?? []
        if date == nil || request.trigger.repeats {
            parts.append(request.localWords(in: zone, after: now))
        }
        if case .until(let end) = entry.pause {
            // Translators: %1$s is the date at which a pause ends
            parts.append(tr("until %1$s", end.words))
        }
        if request.appID != AgentNames.app {
            parts.append((request.bubble.appName ?? request.appID).isolated)
        }
        self.init(
            key: request.key,
            title: request.headline.printableLine,
            subtitle: parts.joined(separator: " · ").printableLine,
            repeats: request.trigger.repeats,
            isPaused: entry.isPaused,
            isNext: date == entry.due,
            isWaiting: isWaiting
        )
    }
}

nonisolated extension NotificationRequest {
    /// The text in a list.
    var headline: String {
        let text = content.title.isEmpty ? content.body : content.title
        guard text.isEmpty else { return text }
        // Translators: in place of a title; %1$s is the name of the command that is started
        return run.map { tr("runs %1$s", $0) } ?? identifier
    }
}
