import AgentInterface
import NotifyCore

/// A request as a year's plan has it, in whole seconds.
struct YearRequest: Sendable {
    enum Time: Sendable {
        case now
        case interval(Int64, repeats: Bool)
        case dates(WallRule, zone: String?, repeats: Bool)
    }

    var identifier: String
    var time: Time
    var late: LateRule?
    var until: Int64?
    var times: Int?

    var repeats: Bool {
        switch time {
        case .now: false
        case .interval(_, let repeats), .dates(_, _, let repeats): repeats
        }
    }

    var rule: WallRule? {
        if case .dates(let rule, _, _) = time { rule } else { nil }
    }

    /// The request that the agent gets.
    var trigger: NotificationTrigger {
        switch time {
        case .now:
            .immediate
        case .interval(let seconds, let repeats):
            .timeInterval(microseconds: seconds * 1_000_000, repeats: repeats)
        case .dates(let rule, let zone, let repeats):
            .calendar(
                CalendarTrigger(
                    spec: rule.spec,
                    timeZone: zone,
                    repeats: repeats,
                    monthEnd: rule.monthEnd
                )
            )
        }
    }

    var options: ScheduleOptions {
        ScheduleOptions(late: late, until: until.map { Instant(seconds: $0) }, times: times)
    }
}

/// What happens in a year.
enum YearEvent: Sendable {
    case add(YearRequest)
    case remove(String)
    case pause(String)
    case resume(String)
    case skip(String)
    case snooze(String, seconds: Int64)
    /// The machine sleeps.
    case suspend(seconds: Int64)
    /// Somebody sets the wall clock.
    case setClock(by: Int64)
    case moveZone(to: String)
    /// The machine is off for a while.
    case reboot(after: Int64)
    /// The agent is killed and started again.
    case crash
    /// No notification server is there for a while.
    case loseServer(seconds: Int64)
}
