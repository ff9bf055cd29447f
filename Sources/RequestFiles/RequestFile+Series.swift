import AgentInterface
import ConfigurationFiles
import GLibBridge
import NotifyCore

extension RequestFile {
    /// Returns the trigger of a rule that counts from a first date.
    func series(
        _ rule: RecurrenceRule,
        _ key: RequestFileKey,
        now: Instant,
        in zone: any ZoneRules
    ) throws -> NotificationTrigger {
        let text = SeriesText(
            starting: value(.starting),
            except: list(.except),
            also: list(.also)
        )
        let series: RecurrenceSeries
        do throws(SeriesText.Failure) {
            series = try text.series(rule, dayStart: DayStart.standard, now: now, in: zone)
        } catch {
            let key: RequestFileKey =
                switch error.part {
                case .starting: .starting
                case .except: .except
                case .also: .also
                }
            throw refusal(of: key, error.text, "\(error.error)")
        }
        return try calendar(.recurrence(series), key)
    }

    /// Returns the trigger of a length between dates.
    func everySeries(
        _ text: String,
        now: Instant,
        in zone: any ZoneRules
    ) throws -> NotificationTrigger {
        let length = try TimeSpan(text).microseconds
        guard let rule = RecurrenceRule(every: length) else {
            throw TimeSpecError(.outOfRange, "with Starting it must be whole seconds")
        }
        try NotificationTrigger.timeInterval(microseconds: length, repeats: true).validate()
        return try series(rule, .every, now: now, in: zone)
    }

    /// The values of a key, between semicolons.
    private func list(_ key: RequestFileKey) -> [String] {
        (value(key) ?? "").split(separator: ";").map(String.init)
            .filter { !$0.allSatisfy(\.isWhitespace) }
    }
}
