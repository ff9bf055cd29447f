import AgentInterface
import GLibBridge
import Logging
import NotifyCore

extension Scheduler {
    /// As many entries are made before others get their turn.
    private static let mostAtATime = 500

    /// The pending requests as `List` gives them, soonest first.
    func pending(app: String?) async throws(RequestError) -> [Variant] {
        await entries(of: try store.pending(app: app)) { self.entry($0) }
    }

    /// The delivered notifications as `List` gives them, latest first.
    func delivered(app: String?) async throws(RequestError) -> [Variant] {
        await entries(of: try store.delivered(app: app)) { self.entry($0) }
    }

    /// The pending requests of an identifier.
    func pending(app: String?, identifier: String) throws(RequestError) -> [Variant] {
        try store.pending(app: app, identifier: identifier).compactMap { entry($0) }
    }

    /// The delivered notifications of an identifier.
    func delivered(app: String?, identifier: String) throws(RequestError) -> [Variant] {
        try store.delivered(app: app, identifier: identifier).compactMap { entry($0) }
    }

    /// What is due, and who asks for less, does not wait for the end of a long list.
    private func entries<Row>(of rows: [Row], _ entry: (Row) -> Variant?) async -> [Variant] {
        var entries: [Variant] = []
        entries.reserveCapacity(rows.count)
        for (number, row) in rows.enumerated() {
            if number % Self.mostAtATime == Self.mostAtATime - 1 {
                await Self.thread.sleep(milliseconds: 0)
            }
            if let entry = entry(row) { entries.append(entry) }
        }
        return entries
    }

    private func entry(_ row: PendingRow) -> Variant? {
        readable(row.record).map {
            PendingRequest.entry(
                record: $0,
                added: row.added,
                due: row.due,
                settled: row.settled,
                fired: row.fired,
                isPaused: row.isPaused
            )
        }
    }

    private func entry(_ row: DeliveredRow) -> Variant? {
        readable(row.record).map {
            Delivery.entry(
                record: $0,
                scheduled: row.scheduled,
                delivered: row.delivered,
                state: row.state.name,
                note: row.note,
                crossing: row.crossing,
                bubble: row.state.bubble?.id
            )
        }
    }

    /// A stored record; `nil` where it is damaged, which must not hide the others from whoever asks.
    func readable(_ record: [UInt8]) -> Variant? {
        guard let variant = Variant.dictionary(serialized: record) else { return nil }
        do {
            _ = try NotificationRequest(record: variant)
            return variant
        } catch {
            logger.error("a stored request is damaged and left out: \(error)")
            return nil
        }
    }

    /// Takes requests off the lists and their bubbles off the screen.
    func remove(_ selection: RemovalSelection) async throws(RequestError) -> [RequestKey] {
        CrashPoint.reached(.removing)
        let removal = try store.remove(selection)
        CrashPoint.reached(.removed)
        let now = clock.now
        var lines: [HistoryLine] = []
        for (key, row) in removal.delivered {
            if let bubble = row.state.bubble ?? takeBubble(ofAsked: row.id)
                ?? bubble(replacedBy: row, of: key)
            {
                replaced.forget(bubble)
                closeSoon(bubble)
            }
            let title = (try? row.delivery())?.request.content.title ?? ""
            lines.append(HistoryLine(at: now, key: key, title: title, event: .removed))
        }
        lines += removal.pending.map { key, record in
            let title = Variant.dictionary(serialized: record)?["content"]?["title"]?.string ?? ""
            return HistoryLine(at: now, key: key, title: title, event: .removed)
        }
        note(lines)
        await plan()
        return removal.pending.map(\.key) + removal.delivered.map(\.key)
    }

