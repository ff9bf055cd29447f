import NotifyCore

/// Arms the timers for the request that is due first.
struct DueTimers {
    let time: Timekeeper
    let attachments: AttachmentSweeper
    /// The requests that wait for a place.
    let regions: RegionMonitor
    /// The requests that run a command.
    let runs: DueRuns
    /// The notifications that are shown again until they are acknowledged.
    let nags: DueNags
    private let context: SchedulingContext
    private let screen: Screen

    init(
        _ context: SchedulingContext,
        _ time: Timekeeper,
        _ screen: Screen,
        _ attachments: AttachmentSweeper,
        _ regions: RegionMonitor,
        _ permissions: AppPermissions
    ) {
        self.context = context
        self.time = time
        self.screen = screen
        self.attachments = attachments
        self.regions = regions
        runs = DueRuns(context)
        nags = DueNags(context, permissions)
    }

    /// Arms the timers after a change of the pending requests, and removes attachments that are no longer needed.
    func arm() async {
        attachments.sweep()
        regions.follow()
        await time.planner.arm { () throws(RequestError) in try earliest() }
    }

    private func earliest() throws(RequestError) -> EarliestDue {
        var earliest = screen.nextRound(try context.store.earliest())
        if let nag = try nags.earliest() { earliest = earliest.or(nag) }
        // A command waits neither for a server nor for the round, which arms the timers for the rest at its end.
        if let run = try runs.earliest() {
            let isBusy = screen.isRoundRunning
            earliest = run.or(isBusy ? EarliestDue(wake: earliest.wake) : earliest)
        }
        if let end = screen.nextExpiry {
            earliest.boot = min(earliest.boot ?? .max, end)
        }
        return time.limited(earliest)
    }
}
