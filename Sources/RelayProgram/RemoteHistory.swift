import AgentInterface
import GLibBridge
import NotifyCore
import RelayGroup

/// Has the agent write to the history of this machine what happens to what was sent from here to other machines.
@GLibActor
struct RemoteHistory {
    let agent: AgentCalls

    /// Writes that a request was sent to other machines.
    func noteSent(_ request: NotificationRequest, to devices: [String]) async {
        var event = RequestEvent("sent", of: request.key, title: request.content.title)
        event.detail = devices.joined(separator: ", ")
        await note(event)
    }

    /// Writes that a request was removed from all machines.
    func noteRemoval(_ key: RequestKey) async {
        await note(RequestEvent("endedElsewhere", of: key, title: ""))
    }

    /// Writes that a request was dismissed on another machine.
    func noteEnd(_ key: RequestKey, on device: String) {
        var event = RequestEvent("endedElsewhere", of: key, title: "")
        event.detail = device
        noteSoon(event)
    }

    /// Writes that a request came late to another machine, which lists it in a summary.
    func noteListed(_ key: RequestKey, on device: String) {
        var event = RequestEvent("listedElsewhere", of: key, title: "")
        event.detail = device
        noteSoon(event)
    }

    /// Writes that a request was answered on another machine.
    func note(_ answer: RelayedAnswer, on device: String) {
        guard let key = RemoteRequest.key(of: answer.id.identifier) else { return }
        var event = RequestEvent("answeredElsewhere", of: key, title: "")
        event.detail = device
        event.action = answer.action
        event.actionTitle = answer.actionTitle
        event.userText = answer.text
        noteSoon(event)
    }

    private func noteSoon(_ event: RequestEvent) {
        GLibActor.thread.task { @GLibActor [self] in await note(event) }
    }

    private func note(_ event: RequestEvent) async {
        switch await agent.note(event) {
        case .done: break
        case .refused(let reason), .later(let reason):
            RelayProgram.log("the history lacks an event of \(event.key.identifier): \(reason)")
        }
    }
}
