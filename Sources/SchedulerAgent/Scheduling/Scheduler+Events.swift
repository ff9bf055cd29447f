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
        case .sweepFiles: attachments.sweep(keeping: screen.attachmentFolders)
        case .appAnswered(let answer, let id, let app):
            screen.appAnswered(answer, for: id, of: app)
        case .arm: await schedule.arm()
        case .schedule(let event): await handle(event)
        case .serverAnswered(let owner): await round.serverAnswered(owner)
        case .serverStartFailed: screen.startFailed()
        case .serverGraceEnded: screen.graceEnded()
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
        defer { round.noteEvent() }
        switch event {
        case .ownerChanged(let owner):
            await round.serverChanged(to: owner)
            // The shell that shows the bubbles often shows the numbers, too.
            if owner != nil { apps.reportBadges() }
            tasks.deliverSoon()
        case .invoked(let owner, let id, let key, let token):
            let bubble = BubbleKey(owner: owner, id: id)
            await answers.invoked(key, in: bubble, activationToken: token)
        case .replied(let owner, let id, let text):
            await answers.replied(text, in: BubbleKey(owner: owner, id: id))
        case .closed(let owner, let id, let reason):
            await answers.closed(BubbleKey(owner: owner, id: id), reason)
        case .lateReply(let ticket, let outcome):
            if await !round.handle(lateReply: outcome, ticket),
                await !prompts.handle(lateReply: outcome, ticket)
            {
                screen.keep(early: outcome, ticket, isAsking: prompts.isShowing)
            }
            // The answer of an earlier server does not concern the current one.
            if case .shown(let owner, _) = outcome {
                await round.serverAnswered(owner, isLate: true)
            }
        }
    }

    /// Handles an event of the clocks, of the machine's place or of a command.
    func handle(_ event: ScheduleEvent) async {
        if case .due = event { screen.closeExpired() }
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
