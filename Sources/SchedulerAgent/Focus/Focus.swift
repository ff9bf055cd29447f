import AgentInterface
import Logging
import NotifyCore

/// Which focus is on, and what it does with a notification; when passive notifications come as a summary; and which apps
/// pass the desktop's do-not-disturb.
///
/// It owns what the user has switched by hand, which is in the store, and the present state, which follows from that,
/// from the sections of `agent.conf`, the clock and the zone.
final class Focus {
    /// What happens to a notification that is not shown at once.
    enum Wait {
        /// It goes to the list alone.
        case listed
        /// It waits, for this reason.
        case held(LateSummary.Cause)
    }

    /// The key of the events of the history that tell that a focus began or ended.
    private static let key = RequestKey(appID: AgentNames.app, identifier: "")

    private let store: Store
    private let clock: any AgentClock
    private let zones: ZoneSource
    private let configuration: ConfigurationSource
    private let journal: Journal
    private let logger: Logger
    private var state: FocusState?
    /// When the state was found; it holds from then until its next change.
    private var found = Instant.distantPast
    /// The times of the summaries of passive notifications.
    private var summaryTimes: [FocusDates] = []
    /// When the next one comes; `nil` for never.
    private var nextSummary: Instant?
    /// Whether the clock was trusted at the last ``look(isClockTrusted:)``.
    private var isClockTrusted = true
    /// Whether the user has switched something since the last ``look()``.
    private var isSwitched = false
    /// Since when the machine is at the places of focuses; `nil` before the store was read.
    ///
    /// A place is its circle, not the name of its focus: where that gets another circle, the machine may be elsewhere.
    private var arrivals: [String: Instant]?

    init(
        store: Store,
        clock: any AgentClock,
        zones: ZoneSource,
        configuration: ConfigurationSource,
        journal: Journal,
        logger: Logger
    ) {
        self.store = store
        self.clock = clock
        self.zones = zones
        self.configuration = configuration
        self.journal = journal
        self.logger = logger
    }

    // MARK: The state

    /// The focus that is on; `nil` for none.
    var current: ActiveFocus? { state?.focus }

    /// When something changes by itself: the focus, or a summary comes; `nil` for never.
    var nextChange: Instant? { [state?.nextChange, nextSummary].compactMap(\.self).min() }

    /// Whether the state is known.
    var isFound: Bool { state != nil }

    /// The state for callers, without what waits.
    var report: FocusReport {
        var report = FocusReport(names: names)
        if let focus = current {
            report.isOn = true
            report.name = focus.name
            report.since = focus.since
            report.until = focus.until
            report.isByHand = focus.isByHand
            report.apps = focus.apps.sorted()
            report.criteria = focus.criteria.sorted()
        } else if let next = nextStart {
            (report.nextName, report.next) = next
        }
        report.nextSummary = nextSummary
        return report
    }

    /// The focus that begins next by its schedule, and when; `nil` for none.
    private var nextStart: (name: String, date: Instant)? {
        let now = clock.now
        return configuration.current.focuses.filter { $0.place == nil }.compactMap { profile in
            profile.schedule?.next(after: now, in: zones).map { (profile.name, $0) }
        }.min { $0.1 < $1.1 }
    }

    /// The names of the focuses in `agent.conf`.
    private var names: [String] { configuration.current.focuses.map(\.name) }

    /// Has the state found again by the next ``look()``, after a change of the clock, the zone or the configuration.
    func invalidate() { found = .distantFuture }

    private func state(of choice: FocusChoice?, at now: Instant) -> FocusState {
        let profiles = configuration.current.focuses
        let places = Set(places.map(\.words))
        let present = presentArrivals.filter { places.contains($0.key) }
        if present != presentArrivals { set(arrivals: present) }
        let arrivals = profiles.compactMap { profile in
            profile.place.flatMap { present[$0.words] }.map { (profile.name, $0) }
        }
        return FocusState(
            of: choice,
            profiles: profiles,
            at: now,
            in: zones,
            arrivals: Dictionary(arrivals) { first, _ in first }
        )
    }

    // MARK: Places

    /// The places at which focuses are on.
    var places: [CircularRegion] { configuration.current.focuses.compactMap(\.place) }

    /// Handles a new position; `nil` if it is not known any longer, with which each of these focuses ends.
    ///
    /// As for requests, the store has no position, only at which places the machine is, so that a focus goes on after a
    /// restart.
    ///
    /// - Returns: whether a focus may have begun or ended.
    func moved(to position: Position?) -> Bool {
        let before = presentArrivals
        var now: [String: Instant] = [:]
        for place in position == nil ? [] : places {
            let arrival = before[place.words]
            let side: RegionSide = arrival == nil ? .outside : .inside
            if let position, place.side(after: side, at: position) == .inside {
                now[place.words] = arrival ?? clock.now
            }
        }
        guard now != before else { return false }
        set(arrivals: now)
        invalidate()
        return true
    }

