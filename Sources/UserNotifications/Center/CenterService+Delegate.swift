import AgentInterface
import Dispatch
import GLibBridge
import NotifyCore
import Synchronization

extension CenterService {
    /// The maximum time that a blocked bus may block the main thread, in milliseconds.
    private static let flushTime = 1_000

    /// Sets the delegate that receives calls from now on, or none.
    func listen(_ calls: DelegateCalls?) {
        self.calls.withLock { $0 = calls }
        queue.async {
            // Without a bus there are no calls; the next call tries again.
            if calls != nil {
                _ = try? self.call { client in try client.attach(app: self.appID) }
            } else if let client = self.client, (try? client.connection.isClosed) == false {
                _ = try? client.detach(app: self.appID)
            }
        }
    }

    /// Exports the app's object on a new connection; on the queue.
    func export(on connection: BusConnection) {
        let exported = DispatchSemaphore(value: 0)
        let box = AppObjectBox()
        GLibActor.thread.task {
            await box.fill(
                connection,
                answer: { [weak self] call in self?.answer(call, over: connection) },
                agentCame: { [weak self] in self?.attachAgain() }
            )
            exported.signal()
        }
        // The agent may call as soon as the app is attached.
        exported.wait()
        appObject = box.object
    }

    /// Attaches the app to a new agent.
    private func attachAgain() {
        queue.async {
            guard self.hasDelegate, let client = self.client else { return }
            try? client.attach(app: self.appID)
        }
    }

    private func answer(_ call: BusMethodCall, over connection: BusConnection) {
        renewSoon()
        guard let calls = calls.withLock({ $0 }) else {
            return call.fail("org.freedesktop.DBus.Error.Failed", "the app has no delegate")
        }
        do throws(RequestError) {
            switch call.method {
            case "WillPresent":
                let notification = try AppNotification(record: call.parameters[0])
                calls.willPresent(notification.object) { options in
                    call.reply([PresentationOptions.answer(options)])
                }
            case "DidReceive":
                let handed = try HandedResponse(record: call.parameters[0])
                let answer: @Sendable (Bool) -> Bool = { [weak self] hasDelegate in
                    self?.acknowledge(handed, call, over: connection, hasDelegate) ?? false
                }
                if handed.response.action == NotificationAction.remoteIdentifier {
                    calls.didReceiveRemote(handed.response.notification.object, answer)
                } else {
                    let token = handed.activationToken
                    calls.didReceive(handed.response.object(activationToken: token), answer)
                }
            default:
                call.fail("org.freedesktop.DBus.Error.UnknownMethod", "no method \(call.method)")
            }
        } catch {
            call.fail(error.busName, error.message)
        }
    }

    /// Replies to the agent when the main thread is free for a response.
    private func acknowledge(
        _ handed: HandedResponse,
        _ call: BusMethodCall,
        over connection: BusConnection,
        _ hasDelegate: Bool
    ) -> Bool {
        guard !taken.withLock({ $0.contains(handed) }) else {
            call.reply()
            return false
        }
        guard hasDelegate else {
            call.fail("org.freedesktop.DBus.Error.Failed", "the delegate is gone")
            return false
        }
        guard handed.until ?? .max > ClockTimer.Clock.bootTime.now else {
            // Another process may have received it by now.
            call.fail(AppNames.tooLate, "the main thread was busy for too long")
            return false
        }
        taken.withLock { $0.add(handed) }
        call.reply()
        connection.flush(atMost: Self.flushTime)
        return true
    }
}

/// Passes the app's object from the GLib thread to the queue that waits for it.
///
/// Unchecked: it is written before the semaphore is signalled, and read after that.
private final class AppObjectBox: @unchecked Sendable {
    private(set) var object: AppObject?

    @GLibActor
    func fill(
        _ connection: BusConnection,
        answer: @escaping @Sendable (BusMethodCall) -> Void,
        agentCame: @escaping @Sendable () -> Void
    ) {
        object = AppObject(on: connection, answer: answer, agentCame: agentCame)
    }
}
