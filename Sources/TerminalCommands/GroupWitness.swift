import CTerminal
import Glibc

/// Tells whether a signal was sent to the whole process group, or to this process alone.
///
/// The kernel does not say so. A second process in the group, which does nothing else, reports each signal that it gets.
final class GroupWitness {
    private let reports: Int32
    private var unclaimed: [cterminal_report] = []
    /// How long a report may take, in milliseconds, and how long it counts.
    private static let (timeout, lifetime): (Int64, Int64) = (100, 500)

    /// Starts the second process; must be called before there is a second thread.
    ///
    /// - Returns: `nil` if it cannot be started.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        let started = cterminal_start_witness(ends[1])
        close(ends[1])
        guard started > 0, let reports = try? HighDescriptor.moved(ends[0]) else {
            close(ends[0])
            return nil
        }
        _ = fcntl(reports, F_SETFD, FD_CLOEXEC)
        self.reports = reports
    }

    deinit {
        close(reports)
    }

    /// Returns whether the group got a signal that this process got; waits a moment for the report.
    func saw(_ signal: Int32) -> Bool {
        let end = cterminal_milliseconds() + Self.timeout
        while true {
            readReports()
            if let index = unclaimed.firstIndex(where: { $0.number == signal }) {
                unclaimed.remove(at: index)
                return true
            }
            let rest = end - cterminal_milliseconds()
            guard rest > 0 else { return false }
            var ready = pollfd(fd: reports, events: Int16(POLLIN), revents: 0)
            poll(&ready, 1, Int32(rest))
            // The second process has ended.
            if ready.revents & Int16(POLLIN) == 0, ready.revents != 0 { return false }
        }
    }

    /// Reads what was reported, and forgets what nobody has asked for.
    func readReports() {
        var report = cterminal_report()
        let size = MemoryLayout<cterminal_report>.size
        while read(reports, &report, size) == size { unclaimed.append(report) }
        let limit = cterminal_milliseconds() - Self.lifetime
        unclaimed.removeAll { $0.milliseconds < limit }
    }
}
