import NotifyCore
import TestSupport

@testable import SchedulerAgent

/// A clock that stands still and remembers what it was armed for.
final class ManualClock: SchedulerClock {
    struct Armed: Equatable {
        var wall: Instant?
        var boot: Int64?
    }

    let now = Instant(seconds: 1_800_000_000)
    let sinceBoot: Int64 = 5_000_000
    let boot = "this boot"
    let log = Recorder<Armed>()

    var armed: [Armed] { log.elements }

    func arm(wall: Instant?, boot: Int64?) async {
        log.append(Armed(wall: wall, boot: boot))
    }
}
