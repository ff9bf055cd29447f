import AgentInterface
import BusCallers
import GLibBridge
import NotifyCore

/// Calls that bring messages of apps' servers, and those of apps' service extensions.
struct PushCalls: Sendable {
    let agent: Agent
    let appLink: any AppMessenger

    /// Accepts a message.
    func push(_ call: BusMethodCall, _ caller: Caller) async throws {
        let options = try PushOptions(record: call.parameters[2])
        let payload = try PushPayload(parsing: call.parameters[1]?.bytes ?? [])
        let named = call.parameters[0]?.string ?? ""
        let app = caller.appID(named.isEmpty ? payload.appID ?? "" : named)
        guard !app.isEmpty else {
            throw RequestError(
                .invalidIdentifier,
                "the payload lacks the key \(PushPayload.appKey.quoted), and no app is named; name the app"
            )
        }
        // notify-push knows of an app that it is in a sandbox, and not in which.
        let label = caller.label ?? (options.isConfined ? "\(app) (sandbox)" : nil)
        let isInstalled = if label == nil { true } else { await AppName.isInstalled(app) }
        let push = IncomingPush(
            payload: payload,
            app: app,
            options: options,
            requester: caller.words,
            label: isInstalled ? nil : label,
            isConfined: caller.isConfined || options.isConfined,
            // An app in a sandbox could have itself started at each login.
            mayStart: !caller.isConfined
        )
        let sandbox = SenderQuota(
            Sender(.sandbox, app),
            apps: app...app,
            words: "the sandboxed app \(app)"
        )
        let quota = caller.quota ?? (options.isConfined ? sandbox : push.quota)
        let reply = try await agent.run {
            try await $0.requests.forgetOldest(of: quota)
            return try await $0.pushes.receive(push, within: quota)
        }
        call.reply([reply.record])
        await agent.run { $0.tasks.deliverSoon() }
    }

    /// Replies with the next notification for the extension of an app.
    func nextPush(_ call: BusMethodCall, _ caller: Caller) async throws {
        let app = caller.appID(call.parameters[0]?.string ?? "")
        try NotificationRequest.validate(appID: app)
        await appLink.watch(call.sender)
        let work = await agent.run { $0.pushes.nextWork(for: app, at: call.sender) }
        call.reply([work?.record ?? .dictionary([])])
    }

    /// Shows a notification with the content that the extension of its app gave.
    func finishPush(_ call: BusMethodCall, _ caller: Caller) async throws {
        let id = PendingID(call.parameters[0]?.integer ?? 0)
        let content = try NotificationContent(record: call.parameters[1])
        // What a sandbox may not name in a request, it may not name here.
        let request = NotificationRequest(
            appID: caller.appID(""),
            identifier: "push",
            content: content
        )
        try await caller.check(request)
        let shown = await caller.presentable(request).content
        let quota = caller.quota
        let paths = try await agent.run {
            try await $0.pushes.finish(
                id,
                with: shown,
                files: call.files,
                by: call.sender,
                within: quota
            )
        }
        call.reply([.strings(paths)])
    }
}
