import AgentInterface
import GLibBridge
import NotifyCore

extension WireHarness {
    /// Answers once the user has; the next call does not wait for that.
    func requestAuthorization(_ call: BusMethodCall, _ caller: Caller) async throws {
        try await scheduler.requestAuthorization(
            of: caller.appID(call.parameters[0]?.string ?? ""),
            options: UInt32(clamping: call.parameters[1]?.integer ?? 0)
        ) { isGranted in
            call.reply([.boolean(isGranted)])
        }
    }

    /// Answers once the server is known; the next call does not wait for that.
    func settings(_ call: BusMethodCall, _ caller: Caller) async {
        await scheduler.whenServerIsKnown {
            Scheduler.thread.task {
                do {
                    let settings = try await scheduler.settings(
                        of: caller.appID(call.parameters[0]?.string ?? ""),
                        capabilities: capabilities()
                    )
                    call.reply([settings.record])
                } catch {
                    fail(call, error)
                }
            }
        }
    }

    func apps(_ call: BusMethodCall) async throws {
        call.reply([.array(of: "a{sv}", try await scheduler.apps().map(\.record))])
    }

    func setAllowed(_ call: BusMethodCall) async throws {
        let isAllowed = call.parameters[1]?.boolean ?? false
        try await scheduler.setAllowed(isAllowed, app: call.parameters[0]?.string ?? "")
        call.reply()
    }

    func setBadge(_ call: BusMethodCall, _ caller: Caller) async throws {
        let app = caller.appID(call.parameters[0]?.string ?? "")
        try await scheduler.setBadge(call.parameters[1]?.integer ?? 0, of: app)
        call.reply()
    }

    func attach(_ call: BusMethodCall, _ caller: Caller) async throws {
        let app = caller.appID(call.parameters[0]?.string ?? "")
        try await scheduler.attach(call.sender, to: app)
        await appLink.watch(call.sender)
        call.reply()
        await scheduler.reachSoon(app)
    }

    func watch(_ call: BusMethodCall) async throws {
        let wish = RequestKey(
            appID: call.parameters[0]?.string ?? "",
            identifier: call.parameters[1]?.string ?? ""
        )
        try await scheduler.addWatcher(call.sender, for: wish)
        await appLink.watch(call.sender)
        call.reply()
    }

    func detach(_ call: BusMethodCall, _ caller: Caller) async {
        let app = caller.appID(call.parameters[0]?.string ?? "")
        await scheduler.detach(call.sender, from: app)
        call.reply()
    }
}
