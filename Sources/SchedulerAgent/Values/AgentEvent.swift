import NotifyCore

/// An event that a part posts for the scheduler: something came back from work off the actor, a time is over, or
/// something is to be done after what is being done now.
///
/// ``Scheduler/handle(_:)-(AgentEvent)`` hands each to its part.
enum AgentEvent: Sendable {
    // MARK: The round

    /// Requests may be due, or deliveries wait to be shown.
    case deliver
    /// An app answered how to show a delivery; `nil` if it has no opinion, or did not answer.
    case appAnswered(PresentationOptions?, delivery: Int64, app: String)
    /// Requests may have gone whose files are removed.
    case sweepFiles
    /// Much memory was in use and is free again.
    case returnMemory

    // MARK: The schedule

    /// The timers are to be armed again.
    case arm
    /// Something concerns the schedule alone.
    case schedule(ScheduleEvent)

    // MARK: The notification server

    /// The server has reported its capabilities.
    case serverAnswered(owner: String)
    /// The bus could not start a server.
    case serverStartFailed
    /// Callers have waited long enough for a server.
    case serverGraceEnded

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
