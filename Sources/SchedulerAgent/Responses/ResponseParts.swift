/// The parts that handle responses.
struct ResponseParts {
    /// Decides the effects of events on deliveries.
    let router: ResponseRouter
    /// Opens URLs and snoozes notifications.
    let responder: Responder
    /// Asks for texts.
    let replies: ReplyAsker
    /// Sends responses to apps.
    let courier: AppCourier
    /// Holds responses until the session is unlocked.
    let held: HeldResponder
    /// Accepts messages of apps' servers, some of which reach the apps as responses do.
    let pushes: PushReceiver

    init(
        _ context: SchedulingContext,
        _ peers: SchedulerPeers,
        _ adder: Requests,
        _ schedule: Schedule,
        _ attachments: AttachmentSweeper,
        _ courier: AppCourier,
        _ tasks: SchedulerTasks
    ) {
        let problems = courier.problems
        router = ResponseRouter(context, journal: problems.journal)
        responder = Responder(problems, open: peers.open, adder, schedule)
        replies = ReplyAsker(context.logger, ask: peers.ask, tasks)
        self.courier = courier
        pushes = PushReceiver(context, peers, adder, courier, attachments, tasks)
        held = HeldResponder(context, isLocked: peers.isLocked, router, courier, tasks)
    }
}
