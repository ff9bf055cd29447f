import AgentInterface
import Logging
import NotifyCore

/// Events: those that the parts post, and those from outside the agent.
extension Scheduler {
    /// Hands an event that a part posted to the part that it concerns.
    func handle(_ event: AgentEvent) async {
        switch event {
        case .deliver: await round.deliver()
        case .appAnswered(let answer, let id, let app):
            screen.appAnswered(answer, for: id, of: app)
        case .serverAnswered(let owner): await round.serverAnswered(owner)
        case .serverStartFailed: screen.startFailed()
        case .serverGraceEnded: screen.graceEnded()
        case .showQuestions: await prompts.showWaiting()
        }
    }

    /// Handles an event of the clock.
    func handle(_ event: ClockEvent) async {
        if case .due = event {
            screen.closeExpired()
            schedule.bubbleEnd = screen.nextExpiry
        }
        await schedule.handle(event)
        await round.deliver()
    }

    /// Handles a new position of the machine.
    func moved(to position: Position) {
        if schedule.moved(to: position) { tasks.deliverSoon() }
    }

    /// Handles that a connection left the bus.
    func left(_ name: String) {
        courier.handle(.left(name))
        responses.parts.pushes.extensions.handle(.left(name))
        journal.forgetWatcher(name)
        imports.forget(name)
    }

    /// Continues with the new store after the old one was damaged or deleted at run time.
    func goOn(after trouble: StoreTrouble) async {
        courier.problems.report(trouble)
        await round.deliver()
    }

    /// Writes the store again if its file has been deleted.
    func storeFolderChanged() {
        do {
            try context.store.restoreFolder()
        } catch {
            context.logger.error("\(error)")
        }
    }
}
