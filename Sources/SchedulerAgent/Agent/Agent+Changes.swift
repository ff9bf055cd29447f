import AgentInterface
import Logging
import NotifyCore

/// Changes that concern several parts.
extension Agent {
    /// Shows a delivered notification once more after a while, under an identifier of its own; postpones one
    /// that is only pending by that while.
    ///
    /// - Parameter origin: the program that can undo it; `nil` if none can.
    /// - Throws: ``NotifyCore/RequestError`` if there is no such request or no such time.
    func snooze(
        _ name: String,
        preferring app: String,
        microseconds: Int64,
        by origin: String? = nil,
        call callName: String? = nil
    ) async throws(RequestError) -> AddReply {
        let snooze = try await requests.snooze(
            name,
            preferring: app,
            after: microseconds,
            by: origin,
            call: callName
        )
        switch snooze {
        case .moved(let reply): return reply
        case .again(let delivered, let child, let line, let call):
            try await answers.replace(
                delivered,
                by: child,
                noting: line,
                of: call,
                named: callName
            )
            await arm()
            return child.reply
        }
    }

    /// Shows a delivered notification as a bubble again.
    ///
    /// - Returns: the notification, and whether a notification server runs that can show it now.
    /// - Throws: ``NotifyCore/RequestError`` if it is not delivered, or may already be on the screen.
    func again(
        _ name: String,
        preferring app: String
    ) async throws(RequestError) -> (key: RequestKey, serverPresent: Bool) {
        let row = try lists.deliveredOnce(name, preferring: app)
        try apps.checkPermission(of: row.key.appID)
        try await answers.settle(row.id, orThrow: .wantedAgain)
        tasks.deliverSoon()
        return (row.key, screen.state.isPresent)
    }

    /// Dismisses delivered notifications as the user does at their bubbles: closes the bubbles and notifies
    /// the apps.
    ///
    /// - Parameter selection: the notifications; identifiers may be APP/IDENTIFIER.
    /// - Throws: ``NotifyCore/RequestError`` with code `Ambiguous` or `Storage`.
    func dismiss(_ selection: RemovalSelection) async throws(RequestError) -> [RequestKey] {
        var keys: [RequestKey] = []
        for selection in try lists.resolved(selection) {
            for (number, (key, id)) in try store.deliveredKeys(selection).enumerated() {
                // Each is on the disk by itself, so that many would delay what is due meanwhile.
                if number % Self.dismissedTogether == Self.dismissedTogether - 1 {
                    await Task.yield()
                }
                do throws(RequestError) {
                    if try await answers.settle(id, orThrow: .dismissed) { keys.append(key) }
                } catch  where error.code == .storage {
                    throw error
                } catch {
                    // A damaged notification must not keep the others in the list.
                    logger.error("\(error)")
                }
            }
        }
        await arm()
        tasks.returnMemory(after: keys.count)
        return keys
    }

    /// How many notifications are dismissed before other events are handled.
    private static let dismissedTogether = 8

    /// Arms the timers after a change, and removes the files that no request has any longer.
    private func arm() async {
        attachments.sweepSoon()
        await schedule.arm()
    }

    /// The figures for `Status`.
    func summary() throws(RequestError) -> (
        counts: (pending: Int, waiting: Int, delivered: Int), next: Instant?, serverPresent: Bool,
        waitsForClock: Bool, limited: [String]
    ) {
        (
            try store.counts(), try store.nextDate(), screen.state.isPresent,
            !schedule.observe().isTrusted,
            senders.excesses().map(\.words)
        )
    }
}
