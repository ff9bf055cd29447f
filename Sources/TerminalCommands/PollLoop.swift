import CTerminal
import Glibc

/// Waits for several descriptors and timers.
package final class PollLoop {
    private struct Watch {
        let events: Int16
        let handler: () -> Void
    }

    private var watches: [Int32: Watch] = [:]
    private var timers: [String: (end: ContinuousClock.Instant, handler: () -> Void)] = [:]

    /// Makes a loop that waits for nothing.
    package init() {}

    /// Calls a handler while a descriptor is ready; replaces what was set for it.
    package func watch(_ descriptor: Int32, for events: Int32, _ handler: @escaping () -> Void) {
        watches[descriptor] = Watch(events: Int16(events), handler: handler)
    }

    /// Ends a watch.
    package func ignore(_ descriptor: Int32) {
        watches[descriptor] = nil
    }

    /// Calls a handler once, at a time; replaces the timer of that name.
    package func setTimer(
        _ name: String,
        at end: ContinuousClock.Instant,
        _ handler: @escaping () -> Void
    ) {
        timers[name] = (end, handler)
    }

    /// Ends a timer.
    package func clearTimer(_ name: String) {
        timers[name] = nil
    }

    /// Waits for the next events and handles them.
    ///
    /// - Parameter waits: whether to wait where nothing is ready.
    @discardableResult
    package func turn(waits: Bool = true) -> Bool {
        // Standard output before standard error, where both are ready.
        var descriptors = watches.sorted { $0.key < $1.key }.map {
            pollfd(fd: $0.key, events: $0.value.events, revents: 0)
        }
        let count = poll(&descriptors, nfds_t(descriptors.count), waits ? milliseconds : 0)
        let now = ContinuousClock.now
        for (name, timer) in timers where timer.end <= now {
            timers[name] = nil
            timer.handler()
        }
        guard count > 0 else { return false }
        for descriptor in descriptors where descriptor.revents != 0 {
            // A handler before it may have ended this watch.
            watches[descriptor.fd]?.handler()
        }
        return true
    }

    private var milliseconds: Int32 {
        guard let end = timers.values.map(\.end).min() else { return -1 }
        let left = (end - .now).components
        let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
        return Int32(clamping: max(0, milliseconds) + 1)
    }
}
