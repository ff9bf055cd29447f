import AgentInterface
import BusCallers
import GLibBridge
import NotifyCore

/// The calls about apps.
struct AppCalls: Sendable {
    let agent: Agent
    let appLink: any AppMessenger
    /// The capabilities of the server that answered last.
    let capabilities: @Sendable () -> [String]

    /// Replies after the user's answer; later calls do not wait for it.
    func requestAuthorization(_ call: BusMethodCall, _ caller: Caller) async throws {
        let app = caller.appID(call.parameters[0]?.string ?? "")
        let options = UInt32(clamping: call.parameters[1]?.integer ?? 0)
        try await agent.run {
            try $0.questions.ask(about: app, options: options) { answer in
                switch answer {
                case .success(let isGranted): call.reply([.boolean(isGranted)])
                case .failure(let error): call.fail(error)
                }
            }
        }
    }

    /// Replies once the server is known; later calls do not wait for it.
    func settings(_ call: BusMethodCall, _ caller: Caller) async {
        let app = caller.appID(call.parameters[0]?.string ?? "")
        await agent.onceServerIsKnown {
            do {
                let hasDesktopFile = await AppName.isInstalled(app)
                let settings = try await agent.run {
                    let isPresent = $0.screen.state.isPresent
                    var settings = try $0.apps.settings(
                        of: app,
                        capabilities: isPresent ? capabilities() : nil,
                        hasDesktopFile: hasDesktopFile
                    )
                    settings.hidesTexts = try $0.privacy.privateApps().contains(app)
                    return settings
                }
                call.reply([settings.record])
            } catch {
                call.fail(error)
            }
        }
    }

    func apps(_ call: BusMethodCall) async throws {
        var (apps, passing, hidden) = try await agent.run {
            (try $0.apps.list(), try $0.focus.passing(), try $0.privacy.privateApps())
        }
        let names = await AppName.current(apps.map(\.appID))
        for (index, name) in names.enumerated() {
            apps[index].name = name
            apps[index].passesDoNotDisturb = passing.contains(apps[index].appID)
            apps[index].isPrivate = hidden.contains(apps[index].appID)
        }
        call.reply([.array(of: "a{sv}", apps.map(\.record))])
    }

    func setAllowed(_ call: BusMethodCall) async throws {
        let isAllowed = call.parameters[1]?.boolean ?? false
        let app = call.parameters[0]?.string ?? ""
        try await agent.run { try $0.questions.decide(isAllowed, on: app) }
        call.reply()
    }

    func setPassesDoNotDisturb(_ call: BusMethodCall) async throws {
        let passes = call.parameters[1]?.boolean ?? false
        let app = call.parameters[0]?.string ?? ""
        try await agent.run { try $0.focus.setPassesDoNotDisturb(passes, of: app) }
        call.reply()
    }

    func setPrivate(_ call: BusMethodCall) async throws {
        let isPrivate = call.parameters[1]?.boolean ?? false
        let app = call.parameters[0]?.string ?? ""
        try await agent.run { try $0.privacy.setPrivate(isPrivate, app: app) }
        call.reply()
    }

    func setBadge(_ call: BusMethodCall, _ caller: Caller) async throws {
        let app = caller.appID(call.parameters[0]?.string ?? "")
        let count = call.parameters[1]?.integer ?? 0
        try await agent.run { try $0.apps.setBadge(count, of: app) }
        call.reply()
    }

    func attach(_ call: BusMethodCall, _ caller: Caller) async throws {
        let app = caller.appID(call.parameters[0]?.string ?? "")
        try await agent.run { try $0.responses.attach(call.sender, to: app) }
        await appLink.watch(call.sender)
        call.reply()
        await agent.run { $0.responses.reachSoon(app) }
    }

    func watch(_ call: BusMethodCall, _ caller: Caller) async throws {
        let requests = RequestKey(
            appID: caller.appID(call.parameters[0]?.string ?? ""),
            identifier: call.parameters[1]?.string ?? ""
        )
        try await agent.run {
            try $0.journal.addWatcher(call.sender, for: requests, isConfined: caller.isConfined)
        }
        await appLink.watch(call.sender)
        call.reply()
    }

    func detach(_ call: BusMethodCall, _ caller: Caller) async {
        let app = caller.appID(call.parameters[0]?.string ?? "")
        await agent.run { $0.responses.detach(call.sender, from: app) }
        call.reply()
    }

    func setCategories(_ call: BusMethodCall, _ caller: Caller) async throws {
        let list = call.parameters[1]?.children ?? []
        guard list.count <= RequestLimits.categories else {
            throw RequestError(
                .invalidContent,
                "\(list.count) categories are more than the \(RequestLimits.categories) that an app "
                    + "may have"
            )
        }
        var categories = try list.map { record in try NotificationCategory(record: record) }
        for action in categories.flatMap(\.actions) { try caller.check(action) }
        if caller.isConfined {
            for index in categories.indices { categories[index].actions.cleanTitles() }
        }
        let set = categories
        let app = caller.appID(call.parameters[0]?.string ?? "")
        try await agent.run { try $0.apps.set(set, of: app) }
        call.reply()
    }

    func categories(_ call: BusMethodCall, _ caller: Caller) async throws {
        let app = caller.appID(call.parameters[0]?.string ?? "")
        let categories = try await agent.run { try $0.apps.categories(of: app) }
        call.reply([.array(of: "a{sv}", categories.map(\.record))])
    }
}
