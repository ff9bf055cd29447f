import UserNotifications

extension SampleApp {
    /// Adds requests from eight threads at once.
    func storm(count: Int) {
        let counter = ErrorCounter()
        let group = DispatchGroup()
        for thread in 0..<8 {
            for _ in 0..<count { group.enter() }
            Thread.detachNewThread { [center] in
                for number in 0..<count {
                    let content = UNMutableNotificationContent()
                    content.title = "storm"
                    let request = UNNotificationRequest(
                        identifier: "storm-\(thread)-\(number)",
                        content: content,
                        trigger: UNTimeIntervalNotificationTrigger(
                            timeInterval: 3_600,
                            repeats: false
                        )
                    )
                    center.add(request) { error in
                        counter.note(thread, number, error)
                        group.leave()
                    }
                }
            }
        }
        group.wait()
        center.getPendingNotificationRequests { requests in
            // Soonest first: the order in which they reached the agent.
            var latest: [Substring: Int] = [:]
            var isOrdered = true
            let kept = requests.map { $0.identifier.split(separator: "-") }
                .filter { $0.first == "storm" }
            for name in kept {
                let number = Int(name[2]) ?? 0
                if number != latest[name[1], default: -1] + 1 { isOrdered = false }
                latest[name[1]] = number
            }
            report("storm:", counter.summary, "kept", kept.count, "ordered", isOrdered)
        }
    }
}

/// Counts handlers of several threads.
// Safe: all that changes is behind the lock.
private final class ErrorCounter: @unchecked Sendable {
    private let lock = NSLock()
    private var succeeded = 0
    private var failed = 0
    private var latest: [Int: Int] = [:]
    private var isOrdered = true

    func note(_ thread: Int, _ number: Int, _ error: (any Error)?) {
        lock.withLock {
            if error == nil { succeeded += 1 } else { failed += 1 }
            if number <= latest[thread] ?? -1 { isOrdered = false }
            latest[thread] = number
            if [100, 250].contains(succeeded + failed) { report("storm at", succeeded + failed) }
        }
    }

    var summary: String {
        lock.withLock { "ok \(succeeded) failed \(failed) ordered \(isOrdered)" }
    }
}
