import AgentInterface
import DesktopBubbles
import Logging
import NotifyCore

/// Events: those that the parts post, and those from outside the agent.
extension Scheduler {
    /// Hands an event that a part posted to the part that it concerns.
    func handle(_ event: AgentEvent) async {
        switch event {
        case .deliver: await round.deliver()
        case .returnMemory: context.returnMemory()
        case .sweepFiles: attachments.sweep()
        case .arm: await schedule.arm()
        case .schedule(let event): await handle(event)
        case .screen(let event): await round.settle(screen.handle(event))
        case .typed(let answer, let action, let request, let id):
            await answers.typed(answer, for: action, of: request, delivery: id)
        case .sessionMayBeUnlocked: await answers.releaseHeld()
        case .retryWrites: await answers.retry()
        case .problem(let problem): answers.report(problem)
        case .forgetHeard: courier.retry()
        case .showQuestions: await prompts.showWaiting()
        }
    }

    /// Handles an event of the notification server.
    func handle(_ event: BubbleEvent) async {
        await round.settle(screen.handle(event))
        if case .ownerChanged(let owner) = event {
            // The shell that shows the bubbles often shows the numbers, too.
            if owner != nil { apps.reportBadges() }
            tasks.deliverSoon()
        }
        round.noteEvent()
    }

    /// Handles an event of the clocks, of the machine's place or of a command.
    func handle(_ event: ScheduleEvent) async {
        if case .due = event { screen.handle(.timeEnded) }
        if await schedule.handle(event) { await round.deliver() }
    }

    /// Handles that a connection left the bus.
    func left(_ name: String) {
        courier.handle(.left(name))
        pushes.extensions.handle(.left(name))
        journal.forgetWatcher(name)
        imports.forget(name)
    }

    /// Continues with the new store after the old one was damaged or deleted at run time.
    func goOn(after trouble: StoreTrouble) async {
        answers.report(.store(trouble))
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