    /// What happened to requests, latest first, as `History` gives it.
    ///
    /// - Parameters:
    ///   - identifier: of which request; empty for all.
    ///   - app: whose; empty for all.
    ///   - limit: how many lines at most.
    /// - Returns: the lines.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func history(
        _ identifier: String,
        app: String,
        limit: Int
    ) throws(RequestError) -> [Variant] {
        try history(
            HistorySelection(
                app: app.isEmpty ? nil : app,
                identifier: identifier.isEmpty ? nil : identifier,
                limit: max(0, min(limit, HistorySelection.mostLines))
            )
        )
    }

    /// What happened, latest first, as `SelectHistory` gives it.
    func history(_ selection: HistorySelection) throws(RequestError) -> [Variant] {
        try store.history(selection).map(\.record)
    }

    /// What `Status` says of the books.
    func summary() throws(RequestError) -> (
        pending: Int, delivered: Int, next: Instant?, serverPresent: Bool, waitsForClock: Bool
    ) {
        let counts = try store.counts()
        return (
            counts.pending, counts.delivered, try store.nextDate(), server != .absent,
            patience != nil
        )
    }

    /// Adds a line to the history.
    func note(
        _ event: HistoryLine.Event,
        _ key: RequestKey,
        title: String,
        detail: String = "",
        scheduled: Instant? = nil,
        requester: String? = nil,
        bubble: UInt32? = nil,
        errorName: String? = nil
    ) {
        note([
            HistoryLine(
                at: clock.now,
                key: key,
                title: title,
                event: event,
                detail: detail,
                scheduled: scheduled,
                requester: requester,
                bubble: bubble,
                errorName: errorName
            )
        ])
    }

    /// Adds lines to the history; a full disk must not stop a delivery for them.
    func note(_ lines: [HistoryLine]) {
        do {
            try store.note(lines)
        } catch {
            logger.error("\(error)")
        }
        tellWatchers(lines)
    }

    /// The time since boot of a request that waits on that clock.
    func bootDue(of pending: PendingRequest, now: Instant, sinceBoot: Int64) -> BootDue? {
        pending.bootDue(now: now, sinceBoot: sinceBoot, boot: clock.boot)
    }

    /// The zone in which a trigger is read: its own, or the user's.
    func zone(of trigger: NotificationTrigger) throws(RequestError) -> any ZoneRules {
        try zones.zone(of: trigger)
    }

    func remarks(
        on request: NotificationRequest,
        now: Instant,
        in zone: some ZoneRules
    ) -> [String] {
        var remarks: [String] = []
        if let calendar = request.trigger.calendar, let rule = try? calendar.rule() {
            let floats = calendar.zoneIdentifier == nil
            remarks.append(
                floats
                    ? "follows your time zone, now \(zone.identifier)"
                    : "stays in \(zone.identifier), wherever you are"
            )
            remarks += rule.remarks(after: now, in: zone, repeats: calendar.repeats)
        }
        if let late = request.options.late { remarks.append(late.words) }
        remarks += buttonRemarks(on: request)
        if request.options.wakes {
            remarks.append(
                clock.canWake
                    ? "wakes the machine from suspend"
                    : "fires after wake-up: waking the machine needs the capability CAP_WAKE_ALARM"
            )
        }
        if !request.trigger.hasDates {
            remarks.append("the desktop's location service is asked as long as this waits")
        }
        if patience != nil, request.trigger.calendar != nil {
            remarks.append("the clock is not right yet; the dates are found anew once it is set")
        }
        return remarks
    }

    /// What the server that runs now leaves out.
    private func buttonRemarks(on request: NotificationRequest) -> [String] {
        guard case .ready = server, !request.actions.isEmpty else { return [] }
        let left = request.actions.dropFirst(presenter.profile.shown(request.actions).count)
        guard !left.isEmpty else { return [] }
        let names = left.map(\.title.quoted).joined(separator: ", ")
        return [
            "the notification server shows no button for \(names); put the most important ones first"
        ]
    }

    static func dates(of pending: PendingRequest, in zone: some ZoneRules) -> [Instant] {
        guard pending.request.trigger != .immediate else { return [] }
        return Array(UpcomingDates(of: pending, in: zone).prefix(3))
    }

    func freshIdentifier(_ app: String) throws(RequestError) -> String {
        // No vowels, so that no word comes out, and nothing that looks like something else.
        let letters = Array("bcdfghjkmnpqrstvwxz23456789")
        while true {
            let name = String((0..<6).compactMap { _ in letters.randomElement() })
            let isPending = try !store.pending(app: app, identifier: name).isEmpty
            let isDelivered = try !store.delivered(app: app, identifier: name).isEmpty
            if !isPending && !isDelivered { return name }
        }
    }
}
