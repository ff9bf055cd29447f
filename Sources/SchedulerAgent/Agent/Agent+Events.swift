import AgentInterface
import DesktopBubbles
import Logging
import NotifyCore

/// Events: those that the parts post, and those from outside the agent.
extension Agent {
    /// Hands an event that a part posted to the part that it concerns.
    func handle(_ event: AgentEvent) async {
        switch event {
        case .deliver: await round.deliver()
        case .returnMemory: returnMemory()
        case .sweepFiles: attachments.sweep()
        case .arm: await schedule.arm()
        case .schedule(let event): await handle(event)
        case .screen(let event): await round.settle(screen.handle(event))
        case .typed(let answer, let action, let request, let id):
            await answers.typed(answer, for: action, of: request, delivery: id)
        case .sessionMayBeUnlocked: await answers.releaseHeld()
        case .retryWrites: await answers.retry()
        case .problem(let problem): answers.report(problem)
        case .storeTrouble(let trouble):
            answers.report(.store(trouble))
            await round.deliver()
        case .responsesWait(let app, let token):
            await responses.reach(app, activationToken: token)
        case .answeredLate(let end, let response, let id, let name):
            responses.answeredLate(end, to: response, id: id, connection: name)
        case .appStartTimeOver(let app): responses.startTimeOver(of: app)
        case .forgetHeard: responses.retry()
        case .appsHadTimeToAttach: responses.reachForgotten()
        case .extensionFailed(let app, let step): pushes.extensionFailed(app, step: step)
        case .extensionTimeOver(let app, let step): pushes.extensionTimeOver(app, step: step)
        case .showQuestions: await questions.showWaiting()
        case .fullServerMayHaveRoom: await questions.showWaiting(afterPause: true)
        case .questionExpired(let number): questions.expired(number)
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
        if await schedule.handle(event) {
            requests.endPauses()
            await round.deliver()
        }
    }

    /// Handles that a connection left the bus.
    func left(_ name: String) {
        responses.left(name)
        pushes.left(name)
        journal.forgetWatcher(name)
        imports.forget(name)
    }

    /// Writes the store again if its file has been deleted.
    func storeFolderChanged() {
        do {
            try store.restoreFolder()
        } catch {
            logger.error("\(error)")
        }
    }
}
