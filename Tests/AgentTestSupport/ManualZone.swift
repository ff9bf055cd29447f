package import NotifyCore
import Synchronization
package import TestSupport

/// A zone that the test changes.
package final class ManualZone: Sendable {
    package let drops = Recorder<String>()
    private let zone: Mutex<any ZoneRules>

    package init(_ zone: any ZoneRules = FixedZone.utc) {
        self.zone = Mutex(zone)
    }

    package var current: any ZoneRules { zone.withLock { $0 } }

    /// The zone's name and all its changes of a few years.
    package var edition: String {
        let zone = current
        var words = [zone.identifier]
        var second = SchedulerFixture.start.microseconds / 1_000_000 - 100_000_000
        let end = second + 500_000_000
        while second < end {
            let span = zone.span(at: second)
            words.append("\(span.start) \(span.offset)")
            second = span.end
        }
        return words.joined(separator: ", ")
    }

    package func change(to zone: any ZoneRules) {
        self.zone.withLock { $0 = zone }
    }
}