    private func set(arrivals now: [String: Instant]) {
        arrivals = now
        do {
            let lines = now.sorted { $0.key < $1.key }.map { "\($1.microseconds) \($0)" }
            try store.set(.focusPlaces, to: lines.joined(separator: "\n"))
        } catch {
            logger.error("\(error)")
        }
    }

    /// Since when the machine is at the places of focuses.
    private var presentArrivals: [String: Instant] {
        if let arrivals { return arrivals }
        var found: [String: Instant] = [:]
        do {
            let lines = try store.metadata(.focusPlaces)?.split(separator: "\n") ?? []
            for line in lines {
                let parts = line.split(separator: " ", maxSplits: 1)
                guard parts.count == 2, let date = Int64(parts[0]) else { continue }
                found[String(parts[1])] = Instant(microseconds: date)
            }
        } catch {
            logger.error("\(error)")
        }
        arrivals = found
        return found
    }

    /// Finds the present state, and notes if a focus began or ended.
    ///
    /// - Parameter isClockTrusted: whether what is over by the clock is forgotten.
    /// - Returns: whether something that waited may be shown now.
    func look(isClockTrusted: Bool) -> Bool {
        let now = clock.now
        self.isClockTrusted = isClockTrusted
        if state != nil, found <= now, nextChange.map({ now < $0 }) ?? true {
            defer { isSwitched = false }
            return isSwitched
        }
        let earlier = state
        // By a clock that was wrong it may have seemed over, and is still stored.
        let choice = earlier?.choice ?? stored()
        let fresh = state(of: choice, at: now)
        if choice != fresh.choice, isClockTrusted { keep(fresh.choice) }
        let times = configuration.current.summaryTimes
        let summaryCame = times != summaryTimes || nextSummary.map { $0 <= now } ?? false
        summaryTimes = times
        nextSummary = times.compactMap { $0.next(after: now, in: zones) }.min()
        let isSwitched = isSwitched
        (state, found, self.isSwitched) = (fresh, now, false)
        // After a restart it goes on; one that ended meanwhile is known by what was switched.
        let before = earlier == nil ? Self.focus(of: choice, goingOnAs: fresh) : earlier?.focus
        note(before, fresh.focus, at: now)
        return earlier == nil || earlier?.focus != fresh.focus || summaryCame || isSwitched
    }

    /// Returns the focus before a restart, as far as it is known.
    private static func focus(of choice: FocusChoice?, goingOnAs fresh: FocusState) -> ActiveFocus?
    {
        guard choice != fresh.choice, case .on(let name, let since, let until, _, _) = choice else {
            return fresh.focus
        }
        return ActiveFocus(name: name, since: since, until: until, isByHand: true)
    }

    private func note(_ before: ActiveFocus?, _ after: ActiveFocus?, at now: Instant) {
        guard before?.name != after?.name || before?.since != after?.since else { return }
        // A schedule that begins again before its end, or at it, goes on; the history need not have each of its dates.
        if let before, let after, before.name == after.name, !before.isByHand, !after.isByHand,
            before.until.map({ after.since <= $0 }) ?? true
        {
            return
        }
        func line(_ focus: ActiveFocus?, _ event: HistoryLine.Event) -> HistoryLine? {
            focus.map {
                HistoryLine(
                    at: now,
                    key: Self.key,
                    title: $0.words,
                    event: event,
                    scheduled: $0.until
                )
            }
        }
        var lines = [line(before, .focusEnded), line(after, .focusBegan)].compactMap(\.self)
        for index in lines.indices where lines[index].event == .focusEnded {
            lines[index].scheduled = nil
        }
        for line in lines { logger.debug("\(line.title): \(line.event.rawValue)") }
        journal.note(lines)
    }

    /// Stores what still holds of what was switched; if that fails, its end is in the history again after a restart.
    private func keep(_ choice: FocusChoice?) {
        do {
            try store.set(.focus, to: choice?.description ?? "")
        } catch {
            logger.error("\(error)")
        }
    }

    /// What the store has of what was switched, which may be over; `nil` for nothing.
    private func stored() -> FocusChoice? {
        do {
            guard let text = try store.metadata(.focus), !text.isEmpty else { return nil }
            if let choice = FocusChoice(text, at: clock.now) {
                if choice.description != text { try store.set(.focus, to: choice.description) }
                return choice
            }
            logger.error("the focus in the store is damaged, and is off: \(text.quoted)")
        } catch {
            logger.error("the focus cannot be read, and is off: \(error)")
        }
        return nil
    }

    // MARK: What the user switches

