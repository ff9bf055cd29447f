public import Foundation
import NotifyCore

/// A trigger that fires a number of seconds after the request was added.
///
/// Source: Apple's page UNTimeIntervalNotificationTrigger.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    private let seconds: TimeInterval

    /// The seconds.
    open var timeInterval: TimeInterval { seconds }

    /// Makes a trigger.
    ///
    /// - Parameters:
    ///   - timeInterval: seconds, more than 0, and at least 60 if it repeats. Linux: anything else makes `add`
    ///     fail, while Apple's ends the process.
    ///   - repeats: whether it fires periodically.
    public required init(timeInterval: TimeInterval, repeats: Bool) {
        seconds = timeInterval
        super.init(repeats: repeats)
    }

    /// Reads an archived trigger; `nil` if a field is absent or has the wrong type.
    public required init?(coder: NSCoder) {
        guard let seconds = ArchiveReader(coder).required("timeInterval", default: 0.0) else {
            return nil
        }
        self.seconds = seconds
        super.init(coder: coder)
    }

    /// Returns when it would fire if its request were added now; `nil` if it is not valid.
    ///
    /// - Returns: the date.
    open func nextTriggerDate() -> Date? {
        let shortest = repeats ? Double(RequestLimits.repeatingInterval) / 1e6 : 0
        let longest = Double(RequestLimits.longestInterval) / 1e6
        guard timeInterval > 0, timeInterval >= shortest, timeInterval <= longest else {
            return nil
        }
        return Date(timeIntervalSinceNow: timeInterval)
    }

    /// Writes every field.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.write(seconds, "timeInterval")
    }

    /// Whether another object is a trigger with the same fields.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTimeIntervalNotificationTrigger else { return false }
        return super.isEqual(other) && timeInterval == other.timeInterval
    }

    /// A hash of all fields.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(repeats)
        hasher.combine(timeInterval)
        return hasher.finalize()
    }

    /// The class and the fields.
    open override var description: String {
        text([("timeInterval", timeInterval), ("repeats", repeats)])
    }
}
