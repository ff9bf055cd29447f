import AgentInterface
import DesktopTexts
import GLibBridge
import Launcher
import NotifyCore
import RelayGroup

/// Hands what came from the group to the agent, and to the callers on the bus.
@GLibActor
struct ItemDelivery {
    /// The result for items that were handed over together.
    enum Result: Equatable {
        /// The agent has them, or will never take them.
        case handled
        /// The agent lists those of these numbers in a summary, and has the others or will never take them.
        case summarized([Int64])
        /// The agent cannot take them now; with the reason.
        case later(String)
    }

    let peer: RelayPeer
    let agent: AgentCalls
    let history: RemoteHistory
    let refusals: RefusalLog
    let send: @GLibActor @Sendable (RelayHandler.Signal) -> Void

    /// Hands over an item.
    func deliver(_ item: InboxItem) async -> Result {
        switch await outcome(of: item) {
        case .done: return .handled
        case .refused(let reason):
            refusals.note(reason)
            return .handled
        case .later(let reason): return .later(reason)
        }
    }

    /// Has notifications listed that came while this machine was away, with one bubble for them.
    func summarize(_ items: [InboxItem]) async -> Result {
        var late: [(item: InboxItem, request: NotificationRequest)] = []
        for item in items {
            guard case .show(let notification) = item.content else { continue }
            do throws(RequestError) {
                let request = try request(of: notification, item)
                // Its sender has called it one that is shown at once.
                guard request.trigger == .immediate else {
                    if case .later(let reason) = await deliver(item) { return .later(reason) }
                    continue
                }
                late.append((item, request))
            } catch {
                RelayProgram.log("a notification was dropped: \(error.message)")
            }
        }
        let (outcome, refusals) = await agent.addLate(
            late.map { LateNotification(sent: $0.item.sent, request: $0.request) }
        )
        switch outcome {
        case .later(let reason): return .later(reason)
        case .refused(let reason):
            RelayProgram.log("\(late.count) notifications were dropped: \(reason)")
            return .handled
        case .done:
            var listed: [Int64] = []
            for (late, refusal) in zip(late, refusals) {
                if refusal.isEmpty {
                    listed.append(late.item.number)
                } else {
                    self.refusals.note(refusal)
                }
            }
            // One alone is shown itself.
            return listed.count > 1 ? .summarized(listed) : .handled
        }
    }

    /// The name of a device.
    func name(of device: DeviceID) -> String { peer.name(of: device) ?? "\(device)" }

    /// Returns what is shown of a notification, and logs the URLs that are left out.
    private func request(
        of notification: RelayedNotification,
        _ item: InboxItem
    ) throws(RequestError) -> NotificationRequest {
        let origin = notification.id.origin
        let (request, removed) = try RemoteRequest.request(
            of: notification,
            from: name(of: origin),
            sent: item.sent
        ) { url in
            // Read at each such URL, so that a change takes effect at once.
            LauncherConfiguration().trusts(device: "\(origin)", with: url)
        }
        for url in removed {
            RelayProgram.log(
                "\(url.quoted) is not opened for \(name(of: origin)); trust it in launcher.conf by [Device \(origin)]"
            )
        }
        return request
    }

    private func outcome(of item: InboxItem) async -> AgentCalls.Outcome {
        switch item.content {
        case .show(let notification):
            do throws(RequestError) {
                let request = try request(of: notification, item)
                let outcome = await agent.add(request)
                guard case .refused = outcome, request.trigger != .immediate else { return outcome }
                // Its only date may have passed on the way to the agent.
                let late = try self.request(of: notification, item)
                return late.trigger == .immediate ? await agent.add(late) : outcome
            } catch {
                return .refused(error.message)
            }
        case .withdraw(let id):
            guard let key = key(of: id) else { return .done }
            if id.origin == peer.keys.id {
                send(.ended(key, device: name(of: item.sender)))
                history.noteEnd(key, on: name(of: item.sender))
            }
            return await agent.remove(key)
        case .answer(let answer):
            send(.answered(answer, device: name(of: item.sender)))
            history.note(answer, on: name(of: item.sender))
            return .done
        case .listed(let id):
            guard let key = RemoteRequest.key(of: id.identifier) else { return .done }
            send(.listed(key, device: name(of: item.sender)))
            history.noteListed(key, on: name(of: item.sender))
            return .done
        case .introduced(let devices, let introducer):
            // One that has left meanwhile needs no answer.
            let known = devices.filter { peer.name(of: $0) != nil }
            guard !known.isEmpty else { return .done }
            return await agent.add(
                Introduction(known).request(
                    names: known.map(name(of:)),
                    introducer: introducer.map(name(of:)),
                    at: item.sent
                )
            )
        case .removed(let device):
            let app = RelayClient.app
            let notifications = await agent.remove(
                prefix: RemoteRequest.prefix(of: device),
                of: app
            )
            guard notifications == .done else { return notifications }
            return await agent.remove(prefix: Introduction([device]).identifier, of: app)
        }
    }

    /// Tells the user, who may not have had it done, that a machine has removed others.
    func tell(removed names: [String], by remover: String) async {
        RelayProgram.log("\(remover) has removed \(names.joined(separator: ", ")) from the group")
        var content = NotificationContent()
        // Translators: title; both are names of machines
        content.title = tr("%1$s has removed %2$s from your relay group", remover, names.listed)
        content.body = tr(
            // Translators: %1$s is the machine that removed others from the group
            "What came from there is gone. If you did not ask for it, remove %1$s as well.",
            remover
        )
        content.interruptionLevel = .timeSensitive
        _ = await agent.add(
            NotificationRequest(
                appID: RelayClient.app,
                identifier: "removed-\(UInt64.random(in: 0 ... .max))",
                content: content
            )
        )
    }

    /// Returns the request here of a notification of the group.
    private func key(of id: RelayedID) -> RequestKey? {
        guard id.origin == peer.keys.id else {
            return RequestKey(
                appID: RelayClient.app,
                identifier: RemoteRequest.identifier(of: id)
            )
        }
        return RemoteRequest.key(of: id.identifier)
    }
}

/// Says in the log why the agent refuses notifications, each reason once as long as it is the same.
@GLibActor
final class RefusalLog {
    private var last: String?
    private var more = 0

    nonisolated init() {}

    /// Notes that a notification was refused.
    func note(_ reason: String) {
        guard reason != last else {
            more += 1
            return
        }
        if more > 0 { RelayProgram.log("\(more) more were dropped for the same reason") }
        RelayProgram.log("a notification was dropped: \(reason)")
        (last, more) = (reason, 0)
    }
}