    /// Switches a focus on; when this returns it is on the disk.
    ///
    /// - Parameters:
    ///   - name: a section of `agent.conf`; empty for the plain focus.
    ///   - end: when it ends by itself; `nil` for never.
    ///   - apps: whose notifications appear as well.
    /// - Throws: ``NotifyCore/RequestError`` if there is no such section, or the end is past; nothing changes then.
    func switchOn(
        _ name: String,
        until end: Instant?,
        allowing apps: [String]
    ) throws(RequestError) {
        let name = FocusProfile.name(name)
        guard name.isEmpty || names.contains(name) else {
            let known = names.isEmpty ? "it has none" : "there are \(names.joined(separator: ", "))"
            throw RequestError(
                .notFound,
                "agent.conf has no section [Focus \(name)]; \(known). Leave the name out for the plain focus"
            )
        }
        let now = clock.now
        if let end, end <= now {
            throw RequestError(
                .invalidTrigger,
                "the end of the focus is past; name a later one, or leave it out"
            )
        }
        guard apps.count <= Self.maxApps else {
            throw RequestError(
                .malformed,
                "a focus lets at most \(Self.maxApps) apps through, and \(apps.count) are named; name fewer"
            )
        }
        for app in apps {
            _ = try FocusProfile.app(app, .appID)
            try NotificationRequest.validate(appID: app)
        }
        let off = state?.choice?.off
        try set(.on(name: name, since: now, until: end, apps: Set(apps), off: off))
    }

    /// The maximum number of apps that one switch names.
    private static let maxApps = 100

    /// Switches every focus off: that of the user, and the scheduled ones that are on, until they end.
    ///
    /// - Returns: the focus that was on; `nil` if none was.
    func switchOff() throws(RequestError) -> ActiveFocus? {
        // A focus may have ended meanwhile; the next look tells that as well.
        if look(isClockTrusted: isClockTrusted) { isSwitched = true }
        guard let focus = current else { return nil }
        try set(.off(at: clock.now))
        return focus
    }

    private func set(_ choice: FocusChoice) throws(RequestError) {
        let (earlier, now) = (state?.focus, clock.now)
        let fresh = state(of: choice, at: now)
        try store.set(.focus, to: fresh.choice?.description ?? "", .full)
        (state, found, isSwitched) = (fresh, now, true)
        note(earlier, fresh.focus, at: now)
    }

    // MARK: Notifications

    /// Returns what happens to a notification; `nil` if it is shown.
    ///
    /// - Parameters:
    ///   - level: its level, or a higher one if the user has asked for it.
    ///   - date: when it was listed or due; `nil` for now.
    func wait(
        of request: NotificationRequest,
        at level: InterruptionLevel,
        since date: Instant? = nil
    ) -> Wait? {
        let content = request.content
        let waitsForSummary = level == .passive && isBeforeSummary(date)
        guard let focus = current else { return waitsForSummary ? .held(.summary) : nil }
        var criteria: String?
        if case .data(let bytes) = content.privateFields["filterCriteria"] {
            criteria = String(decoding: bytes, as: UTF8.self)
        }
        switch focus.treatment(of: level, from: request.appID, criteria: criteria) {
        case .shown where waitsForSummary, .listed where waitsForSummary: return .held(.summary)
        case .shown: return nil
        case .listed: return .listed
        case .held: return .held(.focus(focus.name))
        }
    }

    /// Whether a passive notification waits for a summary that has not come yet.
    private func isBeforeSummary(_ date: Instant?) -> Bool {
        guard !summaryTimes.isEmpty else { return false }
        guard let date else { return true }
        let now = clock.now
        // One of the future is of a clock that was wrong, and would wait until then; unless the present one is wrong.
        guard date <= now else { return !isClockTrusted }
        return !summaryTimes.contains {
            ($0.latest(at: now, in: zones)).map { $0 >= date } ?? false
        }
    }

    // MARK: Do-not-disturb

    /// Whether the user lets time-sensitive notifications of an app through the desktop's do-not-disturb.
    func passesDoNotDisturb(_ app: String) -> Bool {
        do {
            return try passing().contains(app)
        } catch {
            logger.error("\(error)")
            return false
        }
    }

    /// Decides as the user whether time-sensitive notifications of an app pass do-not-disturb.
    ///
    /// - Throws: ``NotifyCore/RequestError``, with code `NotAllowed` if too many apps may.
    func setPassesDoNotDisturb(_ passes: Bool, of app: String) throws(RequestError) {
        let isNew = try store.set(passes, app: app, in: .throughDoNotDisturb) {
            "\($0) apps pass do-not-disturb"
        }
        guard isNew else { return }
        logger.debug(
            "time-sensitive ones of \(app) \(passes ? "" : "no longer ")pass do-not-disturb"
        )
    }

    /// The apps whose time-sensitive notifications pass do-not-disturb.
    func passing() throws(RequestError) -> Set<String> { try store.apps(in: .throughDoNotDisturb) }
}

extension ActiveFocus {
    /// What it is called in a sentence.
    var words: String { name.isEmpty ? "Focus" : "the focus \(name)" }
}

extension CircularRegion {
    /// The circle as text, by which the store knows it.
    fileprivate var words: String { "\(center.latitude),\(center.longitude),\(radius)" }
}
