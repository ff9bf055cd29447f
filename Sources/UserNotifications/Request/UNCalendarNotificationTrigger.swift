import AgentInterface
public import Foundation
import NotifyCore

/// A trigger that fires when the date matches given components.
///
/// Source: Apple's page UNCalendarNotificationTrigger.
open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    private let parts: DateComponents

    /// The parts.
    open var dateComponents: DateComponents { parts }

    /// Makes a trigger.
    ///
    /// - Parameters:
    ///   - dateComponents: the components; missing ones match any value. Their calendar and time zone are used
    ///     if set, else the user's current ones. Linux: a day that a month lacks is skipped, while Apple's moves
    ///     to the next one; of calendars other than the Gregorian one and ISO 8601, the agent has the next 64
    ///     days.
    ///   - repeats: whether it fires at every match or only at the first.
    public required init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        parts = dateComponents
        super.init(repeats: repeats)
    }

    /// Reads an archived trigger; `nil` if a field is absent or has the wrong type.
    public required init?(coder: NSCoder) {
        let reader = ArchiveReader(coder)
        if reader.hasArchive {
            guard let data: Data = reader.required("dateComponents", default: Data()),
                let parts = DateComponents(archived: data)
            else { return nil }
            self.parts = parts
        } else {
            parts = reader.required("dateComponents", default: DateComponents()) ?? DateComponents()
        }
        super.init(coder: coder)
    }

    /// Returns the next date that matches; `nil` if there is none.
    ///
    /// - Returns: the date, by the same rules and zone files as the agent's.
    open func nextTriggerDate() -> Date? {
        let components: CalendarComponents
        do {
            components = try CalendarComponents(dateComponents, days: 1)
        } catch {
            return nil
        }
        let rule = try? components.rule().checked()
        let now = Instant(Date())
        guard let name = components.timeZone else {
            return rule?.next(after: now, in: SystemZone.local)?.date
        }
        guard let zone = SystemZone(named: name) else { return nil }
        return rule?.next(after: now, in: zone)?.date
    }

    /// Writes every field.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.write(parts.archived, "dateComponents")
    }

    /// Whether another object is a trigger with the same fields.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNCalendarNotificationTrigger else { return false }
        return super.isEqual(other) && dateComponents == other.dateComponents
    }

    /// A hash of all fields.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(repeats)
        hasher.combine(dateComponents)
        return hasher.finalize()
    }

    /// The class and the fields.
    open override var description: String {
        let fields = CalendarComponents.Field.allCases.compactMap { field in
            dateComponents[field].map { "\(field.rawValue): \($0)" }
        }
        var shown: [(key: String, value: Any?)] = [
            ("dateComponents", fields)
        ]
        if let zone = dateComponents.timeZone { shown.append(("timeZone", zone.identifier)) }
        shown.append(("repeats", repeats))
        return text(shown)
    }
}
