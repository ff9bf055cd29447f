import AgentInterface
public import Foundation
import NotifyCore

/// Fires when the clock shows given parts of a date.
///
/// Source: Apple's page UNCalendarNotificationTrigger.
open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    private let parts: DateComponents

    /// The parts.
    open var dateComponents: DateComponents { parts }

    /// Makes a trigger.
    ///
    /// - Parameters:
    ///   - dateComponents: the parts; those that are left out match anything. Their own time zone counts,
    ///     or else the user's wherever that goes. Linux: a day that a month does not have is left out,
    ///     where Apple's rolls on to the next one.
    ///   - repeats: whether it fires at every match or only at the first.
    public required init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        parts = dateComponents
        super.init(repeats: repeats)
    }

    /// Reads an archived trigger; `nil` where a field is absent or has the wrong type.
    public required init?(coder: NSCoder) {
        let reader = ArchiveReader(coder)
        if reader.hasArchive {
            guard let data: Data = reader.required("dateComponents", default: Data()),
                let parts = DateComponents(archived: data)
            else { return nil }
            self.parts = parts
        } else {
            parts = DateComponents()
        }
        super.init(coder: coder)
    }

    /// The first date after now that matches; `nil` where there is none.
    ///
    /// - Returns: the date, by the same rules and zone files as the agent's.
    open func nextTriggerDate() -> Date? {
        let components: CalendarComponents
        do {
            components = try CalendarComponents(dateComponents)
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
