import AgentInterface
import Logging
import NotifyCore

/// What happens around the agent.
extension Scheduler {
    /// Acts on the clock.
    func handle(_ event: ClockEvent) async {
        // What a round left over is armed at its end.
        let arms = desktop.queue.lastPass == .complete
        let time = timers.time
        do {
            switch event {
            case .due:
                let ended = desktop.bubbles.expiries.takeEnded(at: context.clock.sinceBoot)
                for bubble in ended { desktop.closeSoon(bubble) }
            case .clockSet: try await time.clockWasSet(arms: arms)
            case .zoneChanged: try await time.replan(arms: arms)
            case .zoneRulesChanged:
                context.zones.dropAll()
                try await time.replan(arms: arms)
            }
        } catch {
            context.logger.error("\(error)")
        }
        await deliverer.deliverDue()
    }

    /// Handles where the machine is.
    func moved(to position: Position) {
        if timers.regions.moved(to: position) { tasks.deliverSoon() }
    }

    /// Handles that a connection left the bus.
    func left(_ name: String) {
        courier.handle(.left(name))
        journal.forgetWatcher(name)
        requests.imports.forget(name)
    }

    /// Goes on with the store that has the place of one that was damaged or deleted while the agent ran.
    func goOn(after trouble: StoreTrouble) async {
        courier.problems.report(trouble)
        await deliverer.deliverDue()
    }

    /// Writes the store again where its file has gone, though nothing is to be stored.
    func storeFolderChanged() {
        do {
            try context.store.restoreFolder()
        } catch {
            context.logger.error("\(error)")
        }
    }
}
