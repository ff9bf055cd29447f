/// What acts on what the user did, each part on one thing.
struct ResponseParts {
    /// Decides what events on deliveries mean.
    let router: ResponseRouter
    /// Opens URLs and puts notifications off.
    let responder: Responder
    /// Asks for texts.
    let replies: ReplyAsker
    /// Hands responses to apps.
    let courier: AppCourier
    /// What waits for an unlocked session.
    let held: HeldResponder

    init(
        _ context: SchedulingContext,
        _ peers: SchedulerPeers,
        _ adder: RequestAdder,
        _ timers: DueTimers,
        _ courier: AppCourier,
        _ tasks: SchedulerTasks
    ) {
        let problems = courier.problems
        router = ResponseRouter(context, journal: problems.journal)
        responder = Responder(problems, open: peers.open, adder, timers)
        replies = ReplyAsker(context.logger, ask: peers.ask, tasks)
        self.courier = courier
        held = HeldResponder(context, isLocked: peers.isLocked, router, courier, tasks)
    }
}
