import NotifyCore

/// An event that a part posts for the scheduler: something came back from work off the actor, a time is over, or
/// something is to be done after what is being done now.
///
/// ``Scheduler/handle(_:)-(AgentEvent)`` hands each to its part.
enum AgentEvent: Sendable {
    // MARK: The round

    /// Requests may be due, or deliveries wait to be shown.
    case deliver
    /// Something happened to the screen: the server has answered, a time is over, an app has said how to show a delivery.
    case screen(Screen.Event)
    /// Requests may have gone whose files are removed.
    case sweepFiles
    /// Much memory was in use and is free again.
    case returnMemory

    // MARK: The schedule

    /// The timers are to be armed again.
    case arm
    /// Something concerns the schedule alone.
    case schedule(ScheduleEvent)

    // MARK: Answers

    /// A dialog that asked for the text of an action has ended.
    case typed(ReplyAnswer, action: String, NotificationRequest, delivery: Int64)
    /// The responses that wait for an unlocked session may be carried out.
    case sessionMayBeUnlocked
    /// The store may take what it refused.
    case retryWrites
    /// Something failed that the user would not notice.
    case problem(Problem)
    /// The store may remove the responses that apps have received.
    case forgetHeard

    // MARK: Questions

    /// Questions for permission may be shown, or answered without a server.
    case showQuestions
}
