import NotifyCore

/// What a notification server does with a notification while do-not-disturb is on.
enum QuietTreatment: String, CaseIterable, Sendable {
    /// It is on the screen at once.
    case shown
    /// It is not on the screen. The server shows it once do-not-disturb is off, or has it in its own list.
    case kept
    /// It is not on the screen, and does not come there by itself later.
    case hidden
    /// It is lost.
    case dropped

    /// Whether the agent keeps such a notification until do-not-disturb is off, because the server would not show it.
    var isHeld: Bool { self == .hidden || self == .dropped }
}

/// What a notification server does with the notifications of each level while do-not-disturb is on.
///
/// Everything that depends on it comes from here: what the agent holds, the summary afterwards, the history and the
/// sentence of `doctor`.
struct DoNotDisturbRules: Sendable, Equatable {
    var passive: QuietTreatment
    var active: QuietTreatment
    var timeSensitive: QuietTreatment
    var critical: QuietTreatment

    /// Creates the rules, from the lowest level to the highest.
    init(
        _ passive: QuietTreatment,
        _ active: QuietTreatment,
        _ timeSensitive: QuietTreatment,
        _ critical: QuietTreatment
    ) {
        self.passive = passive
        self.active = active
        self.timeSensitive = timeSensitive
        self.critical = critical
    }

    /// The rules of a server that has no do-not-disturb, or none that the agent knows.
    static let unaffected = DoNotDisturbRules(.shown, .shown, .shown, .shown)

    /// What happens to a level.
    subscript(level: InterruptionLevel) -> QuietTreatment {
        switch level {
        case .passive: passive
        case .active: active
        case .timeSensitive: timeSensitive
        case .critical: critical
        }
    }

    /// What happens to each level, by the names of both.
    var words: [(level: String, treatment: String)] {
        InterruptionLevel.allCases.map { ($0.rawValue, self[$0].rawValue) }
    }
}

extension ServerKind {
    /// What each server does with passive, active, time-sensitive and critical notifications, as seen on the real ones.
    private static let doNotDisturbTable: [ServerKind: DoNotDisturbRules] = [
        .gnomeShell: DoNotDisturbRules(.kept, .kept, .kept, .shown),
        .plasma: DoNotDisturbRules(.kept, .kept, .kept, .shown),
        .xfce: DoNotDisturbRules(.hidden, .hidden, .dropped, .shown),
        .mate: DoNotDisturbRules(.hidden, .dropped, .dropped, .dropped),
        .lxqt: DoNotDisturbRules(.hidden, .hidden, .hidden, .hidden),
        .cinnamon: DoNotDisturbRules(.kept, .kept, .kept, .kept),
        .budgie: DoNotDisturbRules(.kept, .kept, .kept, .kept),
        .dunst: DoNotDisturbRules(.kept, .kept, .kept, .kept),
        // It shows what it hid once the mode ends, unless that has expired. What is urgent gets no expiry, and is sent at
        // once, because many configurations exempt it from the mode.
        .mako: DoNotDisturbRules(.hidden, .hidden, .kept, .kept),
        .swaync: DoNotDisturbRules(.kept, .kept, .kept, .shown),
        .notificationDaemon: .unaffected,
        .notifyOSD: .unaffected,
        .cosmic: .unaffected,
        .fnott: .unaffected,
        .quickshell: .unaffected,
        .astal: .unaffected,
        // It has a mode that drops all but critical ones, and that no program can read.
        .wired: .unaffected,
    ]

    /// What the server does while do-not-disturb is on.
    var doNotDisturbRules: DoNotDisturbRules { Self.doNotDisturbTable[self] ?? .unaffected }
}
