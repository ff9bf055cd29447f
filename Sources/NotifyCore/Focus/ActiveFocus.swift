/// What the user has switched by hand: a focus, or the scheduled ones off.
package enum FocusChoice: Hashable, Sendable {
    /// A focus is on.
    ///
    /// - name: that of a section of `agent.conf`; empty for the plain focus.
    /// - until: when it ends by itself; `nil` for never.
    /// - apps: whose notifications appear as well.
    /// - off: the instant of ``off(at:)``, which holds again after the end; `nil` if no schedule was off.
    case on(name: String, since: Instant, until: Instant?, apps: Set<String>, off: Instant? = nil)
    /// What was on by a schedule at an instant is off, each until its schedule ends; what begins later is on.
    case off(at: Instant)

    /// When it is over by itself; `nil` for never, and for what schedules end.
    package var end: Instant? {
        if case .on(_, _, let until, _, _) = self { until } else { nil }
    }

    /// When what was on by a schedule was switched off; `nil` if nothing was.
    package var off: Instant? {
        switch self {
        case .on(_, _, _, _, let off): off
        case .off(let date): date
        }
    }
}

/// What a focus does with a notification.
package enum FocusTreatment: String, Hashable, Sendable {
    /// It appears at once.
    case shown
    /// It goes to the list alone.
    case listed
    /// It waits for the end of the focus.
    case held
}

/// A focus that is on.
package struct ActiveFocus: Hashable, Sendable {
    /// Its name; empty for the plain focus.
    package let name: String
    /// When it began.
    package let since: Instant
    /// When it ends by itself; `nil` for never.
    package let until: Instant?
    /// Whether the user switched it on, and not its schedule.
    package let isByHand: Bool
    /// The apps whose notifications appear.
    package let apps: Set<String>
    /// The `filterCriteria` whose notifications appear.
    package let criteria: Set<String>

    /// Makes a focus from its fields.
    package init(
        name: String,
        since: Instant,
        until: Instant?,
        isByHand: Bool,
        apps: Set<String> = [],
        criteria: Set<String> = []
    ) {
        self.name = name
        self.since = since
        self.until = until
        self.isByHand = isByHand
        self.apps = apps
        self.criteria = criteria
    }

    /// Returns what happens to a notification of a level.
    ///
    /// | level | of an app or with criteria that are allowed | otherwise |
    /// |---|---|---|
    /// | passive | shown | listed |
    /// | active | shown | held |
    /// | time-sensitive, critical | shown | shown |
    ///
    /// - Parameter criteria: its `filterCriteria`; `nil` if it has none.
    package func treatment(
        of level: InterruptionLevel,
        from app: String,
        criteria: String?
    ) -> FocusTreatment {
        if apps.contains(app) || criteria.map(self.criteria.contains) ?? false { return .shown }
        return switch level {
        case .passive: .listed
        case .active: .held
        case .timeSensitive, .critical: .shown
        }
    }
}

/// The focus that is on at an instant, and until when that holds.
package struct FocusState: Hashable, Sendable {
    /// The focus; `nil` if none is on.
    package let focus: ActiveFocus?
    /// What the user has switched by hand, as far as it still holds.
    package let choice: FocusChoice?
    /// When that may change; `nil` for never.
    package let nextChange: Instant?

    /// Finds the focus.
    ///
    /// A focus that was switched on by hand comes before every schedule, and of several schedules the first that is on.
    ///
    /// - Parameters:
    ///   - choice: what the user has switched; one that is over counts for nothing.
    ///   - profiles: the sections of `agent.conf`, in order.
    ///   - arrivals: since when the machine is at the places of sections, by their names; those elsewhere are absent.
    package init(
        of choice: FocusChoice?,
        profiles: [FocusProfile],
        at now: Instant,
        in zones: ZoneSource,
        arrivals: [String: Instant] = [:]
    ) {
        if case .on(let name, let since, let until, let apps, _) = choice,
            until.map({ $0 > now }) ?? true
        {
            let profile = profiles.first { $0.name == name }
            self.choice = choice
            nextChange = until
            focus = ActiveFocus(
                name: name,
                since: since,
                until: until,
                isByHand: true,
                apps: apps.union(profile?.apps ?? []),
                criteria: profile?.criteria ?? []
            )
            return
        }
        let spans = profiles.compactMap { profile in
            profile.span(at: now, in: zones, since: arrivals[profile.name])
                .map { (profile: profile, since: $0.since, until: $0.until) }
        }
        let off = choice?.off ?? .distantPast
        let skipped = spans.filter { $0.since <= off }
        // What is switched off is known until the last of it has ended.
        self.choice = skipped.isEmpty ? nil : .off(at: off)
        focus = spans.first { $0.since > off }.map { profile, since, until in
            ActiveFocus(
                name: profile.name,
                since: since,
                until: until,
                isByHand: false,
                apps: profile.apps,
                criteria: profile.criteria
            )
        }
        let starts = profiles.compactMap { $0.schedule?.next(after: now, in: zones) }
        let ends = skipped.map(\.until) + [focus?.until]
        nextChange = (starts + ends.compactMap(\.self)).min()
    }
}

extension FocusChoice: CustomStringConvertible {
    private static let separator: Character = "\t"
    private static let offAt = "off-at"

    /// Its text for the store.
    package var description: String {
        let fields: [String] =
            switch self {
            case .on(let name, let since, let until, let apps, let off):
                (off.map { [Self.offAt, "\($0.microseconds)"] } ?? []) + [
                    "on", name, "\(since.microseconds)",
                    until.map { "\($0.microseconds)" } ?? "",
                ] + apps.sorted()
            case .off(let date): [Self.offAt, "\(date.microseconds)"]
            }
        return fields.joined(separator: String(Self.separator))
    }

    /// Reads the text of the store; `nil` if it is none.
    ///
    /// Earlier versions stored until when everything is off, which also held for what began before that. It is read as
    /// what is on now being off.
    package init?(_ description: String, at now: Instant) {
        let fields = description.split(separator: Self.separator, omittingEmptySubsequences: false)
            .map(String.init)
        let dates = fields.map { Int64($0).map(Instant.init(microseconds:)) }
        switch fields.first {
        case "on" where fields.count > 3:
            guard let since = dates[2] else { return nil }
            if dates[3] == nil, !fields[3].isEmpty { return nil }
            self = .on(name: fields[1], since: since, until: dates[3], apps: Set(fields[4...]))
        case Self.offAt where fields.count == 2:
            guard let date = dates[1] else { return nil }
            self = .off(at: date)
        case Self.offAt where fields.count > 2:
            let rest = fields[2...].joined(separator: String(Self.separator))
            guard let off = dates[1],
                case .on(let name, let since, let until, let apps, nil) = Self(rest, at: now)
            else { return nil }
            self = .on(name: name, since: since, until: until, apps: apps, off: off)
        case "off" where fields.count == 2:
            guard let until = dates[1] else { return nil }
            self = .off(at: until > now ? now : .distantPast)
        default: return nil
        }
    }
}
