import AgentInterface
import NotifyCore

/// An event that a part posts for the agent: something came back from work off the actor, a time is over, or
/// something is to be done after what is being done now.
///
/// ``Agent/handle(_:)-(AgentEvent)`` hands each to its part.
enum AgentEvent: Sendable {
    // MARK: The round

    /// Requests may be due, or deliveries wait to be shown.
    case deliver
    /// Something happened to the screen: the server has answered, a time is over, an app has said how to show a delivery.
    case screen(Screen.Event)
    /// Requests may have gone whose files are removed, and whose dialogs are closed.
    case sweep
    /// Much memory was in use and is free again.
    case returnMemory

    // MARK: The schedule

    /// The timers are to be armed again.
    case arm
    /// Something concerns the schedule alone.
    case schedule(ScheduleEvent)

    // MARK: Answers

    /// A dialog that asked for the text of an action has ended.
    case typed(ReplyAnswer, action: String, NotificationRequest, delivery: DeliveryID)
    /// A menu in which the user chooses an action has ended.
    case chosen(ReplyAnswer, NotificationRequest, delivery: DeliveryID)
    /// The responses that wait for an unlocked session may be carried out.
    case sessionMayBeUnlocked
    /// The store may take what it refused.
    case retryWrites
    /// Something failed that the user would not notice.
    case problem(Problem)
    /// The store was damaged or deleted at run time, and is a new one.
    case storeTrouble(StoreTrouble)

    // MARK: Apps

    /// Responses wait for an app; with the desktop's activation token, if the app has to be started.
    case responsesWait(app: String, activationToken: String?)
    /// A process answered after its time whether it has received a response.
    case answeredLate(HandOver, to: AppResponse, id: Int64, connection: String)
    /// A started app has had its time to come to the bus.
    case appStartTimeOver(app: String)
    /// The store may remove the responses that apps have received.
    case forgetHeard
    /// Apps that were there before the agent have had time to listen.
    case appsHadTimeToAttach

    // MARK: Service extensions

    /// The program of an extension could not be started, or has failed.
    case extensionFailed(app: String, step: Int)
    /// The time is over that an extension has for a step.
    case extensionTimeOver(app: String, step: Int)

    // MARK: Questions

    /// Questions for permission may be shown, or answered without a server.
    case showQuestions
    /// A server that was full may have room for a question.
    case fullServerMayHaveRoom
    /// The time of a question is over.
    case questionExpired(number: Int)
}
